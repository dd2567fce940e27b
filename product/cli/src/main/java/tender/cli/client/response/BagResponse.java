package tender.cli.client.response;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A bag, as the server returns it and {@code -o json} prints it. */
public record BagResponse(
    String id,
    String name,
    String state,
    int tasks,
    int done,
    List<Failed> failed,
    @Nullable MissingOutput missingOutput,
    @Nullable Instant deadline,
    @Nullable String budget,
    @Nullable String valuation,
    @Nullable Promise promise,
    @Nullable Quote quote,
    @Nullable Instant forecast,
    @Nullable Breach breach,
    String paid,
    Instant submitted,
    @Nullable Instant ended,
    long version,
    @Nullable Integer worstExitCode,
    @Nullable FailedAttempts failedAttempts) {

  /** Exit code: the bag got no promise. */
  public static final int EXIT_NOT_PROMISED = 3;

  /** Exit code: tasks ended with an exit code other than 0, or the first tasks all failed. */
  public static final int EXIT_TASKS_FAILED = 4;

  /** Exit code: the bag ended before all its tasks did. */
  public static final int EXIT_NOT_DONE = 5;

  /** Exit code: all tasks exited with 0, but outputs of some are missing. */
  public static final int EXIT_MISSING_OUTPUT = 6;

  public static final String QUOTED = "quoted";
  public static final String BIDDING = "bidding";
  public static final String DONE = "done";
  public static final String CANCELLED = "cancelled";
  public static final String STOPPED = "stopped";

  private static final Set<String> PENDING_STATES =
      Set.of("calling", "reserving", "held", "committing");

  /**
   * Failed tasks; with exit code 0 those whose required outputs are missing.
   *
   * @param runtimeSeconds the runtime in the bag file, if they were stopped at the limit that it
   *     sets
   */
  public record Failed(int exitCode, int count, String tasks, @Nullable Double runtimeSeconds) {}

  /** Tasks that exited with 0, but whose outputs are missing. */
  public record MissingOutput(int count, String tasks) {}

  /** Attempts that have failed, also of tasks that are retried. */
  public record FailedAttempts(int count, int tasks, List<FailedAttempt> latest) {}

  /** A failed attempt with the end of its error output. */
  public record FailedAttempt(
      int taskIndex, int attempt, int exitCode, String provider, String stderr) {}

  /** The promise. */
  public record Promise(Instant by, String price, List<Part> parts) {}

  /** The tasks of one provider. */
  public record Part(
      String provider, int tasks, Instant by, String price, int done, boolean firm) {}

  /**
   * A quote that waits for the user's answer.
   *
   * @param expected when the providers expect to be done, which is often before {@code by}
   * @param surcharge how much of the price are surcharges for users of other organisations
   */
  public record Quote(
      Instant by,
      Instant expected,
      String price,
      @Nullable String surcharge,
      Instant expires,
      @Nullable Alternative alternative) {}

  /** What meets the deadline but exceeds the budget, if the quote does not meet the deadline. */
  public record Alternative(Instant by, String price) {}

  /** A broken promise. */
  public record Breach(String cause, String provider, Instant promised, Instant ended) {}

  /** A page of bags. */
  public record Page(List<BagResponse> bags, @Nullable String next) {}

  public boolean isEnded() {
    return ended != null;
  }

  /** Whether the server has not yet decided on the bag. */
  public boolean isPending() {
    return promise == null && PENDING_STATES.contains(state);
  }

  public int failedTasks() {
    return failed.stream().mapToInt(Failed::count).sum();
  }

  /** Whether a quote meets the deadline; true without a deadline. */
  public boolean isInTime(Quote quote) {
    return deadline == null || !quote.by.isAfter(deadline);
  }

  /** Whether a quote is within the budget; true without a budget. */
  public boolean isWithinBudget(Quote quote) {
    return budget == null || new BigDecimal(quote.price).compareTo(new BigDecimal(budget)) <= 0;
  }

  /** The exit code of a command that waited for the bag. */
  public int exitCode() {
    if (failedTasks() > 0 || state.equals(STOPPED)) {
      return EXIT_TASKS_FAILED;
    }
    if (!state.equals(DONE)) {
      return EXIT_NOT_DONE;
    }
    return missingOutput == null ? 0 : EXIT_MISSING_OUTPUT;
  }
}
