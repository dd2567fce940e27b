package tender.core.chain;

import tender.core.model.Time;

/**
 * How much a chain adds to the quotes of its stages, and how often it tries.
 *
 * @param slackPermille of each stage's quoted span on the critical path, added to the promise
 * @param slackMillis added for each stage on the critical path, also to short ones
 * @param quoteValidMillis how long the quote of a chain can be accepted
 * @param retryMillis how long a stage waits after no provider could run it
 * @param attempts how many bags are submitted for a stage at most, those for quotes included
 */
public record ChainPolicy(
    int slackPermille, long slackMillis, long quoteValidMillis, long retryMillis, int attempts) {
  public static final ChainPolicy DEFAULT =
      new ChainPolicy(250, Time.MINUTE_MILLIS, 5 * Time.MINUTE_MILLIS, 30 * Time.SECOND_MILLIS, 20);
}
