package tender.core.provider.state;

import java.util.List;
import java.util.Optional;
import tender.core.model.Job;
import tender.core.promise.Slack;

/**
 * What a provider's new process finds of the life of the one before.
 *
 * @param kept all that was stored, the latest of each reservation
 * @param localJobs those that were promised and have not ended
 * @param running what runs on the cluster
 * @param ended parts' tasks that have ended and left their results, whether that was seen or not
 * @param slack what was learned so far, where the provider can do no more than forecast
 */
public record RecoveredState(
    List<ReservationRecord> reservations,
    List<Job> localJobs,
    List<JobRun> running,
    List<JobRun> ended,
    Optional<Slack> slack) {
  public RecoveredState {
    reservations = List.copyOf(reservations);
    localJobs = List.copyOf(localJobs);
    running = List.copyOf(running);
    ended = List.copyOf(ended);
  }

  /** At a provider that can hold what it plans. */
  public RecoveredState(List<ReservationRecord> kept, List<Job> localJobs, List<JobRun> running, List<JobRun> ended) {
    this(kept, localJobs, running, ended, Optional.empty());
  }
}
