package tender.core.call;

import tender.core.check.ValueChecks;

/**
 * How a provider answered its recent calls.
 *
 * @param calls how many calls count, at most {@value #MAX_CALLS}
 * @param usefulPermille the share of them with {@link UsefulReplies}, in which recent calls weigh
 *     more
 * @param lastCalledMillis when it was called last; 0 if it never was
 */
public record CallRecord(int calls, int usefulPermille, long lastCalledMillis) {
  /** The record of a provider that was never called. */
  public static final CallRecord NONE = new CallRecord(0, 0, 0);

  /** Older calls fade, because the load and the users of a provider change. */
  private static final int MAX_CALLS = 20;

  private static final int ALL_PERMILLE = 1_000;

  public CallRecord {
    ValueChecks.notNegative(calls, "A number of calls");
    ValueChecks.notNegative(usefulPermille, "A share of useful answers");
    if (usefulPermille > ALL_PERMILLE) {
      throw new IllegalArgumentException(
          "A share of useful answers is "
              + usefulPermille
              + " permille; it must be at most 1000 permille.");
    }
  }

  /** The record after one more call, of which the reply was useful or was not. */
  public CallRecord after(boolean useful, long calledMillis) {
    int counted = Math.min(calls + 1, MAX_CALLS);
    int change = ((useful ? ALL_PERMILLE : 0) - usefulPermille) / counted;
    return new CallRecord(
        counted, usefulPermille + change, Math.max(lastCalledMillis, calledMillis));
  }

  /** The expected share of useful replies; one half if it was never called. */
  double expectedUseful() {
    return (calls * (usefulPermille / (double) ALL_PERMILLE) + 1) / (calls + 2);
  }
}
