package tender.core.metascheduler;

import tender.core.model.Time;

/**
 * The metascheduler's timeouts, by its own clock.
 *
 * @param answerTimeoutMillis how long to wait for answers to a call or a reservation, and how late
 *     results may arrive for a promise to count as kept
 * @param inquiryIntervalMillis after how long without a report the provider of a running part is
 *     asked, {@link Time#NEVER} for never
 * @param overdueAfterMillis how long after its promised end a part is taken away from a provider
 *     that still answers
 * @param acceptTimeoutMillis how long a quote waits for the user's acceptance
 * @param clockToleranceMillis how far a provider's clock may be off for its offers to be trusted
 */
public record TimeoutConfig(
    long answerTimeoutMillis,
    long inquiryIntervalMillis,
    long overdueAfterMillis,
    long acceptTimeoutMillis,
    long clockToleranceMillis) {
  private static final int MAX_BACKOFF_DOUBLINGS = 6;

  /** For providers that never fail and have exact clocks: only answers have a timeout. */
  public static TimeoutConfig answersOnly(long answerTimeoutMillis) {
    return new TimeoutConfig(answerTimeoutMillis, Time.NEVER, Time.NEVER, Time.NEVER, Time.NEVER);
  }

  /** The pause after this number of failures, which doubles up to a limit. */
  long backoffMillis(int failures) {
    return answerTimeoutMillis << Math.min(failures, MAX_BACKOFF_DOUBLINGS);
  }
}
