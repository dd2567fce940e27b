package tender.workload.trace;

import java.util.List;
import tender.core.model.Time;
import tender.workload.random.SplitMix64;

/**
 * Assigns deadlines to jobs of traces, which have none: submission plus estimate plus a slack drawn
 * uniformly from a short list, independent of the job's size (Netto and Buyya, "Offer-based
 * Scheduling of Deadline-Constrained Bag-of-Tasks Applications for Utility Computing Systems").
 *
 * <p>A job's slack depends only on the seed and on the job's index. So it does not depend on the
 * order or the thread in which deadlines are computed, nor on which other deadlines are computed.
 *
 * @param slackHours the values, all with equal probability
 */
public record DeadlineSchema(List<Integer> slackHours) {
  /** The paper's looser one: 18 hours, 36 hours or 10 days. */
  public static final DeadlineSchema SCHEMA_1 = new DeadlineSchema(List.of(18, 36, 10 * 24));

  /** The paper's tighter one: 12 hours, a day or a week. */
  public static final DeadlineSchema SCHEMA_2 = new DeadlineSchema(List.of(12, 24, 7 * 24));

  /** Makes deadlines independent of other random numbers that are drawn with the same seed. */
  private static final long SALT = 0x646561646c696e65L;

  public DeadlineSchema {
    slackHours = List.copyOf(slackHours);
    if (slackHours.isEmpty() || slackHours.stream().anyMatch(hours -> hours < 0)) {
      throw new IllegalArgumentException(
          "Slack values are " + slackHours + " hours. Give at least one, and none below 0.");
    }
  }

  /**
   * The time by which the job must end.
   *
   * @param index of the job in its workload, counted from 0
   */
  public long deadlineMillis(TraceJob job, long seed, long index) {
    return job.submitMillis() + job.estimateMillis() + slackMillis(seed, index);
  }

  private long slackMillis(long seed, long index) {
    long drawn = SplitMix64.at(SplitMix64.mix(seed ^ SALT), index);
    // The high half of the product is uniform over the list, up to an error of a few in 2^64.
    int choice = (int) Math.unsignedMultiplyHigh(drawn, slackHours.size());
    return slackHours.get(choice) * Time.HOUR_MILLIS;
  }
}
