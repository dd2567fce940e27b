package tender.agent.batch.slurm;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import tender.agent.batch.EndedTask.EndReason;

/** The job states that squeue prints, and their meaning for the agent. */
enum SlurmState {
  PENDING(Phase.WAITING),
  REQUEUED(Phase.WAITING),
  REQUEUE_FED(Phase.WAITING),
  REQUEUE_HOLD(Phase.WAITING),
  RESV_DEL_HOLD(Phase.WAITING),
  SPECIAL_EXIT(Phase.WAITING),

  RUNNING(Phase.RUNNING),
  CONFIGURING(Phase.RUNNING),
  COMPLETING(Phase.RUNNING),
  RESIZING(Phase.RUNNING),
  SIGNALING(Phase.RUNNING),
  STAGE_OUT(Phase.RUNNING),
  /** The job will continue on the same processors. */
  STOPPED(Phase.RUNNING),
  SUSPENDED(Phase.RUNNING),
  /** A state of a newer Slurm version: the job may be using processors. */
  UNKNOWN(Phase.RUNNING),

  BOOT_FAIL(EndReason.LOST),
  CANCELLED(EndReason.CANCELLED),
  DEADLINE(EndReason.CANCELLED),
  FAILED(EndReason.BROKEN),
  NODE_FAIL(EndReason.LOST),
  OUT_OF_MEMORY(EndReason.MEMORY),
  PREEMPTED(EndReason.LOST),
  TIMEOUT(EndReason.TIME_LIMIT),
  /** The exit code is in the part's folder. */
  COMPLETED(Phase.OVER),
  /** The job was moved to another cluster of a federation. */
  REVOKED(Phase.OVER);

  /** A job's phase. */
  enum Phase {
    WAITING,
    RUNNING,
    OVER
  }

  private static final Map<String, SlurmState> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(SlurmState::name, Function.identity()));

  /**
   * The states that the agent queries at every read: all except success, which is the most
   * frequent.
   */
  static final String QUERIED_STATES =
      "PENDING,RUNNING,SUSPENDED,COMPLETING,CONFIGURING,RESV_DEL_HOLD,STOPPED,"
          + "BOOT_FAIL,CANCELLED,DEADLINE,FAILED,NODE_FAIL,OUT_OF_MEMORY,PREEMPTED,TIMEOUT";

  private final Phase phase;
  private final Optional<EndReason> endReason;

  SlurmState(Phase phase) {
    this.phase = phase;
    this.endReason = Optional.empty();
  }

  SlurmState(EndReason reason) {
    this.phase = Phase.OVER;
    this.endReason = Optional.of(reason);
  }

  static SlurmState of(String text) {
    return BY_NAME.getOrDefault(text, UNKNOWN);
  }

  Phase phase() {
    return phase;
  }

  /** Whether the cluster ended the job, and neither its task nor a user nor the agent did. */
  boolean isClusterFault() {
    return this == BOOT_FAIL || this == NODE_FAIL || this == PREEMPTED;
  }

  /** Why a task ended without an exit code, if it did. */
  Optional<EndReason> endReason() {
    return endReason;
  }
}
