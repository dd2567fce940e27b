package tender.cli.client;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A bag, as the market tells of it and as {@code -o json} prints it. */
public record BagResponse(
    String id,
    String name,
    String state,
    int tasks,
    int done,
    List<Failed> failed,
    @Nullable Instant deadline,
    @Nullable String budget,
    @Nullable String valuation,
    @Nullable Promise promise,
    @Nullable CounterOffer counterOffer,
    @Nullable Instant forecast,
    @Nullable Breach breach,
    String paid,
    Instant submitted,
    @Nullable Instant ended,
    long version,
    @Nullable Integer worstExitCode) {

  public static final String ASKING = "asking";
  public static final String BIDDING = "bidding";
  static final String RUNNING = "running";
  static final String DONE = "done";

  private static final Set<String> PENDING_STATES = Set.of("calling", "reserving", "committing");

  /** Tasks that ended with an exit code other than 0. */
  public record Failed(int exitCode, int count, String tasks) {}

  /** What was promised. */
  public record Promise(Instant by, String price, List<Part> parts) {}

  /** What one provider does. */
  public record Part(String provider, int tasks, Instant by, String price, int done) {}

  /** What the person is asked about. */
  public record CounterOffer(Instant by, String price, Instant until, @Nullable Alternative inTime) {}

  /** What makes the deadline for more than the budget, if the quote does not. */
  public record Alternative(Instant by, String price) {}

  /** How the promise was broken. */
  public record Breach(String cause, String provider, Instant promised, Instant ended) {}

  /** Some bags. */
  public record Page(List<BagResponse> bags, @Nullable String next) {}

  boolean isEnded() {
    return ended != null;
  }

  /** Whether the market is at work on an answer, and has nothing to say yet. */
  public boolean isPending() {
    return promise == null && PENDING_STATES.contains(state);
  }

  public int failedTasks() {
    return failed.stream().mapToInt(Failed::count).sum();
  }

  /** Whether a quote is in time, if that matters. */
  public boolean isInTime(CounterOffer offer) {
    return deadline == null || !offer.by.isAfter(deadline);
  }

  /** Whether a quote is within the budget, if there is one. */
  public boolean isWithinBudget(CounterOffer offer) {
    return budget == null || new BigDecimal(offer.price).compareTo(new BigDecimal(budget)) <= 0;
  }

  /** What a program that waited for the bag ends with. */
  public int exitCode() {
    int worst = worstExitCode == null ? 0 : worstExitCode;
    return state.equals(DONE) ? worst : Math.max(1, worst);
  }
}
