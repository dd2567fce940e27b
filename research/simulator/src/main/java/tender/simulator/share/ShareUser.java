package tender.simulator.share;

import java.util.List;
import tender.core.share.Broker;
import tender.core.share.OrganisationId;
import tender.core.share.ShareTask;
import tender.core.share.BidderId;

/**
 * A user with a bag.
 *
 * @param startMillis when it is handed in
 * @param deadlineMillis the instant by which it should have ended
 * @param reviewMillis how long the broker waits between two looks at how it goes
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
