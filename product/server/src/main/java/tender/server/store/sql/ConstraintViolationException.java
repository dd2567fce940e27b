package tender.server.store.sql;

import java.sql.SQLException;
import org.postgresql.util.PSQLException;

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

  /** The constraint's name in the schema. */
  public String constraint() {
    return constraint;
  }
}
