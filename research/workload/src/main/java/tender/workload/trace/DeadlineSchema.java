package tender.workload.trace;

import java.util.List;
import tender.core.model.Time;
import tender.workload.random.SplitMix64;

/**
 * Gives deadlines to jobs of traces, which have none: submission plus estimate plus a slack drawn
 * from a short list, each of its values alike, whatever the job's size (Netto and Buyya,
 * "Offer-based Scheduling of Deadline-Constrained Bag-of-Tasks Applications for Utility Computing
 * Systems").
 *
 * <p>A job's draw depends on the seed and on the job's index alone. So it does not matter in which
 * order or on which thread deadlines are asked for, nor whether those of other jobs are.
 *
 * @param slackHours the values, each as likely as the others
 */
public record DeadlineSchema(List<Integer> slackHours) {
  /** The paper's looser one: 18 hours, 36 hours or 10 days. */
  public static final DeadlineSchema SCHEMA_1 = new DeadlineSchema(List.of(18, 36, 10 * 24));

  /** The paper's tighter one: 12 hours, a day or a week. */
  public static final DeadlineSchema SCHEMA_2 = new DeadlineSchema(List.of(12, 24, 7 * 24));

  /** Keeps deadlines from following the numbers that another use of the same seed draws. */
  private static final long SALT = 0x646561646c696e65L;

  public DeadlineSchema {
    slackHours = List.copyOf(slackHours);
    if (slackHours.isEmpty() || slackHours.stream().anyMatch(hours -> hours < 0)) {
      throw new IllegalArgumentException(
          "The slack is one of " + slackHours + " hours. Give at least one, and none below 0.");
    }
  }

  /**
   * When the job is to have ended.
   *
   * @param index of the job in its workload, counted from 0
   */
  public long deadlineMillis(TraceJob job, long seed, long index) {
    return job.submitMillis() + job.estimateMillis() + slackMillis(seed, index);
  }

  private long slackMillis(long seed, long index) {
    long drawn = SplitMix64.at(SplitMix64.mix(seed ^ SALT), index);
    // The high half of the product is uniform over the list, but for a few parts in 2^64.
    int choice = (int) Math.unsignedMultiplyHigh(drawn, slackHours.size());
    return slackHours.get(choice) * Time.HOUR_MILLIS;
  }
}
