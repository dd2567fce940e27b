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
 * @param measuredRuns the agent's jobs that have ended, with the batch system's own times, as long
 *     as it remembers them; empty if it forgets a job when it ends
 */
public record QueueSnapshot(
    List<LocalJob> localJobs,
    List<OwnTask> ownTasks,
    List<EndedTask> endedTasks,
    List<ObservedReservation> reservations,
    List<MeasuredRun> measuredRuns) {
  /** A queue without jobs. */
  public static final QueueSnapshot EMPTY =
      new QueueSnapshot(List.of(), List.of(), List.of(), List.of());

  public QueueSnapshot {
    localJobs = List.copyOf(localJobs);
    ownTasks = List.copyOf(ownTasks);
    endedTasks = List.copyOf(endedTasks);
    reservations = List.copyOf(reservations);
    measuredRuns = List.copyOf(measuredRuns);
  }

  /** The queue of a batch system that does not remember when jobs ended. */
  public QueueSnapshot(
      List<LocalJob> localJobs,
      List<OwnTask> ownTasks,
      List<EndedTask> endedTasks,
      List<ObservedReservation> reservations) {
    this(localJobs, ownTasks, endedTasks, reservations, List.of());
  }

  /** Processors of running local jobs. */
  public int runningLocalProcessors() {
    return localJobs.stream().filter(LocalJob::running).mapToInt(LocalJob::processors).sum();
  }
}
