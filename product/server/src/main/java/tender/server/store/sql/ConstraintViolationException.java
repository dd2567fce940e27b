package tender.server.store.sql;

import java.sql.SQLException;
import org.postgresql.util.PSQLException;

/** A statement was refused, and nothing of it was done, since a constraint would not hold then. */
public final class ConstraintViolationException extends IllegalStateException {
  private static final long serialVersionUID = 1;
  private static final String STATES = "23";

  private final String constraint;

  private ConstraintViolationException(String message, String constraint, SQLException cause) {
    super(message, cause);
    this.constraint = constraint;
  }

  static RuntimeException of(String message, SQLException e) {
    if (e instanceof PSQLException refused
        && String.valueOf(e.getSQLState()).startsWith(STATES)
        && refused.getServerErrorMessage() != null) {
      return new ConstraintViolationException(
          message, String.valueOf(refused.getServerErrorMessage().getConstraint()), e);
    }
    return new IllegalStateException(message, e);
  }

  /** By its name in the migrations. */
  public String constraint() {
    return constraint;
  }
}
