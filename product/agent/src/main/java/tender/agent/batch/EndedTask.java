package tender.agent.batch;

/**
 * One of the agent's tasks that the batch system ended, or could not run.
 *
 * @param jobName of its {@link ArrayJob}
 * @param arrayIndex of the task within it
 */
public record EndedTask(String jobName, int arrayIndex, EndReason reason) {
  /** Why the task ended. */
  public enum EndReason {
    /** The task exceeded its time limit. If its command still completed, there is an exit code. */
    TIME_LIMIT(false),
    /** The task exceeded its memory limit. */
    MEMORY(false),
    /** A user or the agent cancelled the task. */
    CANCELLED(true),
    /** The task's node failed, or a job of higher priority preempted it. */
    LOST(true),
    /** The script could not run the task: its folders are missing or not writable. */
    BROKEN(false);

    private final boolean overridesExitCode;

    EndReason(boolean outweighsEvidence) {
      this.overridesExitCode = outweighsEvidence;
    }

    /**
     * Whether an exit code of the same task must be ignored. The signal that ends a task reaches
     * its processes one after the other, so the last one may still write an exit code. At a time
     * limit the script waits to be sure.
     */
    public boolean overridesExitCode() {
      return overridesExitCode;
    }
  }
}
