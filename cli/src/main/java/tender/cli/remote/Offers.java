package tender.cli.remote;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who was asked, what was offered and what became of it, as the market tells. */
record Offers(
    int calls,
    List<String> asked,
    List<String> silent,
    List<Offer> offers,
    List<Refusal> refusals,
    @Nullable String noPromise) {

  /** An offer, and what became of it. */
  record Offer(
      String provider,
      int tasks,
      Instant by,
      String pricePerTask,
      int usedTasks,
      @Nullable String whyNot) {}

  /** A provider did not hold what it had offered. */
  record Refusal(String provider, String why, Instant at) {}
}
