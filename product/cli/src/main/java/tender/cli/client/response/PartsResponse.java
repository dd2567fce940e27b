package tender.cli.client.response;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of a bag, in the order in which they were placed. */
public record PartsResponse(List<PlacedPart> parts) {
  /**
   * A part.
   *
   * @param ended when its last task ended, once all results have arrived
   * @param lost when it was lost
   */
  public record PlacedPart(
      String provider,
      int tasks,
      Instant placed,
      @Nullable Instant ended,
      @Nullable Instant lost,
      @Nullable Instant refused) {
    /** Whether the provider has its tasks. */
    public boolean isActive() {
      return ended == null && lost == null && refused == null;
    }
  }
}
