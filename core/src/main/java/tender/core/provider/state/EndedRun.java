package tender.core.provider.state;

/**
 * A run that has ended, as whoever looks at the batch system knows it.
 *
 * @param ranMillis how long its tasks ran, all together; it is paid for
 */
public record EndedRun(JobRun run, long ranMillis) {

  /** A run that nobody pays for. */
  public static EndedRun unpaid(JobRun run) {
    return new EndedRun(run, 0);
  }
}
