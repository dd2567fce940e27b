package tender.core.offer;

import java.util.Arrays;
import tender.core.model.Bag;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.plan.EdfSchedule;

/**
 * Answers a call with offers (Netto and Buyya, section 3.1): so many tasks by such a time, for five
 * sizes of the bag's part. An offer says the user's own deadline wherever that can be met, never
 * the earlier instant at which the tasks would really end, since that would tell the load; only
 * where it cannot be met it says the earliest deadline that can.
 *
 * <p>The five sizes share their work: one schedule and one bound serve all; what is found for one
 * size is tried with the largest first, for that replaces all between; and since more tasks never
 * end earlier, each size is searched for from the position of the one before.
 */
public final class OfferGenerator {
  private final ProviderId provider;
  private final EdfSchedule schedule;

  public OfferGenerator(ProviderId provider, EdfSchedule schedule) {
    this.provider = provider;
    this.schedule = schedule;
  }

  /**
   * The offers for a bag, which must have a deadline.
   *
   * @param notBeforeMillis when its tasks can start: an offer has yet to be reserved and committed
   * @throws IllegalArgumentException if it has none: nothing could then be said but the load
   */
  public OfferList generate(Bag bag, long notBeforeMillis) {
    if (bag.deadlineMillis() == Time.NEVER) {
      throw new IllegalArgumentException("A bag without a deadline cannot be offered for.");
    }
    int[] sizes = OfferSizes.of(bag.tasks());
    if (bag.width() > schedule.snapshot().cluster().processors()) {
      return OfferSizes.tooWide(sizes);
    }
    FeedbackSearch search = new FeedbackSearch(schedule);
    if (search.canMeet(newcomer(bag, bag.tasks(), notBeforeMillis))) {
      return OfferSizes.list(provider, new int[] {bag.tasks()}, new long[] {bag.deadlineMillis()});
    }
    long[] byMillis = new long[sizes.length];
    Arrays.fill(byMillis, Time.NEVER);
    int position = 0;
    for (int i = 0; i < sizes.length; i++) {
      FeedbackSearch.FeasibleDeadline found =
          search.earliestDeadline(newcomer(bag, sizes[i], notBeforeMillis), position);
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

  /** The last size that can be done by what was found for this one, and would replace it. */
  private int largestAtTheSameTime(
      FeedbackSearch search,
      FeedbackSearch.FeasibleDeadline found,
      Bag bag,
      long notBeforeMillis,
      int[] sizes,
      int size) {
    int larger = sizes.length - 1;
    while (larger > size && !search.worksAt(found, newcomer(bag, sizes[larger], notBeforeMillis))) {
      larger--;
    }
    return larger;
  }

  private IncomingJob newcomer(Bag bag, int tasks, long notBeforeMillis) {
    long durationMillis = schedule.snapshot().cluster().durationMillis(bag.estimateMillis());
    return new IncomingJob(tasks, bag.width(), durationMillis, notBeforeMillis, bag.deadlineMillis());
  }
}
