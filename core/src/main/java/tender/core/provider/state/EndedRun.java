package tender.core.provider.state;

/**
 * A run that was observed to have ended at the batch system.
 *
 * @param ranMillis the total run time of its tasks, which is charged for
 */
public record EndedRun(JobRun run, long ranMillis) {

  /** A run that is not charged for. */
  public static EndedRun unpaid(JobRun run) {
    return new EndedRun(run, 0);
  }
}
