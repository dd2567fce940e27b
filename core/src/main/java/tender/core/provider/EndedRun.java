package tender.core.provider;

/**
 * A run that has ended, as whoever looks at the batch system knows it.
 *
 * @param ranMillis how long its tasks ran, all together; it is paid for
 */
public record EndedRun(Run run, long ranMillis) {

  /** A run that nobody pays for. */
  public static EndedRun unpaid(Run run) {
    return new EndedRun(run, 0);
  }
}
