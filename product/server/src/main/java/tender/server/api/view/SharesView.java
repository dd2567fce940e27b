package tender.server.api.view;

import java.util.List;
import java.util.OptionalLong;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/**
 * The parts of a user's latest bags at time-shared providers, newest bag first. It contains no bids
 * of other users, so it does not reveal a host's load.
 */
public record SharesView(List<ShareView> shares) {
  public SharesView {
    shares = List.copyOf(shares);
  }

  /**
   * A part at a host.
   *
   * @param done the number of results that have arrived
   * @param endedMillis when its last task ended, once all results have arrived
   * @param bidPerMinute the present or last bid
   * @param paid what the host was paid for the bag so far
   */
  public record ShareView(
      BagId bag,
      String name,
      ProviderId provider,
      int tasks,
      int done,
      long placedMillis,
      OptionalLong endedMillis,
      Money bidPerMinute,
      Money paid) {}
}
