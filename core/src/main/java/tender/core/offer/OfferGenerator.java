package tender.core.offer;

import java.util.Arrays;
import tender.core.model.Bag;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.plan.EdfSchedule;
import tender.core.plan.IncomingJob;

/**
 * Answers a call with offers (Netto and Buyya, section 3.1): a number of tasks and a completion
 * time, for some sizes of the bag's part, in the paper five. An offer states the user's own
 * deadline wherever it can be met, never the earlier instant at which the tasks would really end,
 * which would reveal the load. Only if the deadline cannot be met, the offer states the earliest
 * one that can.
 *
 * <p>The sizes share their work: one schedule and one bound serve all; a deadline found for one
 * size is tried with the largest size first, because that replaces all sizes in between; and since
 * more tasks never end earlier, each search begins at the position of the size before.
 */
public record OfferGenerator(ProviderId provider, EdfSchedule schedule, OfferSteps steps) {

  /** With the five sizes of the paper. */
  public OfferGenerator(ProviderId provider, EdfSchedule schedule) {
    this(provider, schedule, OfferSteps.FIVE);
  }

  /**
   * The offers for a bag, which must have a deadline.
   *
   * @param notBeforeMillis when its tasks can start, after the offer is reserved and committed
   * @throws IllegalArgumentException if it has no deadline: an offer could then only reveal the
   *     load
   */
  public OfferList generate(Bag bag, long notBeforeMillis) {
    if (bag.deadlineMillis() == Time.NEVER) {
      throw new IllegalArgumentException("Cannot make offers for a bag without a deadline.");
    }
    int[] sizes = steps.sizes(bag.tasks());
    if (bag.width() > schedule.snapshot().cluster().processors()) {
      return OfferSizes.tooWide(sizes);
    }
    FeedbackSearch search = new FeedbackSearch(schedule);
    if (search.canMeet(incomingJob(bag, bag.tasks(), notBeforeMillis))) {
      return OfferSizes.list(provider, new int[] {bag.tasks()}, new long[] {bag.deadlineMillis()});
    }
    long[] byMillis = new long[sizes.length];
    Arrays.fill(byMillis, Time.NEVER);
    int position = 0;
    for (int i = 0; i < sizes.length; i++) {
      FeedbackSearch.FeasibleDeadline found =
          search.earliestDeadline(incomingJob(bag, sizes[i], notBeforeMillis), position);
      if (found.deadlineMillis() > Time.LIMIT_MILLIS) {
        break;
      }
      byMillis[i] = found.deadlineMillis();
      position = found.position();
      int largest = largestAtTheSameTime(search, found, bag, notBeforeMillis, sizes, i);
      while (i < largest) {
        byMillis[++i] = found.deadlineMillis();
      }
    }
    return OfferSizes.list(provider, sizes, byMillis);
  }

  /** The largest size that the deadline found for this one also fits, and that replaces it. */
  private int largestAtTheSameTime(
      FeedbackSearch search,
      FeedbackSearch.FeasibleDeadline found,
      Bag bag,
      long notBeforeMillis,
      int[] sizes,
      int size) {
    int larger = sizes.length - 1;
    while (larger > size
        && !search.worksAt(found, incomingJob(bag, sizes[larger], notBeforeMillis))) {
      larger--;
    }
    return larger;
  }

  private IncomingJob incomingJob(Bag bag, int tasks, long notBeforeMillis) {
    long durationMillis = schedule.snapshot().cluster().durationMillis(bag.estimateMillis());
    return new IncomingJob(
        tasks, bag.width(), bag.request(), durationMillis, notBeforeMillis, bag.deadlineMillis());
  }
}
