package tender.agent.batch;

import java.util.List;
import java.util.Optional;
import tender.core.model.TaskSet;

/**
 * The port to a cluster's batch system. It executes requests and decides nothing. Every method may
 * throw a {@link BatchSystemException}, and no method waits much longer than the time limit of a
 * command.
 *
 * <p>The port does not report exit codes: the agent reads them from the part's folder ({@code
 * PartFolder.taskExits}), after it has read the queue. A task that is not among the queue's own
 * tasks
 *
 * <ul>
 *   <li>was stopped, if it is among the ended tasks for a reason that {@link
 *       EndedTask.EndReason#overridesExitCode overrides exit codes};
 *   <li>has ended, if the folder has its exit code;
 *   <li>was stopped, if it is among the ended tasks for another reason;
 *   <li>is lost otherwise. On a shared file system, exit codes may become visible some seconds
 *       late.
 * </ul>
 */
public interface BatchSystem {

  /**
   * Describes the cluster and the agent's rights there. Changes rarely and takes several commands.
   */
  ClusterInfo clusterInfo();

  /**
   * Settings of the cluster with which promises would break or local users would not come first, as
   * sentences for the owner.
   */
  default List<String> warnings() {
    return List.of();
  }

  /**
   * Why the batch system would refuse the agent's jobs, as it says; empty if it would accept them,
   * or cannot tell. Submits nothing.
   */
  default Optional<String> submissionFailure() {
    return Optional.empty();
  }

  /** Whether the agent's account may change the batch system itself, and thus all users' jobs. */
  default boolean isAdministrator() {
    return false;
  }

  /** All jobs as they are now, the agent's and others', and the reservations. */
  QueueSnapshot queue();

  /**
   * Submits an array, identified by its name. If it was submitted before, nothing happens, so the
   * agent may repeat the call after a crash at any time.
   */
  void submit(ArrayJob job);

  /**
   * Moves the agent's arrays behind the jobs that precede them in the given order. Other users'
   * jobs are not changed, and no array gets a better priority than it was submitted with. Jobs that
   * have started or ended are ignored.
   *
   * @param waiting other users' jobs by their ids, the agent's arrays by their names
   */
  void applyQueueOrder(List<String> waiting);

  /** Cancels tasks that wait or run. Tasks that have ended and unknown arrays are ignored. */
  void cancel(String jobName, TaskSet indexes);

  /**
   * Reserves processors for those of the agent's jobs that name the reservation. An existing
   * reservation of this name counts as this one.
   *
   * @return false if the batch system has no free processors in that interval, or never reserves
   */
  default boolean reserve(BatchReservation reservation) {
    return false;
  }

  /**
   * Deletes a reservation; one that does not exist is ignored. Tasks that wait for it keep waiting,
   * without it.
   */
  default void release(String reservationName) {}
}
