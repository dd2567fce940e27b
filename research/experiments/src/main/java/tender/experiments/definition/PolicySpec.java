package tender.experiments.definition;

import java.util.Objects;
import tender.core.compose.CompositionPolicy;
import tender.core.compose.CompositionPolicies;
import tender.core.provider.ProviderTerms;

/**
 * How the metascheduler composes, and what providers tell it beside their offers.
 *
 * @param id the name of the policy in {@link CompositionPolicies}
 * @param title its name in figures
 */
public record PolicySpec(String id, String title, ProviderTerms.DisclosureLevel discloses) {
  public PolicySpec {
    if (!CompositionPolicies.all().containsKey(id)) {
      throw new IllegalArgumentException(
          "There is no policy "
              + id
              + ". Choose one of "
              + String.join(", ", CompositionPolicies.all().keySet())
              + ".");
    }
  }

  public CompositionPolicy composer() {
    return Objects.requireNonNull(CompositionPolicies.all().get(id));
  }
}
