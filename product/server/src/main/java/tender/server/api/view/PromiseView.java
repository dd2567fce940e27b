package tender.server.api.view;

import java.util.List;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/** What was promised for a bag, and how far those who do it have come. */
public record PromiseView(long byMillis, Money price, List<PromisedPart> parts) {
  public PromiseView {
    parts = List.copyOf(parts);
  }

  /**
   * What one provider does of a bag.
   *
   * @param tasks how many it was given
   * @param done how many of them it has done and that count
   */
  public record PromisedPart(ProviderId provider, int tasks, long byMillis, Money price, int done) {}
}
