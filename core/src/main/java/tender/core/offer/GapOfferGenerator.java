package tender.core.offer;

import java.util.Arrays;
import tender.core.model.Bag;
import tender.core.model.Cluster;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.plan.PlanningGranularity;
import tender.core.profile.Profile;

/**
 * Offers of a provider at which nobody may go before others: what fits into the gaps that its plan
 * leaves (Netto and Buyya, "Coordinated rescheduling", 2012, section 3). An offer says when its
 * last task is expected to end, or the user's own deadline where that is later, which tells less.
 */
public final class GapOfferGenerator {
  private final ProviderId provider;
  private final Cluster cluster;
  private final PlanningGranularity grain;
  private final Profile free;

  /**
   * @param grain whether tasks may start one by one
   * @param free what the plan leaves; it is used up
   */
  public GapOfferGenerator(ProviderId provider, Cluster cluster, PlanningGranularity grain, Profile free) {
    this.provider = provider;
    this.cluster = cluster;
    this.grain = grain;
    this.free = free;
  }

  /**
   * The offers for a bag.
   *
   * @param notBeforeMillis when its tasks can start: an offer has yet to be reserved and committed
   */
  public OfferList generate(Bag bag, long notBeforeMillis) {
    int[] sizes = OfferSizes.of(bag.tasks());
    if (bag.width() > cluster.processors()) {
      return OfferSizes.tooWide(sizes);
    }
    long durationMillis = cluster.durationMillis(bag.estimateMillis());
    long[] byMillis =
        grain == PlanningGranularity.TASK
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

  /** More tasks are the same ones and some more, so one pass tells the ends of all sizes. */
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
