package tender.server.rest;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.core.compose.Composition;
import tender.core.model.Time;
import tender.server.market.view.Recomposition;

/**
 * What the offers in hand make of a bag, as JSON.
 *
 * @param by when all would be done; null if the offers do not cover the bag
 */
record CompositionBody(
    @Nullable String policy,
    @Nullable Instant by,
    String price,
    boolean meetsDeadline,
    boolean withinBudget,
    int unplacedTasks,
    List<ExplanationBody.OfferBody> offers) {

  static CompositionBody of(Recomposition made) {
    Composition composition = made.composition();
    long byMillis = composition.completionMillis();
    return new CompositionBody(
        made.policy().orElse(null),
        byMillis == Time.NEVER ? null : Instant.ofEpochMilli(byMillis),
        composition.price().toString(),
        composition.meetsDeadline(),
        made.isWithinBudget(),
        composition.unplacedTasks(),
        made.offers().stream().map(ExplanationBody::offer).toList());
  }
}
