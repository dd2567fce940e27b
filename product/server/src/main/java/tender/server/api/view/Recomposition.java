package tender.server.api.view;

import java.util.List;
import java.util.Optional;
import tender.core.compose.Composition;

/**
 * What the offers in hand make of a bag.
 *
 * @param policy the composing policy of the market, or {@code budget} if there is one: then it is
 *     composed for the least cost that makes the deadline, or the earliest end within the budget
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
