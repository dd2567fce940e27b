package tender.server.api.view;

import java.util.List;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/** The promise for a bag and its progress. */
public record PromiseView(long completionMillis, Money price, List<PromisedPart> parts) {
  public PromiseView {
    parts = List.copyOf(parts);
  }

  /**
   * What one provider promised.
   *
   * @param tasks the number of its tasks
   * @param done the number of its accepted results
   * @param firm whether processors are reserved for it
   */
  public record PromisedPart(
      ProviderId provider, int tasks, long completionMillis, Money price, int done, boolean firm) {}
}
