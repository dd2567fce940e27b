package tender.simulator.faults;

import java.util.List;
import java.util.Map;
import tender.core.message.ReservationId;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ReservationRecord;

/** Runs the tasks of a site, and continues when the site's agent crashes. */
interface SiteExecutor {
  /** What an agent finds running when it restarts. */
  List<JobRun> running();

  /** Runs that have ended and whose results the agent has not handled yet. */
  List<JobRun> results();

  void removeResult(JobRun run);

  /** Ends everything, because the site is removed. */
  void clear();

  /** Starts tasks for the agent. */
  default void submit(JobRun run, int agentIncarnation) {
    throw new IllegalStateException("A time-shared host is not given runs: " + run);
  }

  /** The agent has stored a reservation; a time-shared host then runs its part, or ends it. */
  default void reservationStored(ReservationRecord stored) {}

  default void setShares(Map<ReservationId, Double> shares) {
    throw new IllegalStateException("The site is not time-shared: " + shares);
  }

  /** Does not accept jobs and reports nothing for a while. */
  default void goDown() {}

  default void heal() {}
}
