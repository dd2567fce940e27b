package tender.agent.batch;

/**
 * A run of one of the agent's jobs that has ended, by the batch system's own clock and records. A
 * task cannot change these times, so bills are computed from them.
 *
 * @param jobName of its {@link ArrayJob}
 * @param arrayIndex of the job within it
 * @param startedMillis since the Unix epoch
 * @param endedMillis since the Unix epoch
 * @param clusterFault whether the cluster ended the run, because a node failed or a job of higher
 *     priority took its place; such a run is not charged
 */
public record MeasuredRun(
    String jobName, int arrayIndex, long startedMillis, long endedMillis, boolean clusterFault) {
  /** A run without a start, or that ends before it starts, took no time. */
  public long ranMillis() {
    return Math.max(0, endedMillis - startedMillis);
  }
}
