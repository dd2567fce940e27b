package tender.server.api.view;

import java.util.List;
import java.util.OptionalLong;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/**
 * What a person's last bags bid and paid where time is shared, the newest bag first. Of others'
 * bids nothing is known here, so it tells nothing of how much a host has to do.
 */
public record SharesView(List<ShareView> shares) {
  public SharesView {
    shares = List.copyOf(shares);
  }

  /**
   * A part of a bag at a host.
   *
   * @param done how many of its tasks' results have come
   * @param endedMillis when its last task ended, once all results are there
   * @param bidPerMinute what is bid for it now, or was bid last
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
