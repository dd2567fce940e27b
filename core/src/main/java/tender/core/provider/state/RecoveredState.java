package tender.core.provider.state;

import java.util.List;
import java.util.Optional;
import tender.core.model.Job;
import tender.core.promise.Slack;

/**
 * What a restarted provider recovers of its state.
 *
 * @param reservations the latest stored record of each reservation
 * @param localJobs local jobs that were promised and have not ended
 * @param running what is running on the cluster
 * @param ended tasks of parts that have ended and left results, observed or not
 * @param slack what was learned about forecasts, if the provider cannot hold capacity
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

  /** At a provider that can hold the capacity that it plans. */
  public RecoveredState(
      List<ReservationRecord> reservations,
      List<Job> localJobs,
      List<JobRun> running,
      List<JobRun> ended) {
    this(reservations, localJobs, running, ended, Optional.empty());
  }
}
