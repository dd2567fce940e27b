package tender.server.api.view;

import java.util.List;
import java.util.Optional;

/**
 * Some of a person's bags, those handed in last first.
 *
 * @param next where the following page begins; empty on the last
 */
public record BagPage(List<BagView> bags, Optional<String> next) {
  public BagPage {
    bags = List.copyOf(bags);
  }
}
