package tender.simulator.faults.checks;

import org.jspecify.annotations.Nullable;
import tender.core.message.ReservationId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.provider.ProviderTerms;
import tender.core.provider.state.ReservationRecord;

/** What the checkers may see of a simulated site, including the faults that it suffered. */
public interface ObservedSite {
  ProviderId id();

  String name();

  ProviderTerms terms();

  /** Whether the site is a host whose promises depend on the bids of all bags. */
  boolean isTimeShared();

  /** Whether the site's agent also sends false messages. */
  boolean isByzantine();

  /** Whether a fault happened at the site itself. */
  boolean isFaulted();

  /** Whether a fault happened on the link between the site and the server. */
  boolean isLinkFaulted();

  /** The stored record of a reservation, null if there is none. */
  @Nullable ReservationRecord storedReservation(ReservationId reservation);

  /** The tasks that the batch system has actually completed for a reservation. */
  TaskSet completedTasks(ReservationId reservation);
}
