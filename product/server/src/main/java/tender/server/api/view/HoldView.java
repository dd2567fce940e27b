package tender.server.api.view;

import java.util.List;
import java.util.OptionalLong;
import tender.core.model.Money;

/**
 * A bag of another market.
 *
 * @param sizes the offers, from few tasks to all
 * @param heldUntilMillis when the capacity is released, if it is held
 */
public record HoldView(BagView bag, List<SizedOffer> sizes, OptionalLong heldUntilMillis) {
  public HoldView {
    sizes = List.copyOf(sizes);
  }

  /** When so many tasks would be done, and what they would cost. */
  public record SizedOffer(int tasks, long completionMillis, Money price) {}
}
