package tender.server.store.sql;

import java.sql.SQLException;
import java.util.function.Supplier;
import org.postgresql.util.PSQLException;
import tender.core.store.Store;

/** PostgreSQL rejected a statement because it would violate a constraint; nothing was changed. */
public final class ConstraintViolationException extends IllegalStateException {
  private static final long serialVersionUID = 1;
  private static final String SQL_STATE_CLASS = "23";

  private final String constraint;

  private ConstraintViolationException(String message, String constraint, SQLException cause) {
    super(message, cause);
    this.constraint = constraint;
  }

  static RuntimeException of(String message, SQLException e) {
    if (e instanceof PSQLException rejected
        && String.valueOf(e.getSQLState()).startsWith(SQL_STATE_CLASS)
        && rejected.getServerErrorMessage() != null) {
      return new ConstraintViolationException(
          message, String.valueOf(rejected.getServerErrorMessage().getConstraint()), e);
    }
    return new IllegalStateException(message, e);
  }

  /**
   * Runs a statement that refers to content. If the content was deleted meanwhile, the caller may
   * repeat the whole request.
   *
   * @param reference the foreign key to the content
   */
  public static <T> T referring(String reference, Supplier<T> statement) {
    try {
      return statement.get();
    } catch (ConstraintViolationException e) {
      if (!e.constraint.equals(reference)) {
        throw e;
      }
      Store.Unavailable unavailable =
          new Store.Unavailable("A file was deleted because no bag used it. Repeat the request.");
      unavailable.initCause(e);
      throw unavailable;
    }
  }

  /** The constraint's name in the schema. */
  public String constraint() {
    return constraint;
  }
}
