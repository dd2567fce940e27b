package tender.agent.batch;

/**
 * A task of ours that the batch system ended, or that could not run.
 *
 * @param jobName of its {@link ArrayJob}
 * @param index of the task within it
 */
public record EndedTask(String jobName, int arrayIndex, EndReason reason) {
  /** Why it is over. */
  public enum EndReason {
    /** It ran longer than it said. If it came to its end all the same, there is evidence. */
    TIME_LIMIT(false),
    /** It took more memory than it may. */
    MEMORY(false),
    /** Somebody cancelled it, perhaps we did. */
    CANCELLED(true),
    /** Its node failed or somebody more important took it. */
    LOST(true),
    /** The script could not do its part: its folders are gone or cannot be written. */
    BROKEN(false);

    private final boolean overridesExitCode;

    EndReason(boolean outweighsEvidence) {
      this.overridesExitCode = outweighsEvidence;
    }

    /**
     * Whether an exit code of the same task is not to be believed: the signal that ends a task
     * reaches its processes one after the other, and the last may have made an ending of it. At a
     * time limit, the script waits to make sure.
     */
    public boolean overridesExitCode() {
      return overridesExitCode;
    }
  }
}
