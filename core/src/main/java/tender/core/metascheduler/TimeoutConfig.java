package tender.core.metascheduler;

import tender.core.model.Time;

/**
 * How long the metascheduler waits for whom. All by its own clock.
 *
 * @param answerMillis how long to wait for answers to a call or a reservation, and how late results
 *     may arrive for a promise to count as kept
 * @param inquireMillis after how long without a word of a running part its provider is asked,
 *     {@link Time#NEVER} if it is trusted blindly
 * @param overdueMillis how long after its promised end a part is taken away from a provider that
 *     still answers
 * @param agreeMillis how long a counter-offer waits for the user's word
 * @param clockToleranceMillis how far a provider's clock may be off for its offers to be believed
 */
public record TimeoutConfig(
    long answerTimeoutMillis,
    long inquiryIntervalMillis,
    long overdueAfterMillis,
    long acceptTimeoutMillis,
    long clockToleranceMillis) {

  /**
   * For providers that are always there and whose clocks are right: only answers are waited for.
   */
  public static TimeoutConfig answersOnly(long answerMillis) {
    return new TimeoutConfig(answerMillis, Time.NEVER, Time.NEVER, Time.NEVER, Time.NEVER);
  }
}
