package tender.experiments.definition;

import java.util.Objects;
import tender.core.compose.Composer;
import tender.core.compose.Composers;
import tender.core.provider.Terms;

/**
 * How the metascheduler composes, and what providers tell it beside their offers.
 *
 * @param id the name of the policy in {@link Composers}
 * @param title its name in figures
 */
public record Policy(String id, String title, Terms.Discloses discloses) {
  public Policy {
    if (!Composers.all().containsKey(id)) {
      throw new IllegalArgumentException(
          "There is no policy "
              + id
              + ". Choose one of "
              + String.join(", ", Composers.all().keySet())
              + ".");
    }
  }

  public Composer composer() {
    return Objects.requireNonNull(Composers.all().get(id));
  }
}
