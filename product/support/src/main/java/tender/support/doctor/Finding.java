package tender.support.doctor;

import tender.support.doctor.CheckResult.Status;

/** The result of the check of this name. */
public record Finding(String check, CheckResult result) {
  /** Whether there is something to do. */
  public boolean isProblem() {
    return result.status() == Status.FAULT || result.status() == Status.WARNING;
  }
}
