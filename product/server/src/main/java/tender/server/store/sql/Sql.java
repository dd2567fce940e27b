package tender.server.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import tender.core.store.Store;

/**
 * Runs statements, each alone or several in one transaction. A statement that fails for a transient
 * reason, or whose outcome is unknown, throws {@link Store.Unavailable}; any other failure is a
 * programming error.
 */
public final class Sql {
  private final DataSource connections;

  /** Statements that run on one connection. */
  public interface Statements<T> {
    T run(Session session) throws SQLException;
  }

  public Sql(DataSource connections) {
    this.connections = connections;
  }

  /** Each statement of the body is its own transaction. */
  public <T> T run(Statements<T> body) {
    try (Connection connection = connections.getConnection()) {
      return body.run(new Session(connection));
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /** The whole body is one transaction, which is rolled back if the body throws. */
  public <T> T transaction(Statements<T> body) {
    try (Connection connection = connections.getConnection()) {
      connection.setAutoCommit(false);
      T result = body.run(new Session(connection));
      connection.commit();
      // The pool rolls back a connection that is closed while its transaction is open.
      return result;
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /**
   * A transaction of work in the background that reads few rows of large tables. It uses indexes
   * also if the statistics of the tables are old, and it does not wait for the disk: a crash of
   * PostgreSQL may undo it, and then it is repeated.
   */
  public <T> T backgroundTransaction(Statements<T> body) {
    return transaction(
        session -> {
          session.update("set local enable_seqscan = off");
          session.update("set local synchronous_commit = off");
          return body.run(session);
        });
  }

  public <T> List<T> list(String sql, Session.RowMapper<T> reader, @Nullable Object... parameters) {
    return run(session -> session.list(sql, reader, parameters));
  }

  public <T> Optional<T> find(
      String sql, Session.RowMapper<T> reader, @Nullable Object... parameters) {
    return run(session -> session.find(sql, reader, parameters));
  }

  public int update(String sql, @Nullable Object... parameters) {
    return run(session -> session.update(sql, parameters));
  }

  private static RuntimeException failure(SQLException e) {
    String state = e.getSQLState();
    String message =
        "PostgreSQL" + (state == null ? "" : " (" + state + ")") + ": " + e.getMessage();
    if (e instanceof SQLTransientException
        || e instanceof SQLRecoverableException
        || isTransient(state)) {
      Store.Unavailable unavailable = new Store.Unavailable(message);
      unavailable.initCause(e);
      return unavailable;
    }
    return ConstraintViolationException.of(message, e);
  }

  /** By the SQLSTATE classes in appendix A of PostgreSQL's documentation. */
  private static boolean isTransient(@Nullable String state) {
    return state == null
        || state.startsWith("08") // the connection
        || state.startsWith("25") // read-only after a failover, or an idle transaction timed out
        || state.startsWith("40") // deadlock or serialization failure, rolled back
        || state.startsWith("53") // too many connections, no memory, a full disk
        || state.startsWith("55P") // lock timeout
        || state.startsWith("57") // shutting down, starting up, statement timeout
        || state.startsWith("58"); // the operating system
  }
}
