package tender.server.rest.json;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.core.compose.Composition;
import tender.core.model.Time;
import tender.server.api.view.Recomposition;

/**
 * A composition of the present offers as JSON.
 *
 * @param by when the bag would be done; null if the offers do not cover the bag
 */
public record CompositionJson(
    @Nullable String policy,
    @Nullable Instant by,
    String price,
    boolean meetsDeadline,
    boolean withinBudget,
    int unplacedTasks,
    List<ExplanationJson.ConsideredOfferJson> offers) {

  public static CompositionJson of(Recomposition made) {
    Composition composition = made.composition();
    long completionMillis = composition.completionMillis();
    return new CompositionJson(
        made.policy().orElse(null),
        completionMillis == Time.NEVER ? null : Instant.ofEpochMilli(completionMillis),
        composition.price().toString(),
        composition.meetsDeadline(),
        made.isWithinBudget(),
        composition.unplacedTasks(),
        made.offers().stream().map(ExplanationJson::offer).toList());
  }
}
