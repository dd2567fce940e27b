package tender.experiments.definition;

import java.util.Objects;
import tender.core.compose.CompositionPolicies;
import tender.core.compose.CompositionPolicy;
import tender.core.provider.ProviderTerms;

/**
 * A composition policy of the metascheduler, and what providers disclose to it in addition to their
 * offers.
 *
 * @param id the name of the policy in {@link CompositionPolicies}
 * @param title its name in figures
 */
public record PolicySpec(String id, String title, ProviderTerms.DisclosureLevel discloses) {
  public PolicySpec {
    if (!CompositionPolicies.all().containsKey(id)) {
      throw new IllegalArgumentException(
          "Unknown policy: "
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
