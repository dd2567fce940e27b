package tender.cli.client;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who was asked, what was offered and what became of it, as the market tells. */
public record OffersResponse(
    int calls,
    List<String> asked,
    List<String> silent,
    List<Offer> offers,
    List<HistoryEvent> history,
    @Nullable String noPromise) {

  /** An offer, and what became of it. */
  public record Offer(
      String provider,
      int tasks,
      Instant by,
      String pricePerTask,
      int usedTasks,
      @Nullable String whyNot) {}

  /** Something that happened to the bag. */
  public record HistoryEvent(
      Instant at,
      String what,
      List<String> providers,
      @Nullable Instant from,
      @Nullable Instant by,
      @Nullable String why) {}
}
