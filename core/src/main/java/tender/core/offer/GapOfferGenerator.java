package tender.core.offer;

import java.util.Arrays;
import tender.core.model.Bag;
import tender.core.model.Cluster;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.plan.PlanningGranularity;
import tender.core.profile.Profile;

/**
 * Makes offers of a provider at which no job may be planned before others: what fits into the gaps
 * of its plan (Netto and Buyya, "Coordinated rescheduling", 2012, section 3). An offer states when
 * its last task is expected to end, or the user's own deadline if that is later, which reveals
 * less.
 *
 * @param granularity whether tasks may start one by one
 * @param free what the plan leaves free; it is modified
 * @param steps the sizes to offer
 */
public record GapOfferGenerator(
    ProviderId provider,
    Cluster cluster,
    PlanningGranularity granularity,
    Profile free,
    OfferSteps steps) {
  /**
   * The offers for a bag.
   *
   * @param notBeforeMillis when its tasks can start, after the offer is reserved and committed
   */
  public OfferList generate(Bag bag, long notBeforeMillis) {
    int[] sizes = steps.sizes(bag.tasks());
    if (bag.width() > cluster.processors()) {
      return OfferSizes.tooWide(sizes);
    }
    long durationMillis = cluster.durationMillis(bag.estimateMillis());
    long[] byMillis =
        granularity == PlanningGranularity.TASK
            ? endsOneByOne(bag, sizes, durationMillis, notBeforeMillis)
            : endsTogether(bag, sizes, durationMillis, notBeforeMillis);
    for (int i = 0; i < sizes.length; i++) {
      byMillis[i] = Math.max(byMillis[i], bag.deadlineMillis());
    }
    return OfferSizes.list(provider, sizes, byMillis);
  }

  private long[] endsOneByOne(Bag bag, int[] sizes, long durationMillis, long notBeforeMillis) {
    Ends ends = new Ends(sizes, durationMillis);
    free.takeEach(bag.tasks(), bag.width(), durationMillis, notBeforeMillis, ends);
    return ends.byMillis;
  }

  private long[] endsTogether(Bag bag, int[] sizes, long durationMillis, long notBeforeMillis) {
    long[] byMillis = new long[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      int processors = Math.multiplyExact(sizes[i], bag.width());
      long startMillis = free.earliestStart(processors, durationMillis, notBeforeMillis);
      byMillis[i] = startMillis == Time.NEVER ? Time.NEVER : startMillis + durationMillis;
    }
    return byMillis;
  }

  /** A larger size contains the tasks of the smaller ones, so one pass gives the ends of all. */
  private static final class Ends implements Profile.RunConsumer {
    private final int[] sizes;
    private final long durationMillis;
    private final long[] byMillis;
    private int placed;

    Ends(int[] sizes, long durationMillis) {
      this.sizes = sizes;
      this.durationMillis = durationMillis;
      byMillis = new long[sizes.length];
      Arrays.fill(byMillis, Time.NEVER);
    }

    @Override
    public void add(long startMillis, int tasks) {
      for (int i = 0; i < sizes.length; i++) {
        if (placed < sizes[i] && sizes[i] <= placed + tasks) {
          byMillis[i] = startMillis + durationMillis;
        }
      }
      placed += tasks;
    }
  }
}
