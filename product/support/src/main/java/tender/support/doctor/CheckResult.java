package tender.support.doctor;

/**
 * The result of a check.
 *
 * @param found what the check found, with its values
 * @param fix what to do; empty if there is nothing to do
 */
public record CheckResult(Status status, String found, String fix) {
  /** How bad it is. */
  public enum Status {
    /** As it should be, or not used here. */
    OK,
    /** It works, but not well, or not for long. */
    WARNING,
    /** It does not work, or is not safe. */
    FAULT,
    /** Unknown, because of another fault. */
    SKIPPED
  }

  public static CheckResult ok(String found) {
    return new CheckResult(Status.OK, found, "");
  }

  public static CheckResult warning(String found, String fix) {
    return new CheckResult(Status.WARNING, found, fix);
  }

  public static CheckResult fault(String found, String fix) {
    return new CheckResult(Status.FAULT, found, fix);
  }

  static CheckResult skipped(String needed) {
    return new CheckResult(Status.SKIPPED, "depends on " + needed, "");
  }
}
