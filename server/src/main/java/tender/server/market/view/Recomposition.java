package tender.server.market.view;

import java.util.List;
import java.util.Optional;
import tender.core.compose.Composition;

/**
 * What the offers in hand make of a bag.
 *
 * @param policy the composing policy: the market's own, or if that is over the budget the earliest
 *     end within it
 * @param isWithinBudget true if there is none
 * @param offers all of them, with what became of each
 */
public record Recomposition(
    Optional<String> policy,
    Composition composition,
    boolean isWithinBudget,
    List<Explanation.ConsideredOffer> offers) {
  public Recomposition {
    offers = List.copyOf(offers);
  }
}
