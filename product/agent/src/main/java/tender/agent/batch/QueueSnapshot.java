package tender.agent.batch;

import java.util.List;

/**
 * The batch system's queue at one moment.
 *
 * @param localJobs other users' jobs that run, or wait for processors
 * @param ownTasks the agent's tasks that wait or run
 * @param endedTasks the agent's tasks that the batch system ended, as long as it remembers them
 *     (minutes); tasks that were cancelled while they waited may be missing
 * @param reservations all reservations on the cluster
 */
public record QueueSnapshot(
    List<LocalJob> localJobs,
    List<OwnTask> ownTasks,
    List<EndedTask> endedTasks,
    List<ObservedReservation> reservations) {
  /** A queue without jobs. */
  public static final QueueSnapshot EMPTY =
      new QueueSnapshot(List.of(), List.of(), List.of(), List.of());

  public QueueSnapshot {
    localJobs = List.copyOf(localJobs);
    ownTasks = List.copyOf(ownTasks);
    endedTasks = List.copyOf(endedTasks);
    reservations = List.copyOf(reservations);
  }

  /** Processors of running local jobs. */
  public int runningLocalProcessors() {
    return localJobs.stream().filter(LocalJob::running).mapToInt(LocalJob::processors).sum();
  }
}
