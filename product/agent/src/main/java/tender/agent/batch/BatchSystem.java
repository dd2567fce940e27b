package tender.agent.batch;

import java.util.List;
import tender.core.model.TaskSet;

/**
 * A cluster's own batch system, as far as the agent needs it. It does what it is told and decides
 * nothing; what it cannot do it says with a {@link BatchSystemException}, which every method may
 * throw, and no method waits much longer than the time limit of a command.
 *
 * <p>How a task ended is not asked here but read from its evidence ({@code PartFolder.taskExits}).
 * Ask for the queue first and read the evidence then. A task that the queue does not show as own
 *
 * <ul>
 *   <li>was stopped if the queue has it among the ended for a reason that {@link
 *       EndedTask.Why#outweighsEvidence outweighs evidence};
 *   <li>has ended, with that exit code, if there is evidence;
 *   <li>was stopped if the queue has it among the ended;
 *   <li>is lost otherwise. On a file system of several machines, evidence may come to light some
 *       seconds late.
 * </ul>
 */
public interface BatchSystem {

  /** What the cluster is, and what we may do there. Changes seldom, and costs several questions. */
  ClusterInfo clusterInfo();

  /** All jobs, ours and others', as they are now, and the holds. */
  QueueSnapshot queue();

  /**
   * Submits an array whose name says which it is. When it was submitted before, nothing happens:
   * the same call may be made again after a crash at any moment.
   */
  void submit(ArrayJob job);

  /**
   * Lets our arrays give way to those that come before them in a list of what waits. Nobody else's
   * place is touched, and no array of ours gets a better one than it was submitted with. What has
   * started or gone is no matter.
   *
   * @param waiting others' jobs by their ids, our arrays by their names
   */
  void applyQueueOrder(List<String> waiting);

  /** Ends tasks that wait or run; those that are gone, and arrays nobody knows, are no matter. */
  void cancel(String jobName, TaskSet indexes);

  /**
   * Keeps processors for our jobs that name the hold. A hold of this name that is there already is
   * taken for this one.
   *
   * @return false if the batch system has no room then
   */
  boolean reserve(BatchReservation hold);

  /**
   * Gives a hold back; one that is gone is no matter. Tasks that wait in it go on waiting, without
   * it.
   */
  void release(String holdName);
}
