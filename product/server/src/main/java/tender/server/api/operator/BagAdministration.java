package tender.server.api.operator;

import java.util.List;
import java.util.Optional;
import tender.core.model.BagId;
import tender.server.api.view.BagView;
import tender.server.model.BagPhase;
import tender.server.model.UserId;

/** The bags of all users. */
public interface BagAdministration {

  /** A bag and its user. */
  record OwnedBag(UserId user, BagView view) {}

  /**
   * Which bags to list.
   *
   * @param search a text in the bag's id, its name or its user's name, in any case
   */
  record BagFilter(Optional<UserId> user, Optional<BagPhase> state, Optional<String> search) {}

  /**
   * Some of the bags that match, newest first. It may have few bags, or none, although there are
   * more.
   *
   * @param next the cursor of the next page; empty on the last one
   */
  record OwnedBags(List<OwnedBag> bags, Optional<String> next) {
    public OwnedBags {
      bags = List.copyOf(bags);
    }
  }

  /**
   * A page of the bags that match.
   *
   * @param cursor of the page, not validated; empty for the first one
   */
  OwnedBags list(BagFilter filter, Optional<String> cursor, int limit);

  /**
   * Cancels a bag as its user could, and records the reason in its history.
   *
   * @return the bag, which has ended
   */
  OwnedBag cancel(BagId bag, String reason);
}
