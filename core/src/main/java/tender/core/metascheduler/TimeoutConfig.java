package tender.core.metascheduler;

import tender.core.model.Time;

/**
 * The metascheduler's timeouts, by its own clock.
 *
 * @param answerTimeoutMillis how long to wait for answers to a call or a reservation, and how late
 *     results may arrive for a promise to count as kept
 * @param inquiryIntervalMillis after how long without a report the provider of a running part is
 *     asked, if the part ends soon or an inquiry was not answered; {@link Time#NEVER} for never
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

  /** The interval between inquiries, as a share of the time until the promised end. */
  private static final int INQUIRIES_BEFORE_END = 20;

  /** How much longer than configured the interval may become. */
  private static final int MAX_INTERVAL_FACTOR = 12;

  /** For providers that never fail and have exact clocks: only answers have a timeout. */
  public static TimeoutConfig answersOnly(long answerTimeoutMillis) {
    return new TimeoutConfig(answerTimeoutMillis, Time.NEVER, Time.NEVER, Time.NEVER, Time.NEVER);
  }

  /** The pause after this number of failures, which doubles up to a limit. */
  long backoffMillis(int failures) {
    return answerTimeoutMillis << Math.min(failures, MAX_BACKOFF_DOUBLINGS);
  }

  /**
   * When to ask the provider of a part that has just reported. Each inquiry and its answer write
   * the bag, so a part that ends in hours is asked less often than one that ends in minutes: the
   * delay until a silent provider is noticed stays small compared with the time that is left.
   */
  long inquiryAfterReportMillis(long nowMillis, long completionMillis) {
    if (inquiryIntervalMillis == Time.NEVER) {
      return Time.NEVER;
    }
    long share = (completionMillis - nowMillis) / INQUIRIES_BEFORE_END;
    return Time.after(
        nowMillis,
        Math.clamp(share, inquiryIntervalMillis, MAX_INTERVAL_FACTOR * inquiryIntervalMillis));
  }
}
