package tender.simulator.share;

import java.util.List;
import tender.core.model.OrganisationId;
import tender.core.share.BidderId;
import tender.core.share.Broker;
import tender.core.share.ShareTask;

/**
 * A user with a bag.
 *
 * @param startMillis when the bag is submitted
 * @param deadlineMillis the instant by which the bag should have ended
 * @param reviewIntervalMillis how long the broker waits between two reviews
 */
public record ShareUser(
    BidderId id,
    OrganisationId organisation,
    long startMillis,
    long deadlineMillis,
    long reviewIntervalMillis,
    Broker broker,
    List<ShareTask> tasks) {
  public ShareUser {
    tasks = List.copyOf(tasks);
  }
}
