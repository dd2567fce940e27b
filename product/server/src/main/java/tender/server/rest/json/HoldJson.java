package tender.server.rest.json;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.server.api.view.HoldView;

/** A bag of another market as JSON. */
public record HoldJson(BagJson bag, List<SizeJson> sizes, @Nullable Instant heldUntil) {

  /** When so many tasks would be done, and what they would cost. */
  record SizeJson(int tasks, Instant by, String price) {}

  public static HoldJson of(HoldView hold) {
    return new HoldJson(
        BagJson.of(hold.bag()),
        hold.sizes().stream()
            .map(
                size ->
                    new SizeJson(
                        size.tasks(),
                        Instant.ofEpochMilli(size.completionMillis()),
                        size.price().toString()))
            .toList(),
        BagJson.instantOrNull(hold.heldUntilMillis()));
  }
}
