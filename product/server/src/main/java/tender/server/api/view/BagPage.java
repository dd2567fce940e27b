package tender.server.api.view;

import java.util.List;
import java.util.Optional;

/**
 * A page of a user's bags, newest first.
 *
 * @param next the cursor of the next page; empty on the last page
 */
public record BagPage(List<BagView> bags, Optional<String> next) {
  public BagPage {
    bags = List.copyOf(bags);
  }
}
