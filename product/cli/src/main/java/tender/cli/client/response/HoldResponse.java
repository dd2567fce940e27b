package tender.cli.client.response;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bag of another market.
 *
 * @param sizes offers, from few tasks to all
 * @param heldUntil when the capacity is released, if it is held
 */
public record HoldResponse(BagResponse bag, List<Size> sizes, @Nullable Instant heldUntil) {

  /** When so many tasks would be done, and what they would cost. */
  public record Size(int tasks, Instant by, String price) {}
}
