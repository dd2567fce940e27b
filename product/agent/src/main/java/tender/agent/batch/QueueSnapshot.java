package tender.agent.batch;

import java.util.List;

/**
 * All that waits and runs, seen at one moment.
 *
 * @param local other people's jobs that run, or wait for processors
 * @param own our tasks that wait or run
 * @param ended our tasks that the batch system ended, as long as it remembers them (minutes); those
 *     that were cancelled while they waited may be missing
 * @param holds processors that are kept for somebody
 */
public record QueueSnapshot(
    List<LocalJob> localJobs, List<OwnTask> ownTasks, List<EndedTask> endedTasks, List<ObservedReservation> reservations) {
  public QueueSnapshot {
    localJobs = List.copyOf(localJobs);
    ownTasks = List.copyOf(ownTasks);
    endedTasks = List.copyOf(endedTasks);
    reservations = List.copyOf(reservations);
  }
}
