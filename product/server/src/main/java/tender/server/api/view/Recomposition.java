package tender.server.api.view;

import java.util.List;
import java.util.Optional;
import tender.core.compose.Composition;

/**
 * A composition of the present offers for another deadline and budget.
 *
 * @param policy the composition policy of the market, or {@code budget} if a budget is given: then
 *     the least cost that meets the deadline, or the earliest end within the budget
 * @param isWithinBudget true if there is no budget
 * @param offers all offers and whether they are used
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
