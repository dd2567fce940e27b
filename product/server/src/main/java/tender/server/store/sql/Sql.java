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
 * Runs statements, each alone or several as one transaction, and says what it means when one fails:
 * {@link Store.Unavailable} if nobody knows whether it was done, or if it was not for a reason that
 * passes; anything else is a mistake of ours.
 */
public final class Sql {
  private final DataSource connections;

  /** What is done on one connection. */
  interface Statements<T> {
    T run(Session session) throws SQLException;
  }

  public Sql(DataSource connections) {
    this.connections = connections;
  }

  /** Each statement of the body is a transaction by itself. */
  public <T> T run(Statements<T> body) {
    try (Connection connection = connections.getConnection()) {
      return body.run(new Session(connection));
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /** All of the body is one transaction, which is rolled back if the body throws. */
  public <T> T transaction(Statements<T> body) {
    try (Connection connection = connections.getConnection()) {
      connection.setAutoCommit(false);
      T result = body.run(new Session(connection));
      connection.commit();
      // A connection that is closed while its transaction is open is rolled back by the pool.
      return result;
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  public <T> List<T> list(String sql, Session.RowMapper<T> reader, @Nullable Object... parameters) {
    return run(session -> session.list(sql, reader, parameters));
  }

  public <T> Optional<T> find(String sql, Session.RowMapper<T> reader, @Nullable Object... parameters) {
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

  /** By the classes of states in PostgreSQL's documentation, appendix A. */
  private static boolean isTransient(@Nullable String state) {
    return state == null
        || state.startsWith("08") // the connection
        || state.startsWith("25") // read-only after a failover, or cut off while it was idle
        || state.startsWith("40") // deadlock or serialization, rolled back
        || state.startsWith("53") // too many connections, no memory, a full disk
        || state.startsWith("55P") // a lock that was not given in time
        || state.startsWith("57") // shut down, starting up, cancelled after too long
        || state.startsWith("58"); // the operating system
  }
}
