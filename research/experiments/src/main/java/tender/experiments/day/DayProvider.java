package tender.experiments.day;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.call.CallRecord;
import tender.core.call.KnownProvider;
import tender.core.call.PublishedCapabilities;
import tender.core.compose.Reply;
import tender.core.model.Bag;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.profile.ArrayProfile;
import tender.core.profile.EqualTaskPlacer;
import tender.core.profile.Profile;
import tender.core.promise.TrackRecord;

/**
 * A provider with first come, first served planning and conservative backfilling. Run times are
 * exact, so that no planned start ever changes, and the free processors over time are its whole
 * state. It makes the offers of {@link tender.core.offer.GapOfferGenerator}, without the records
 * that an owner can look at.
 */
final class DayProvider {
  private final ProviderId id;
  private final Cluster cluster;
  private final Money pricePerProcessorHour;
  private final LocalArrivals localArrivals;
  private final ArrayProfile free;
  private double plannedProcessorMillis;

  DayProvider(
      ProviderId id, Cluster cluster, Money pricePerProcessorHour, LocalArrivals localArrivals) {
    this.id = id;
    this.cluster = cluster;
    this.pricePerProcessorHour = pricePerProcessorHour;
    this.localArrivals = localArrivals;
    free = ArrayProfile.of(0, cluster.processors());
  }

  ProviderId id() {
    return id;
  }

  Cluster cluster() {
    return cluster;
  }

  /** Its reply to a call, which may have no offers. */
  Reply reply(DayBag call, long nowMillis) {
    advance(nowMillis);
    Bag bag = call.bag();
    if (bag.width() > cluster.processors()) {
      return Reply.of(id, List.of());
    }
    long durationMillis = cluster.durationMillis(bag.estimateMillis());
    Ends ends = new Ends(call.offeredSizes());
    EqualTaskPlacer.findStarts(free, bag.tasks(), bag.width(), durationMillis, nowMillis, ends);
    Money pricePerTask = pricePerProcessorHour.forProcessorTime(bag.width() * durationMillis);
    List<Offer> offers = new ArrayList<>(ends.sizes.length);
    long laterMillis = Time.NEVER;
    for (int i = ends.sizes.length - 1; i >= 0; i--) {
      // The user's deadline where it can be met: an earlier time would reveal the load.
      long completionMillis =
          Math.max(ends.lastStartsMillis[i] + durationMillis, bag.deadlineMillis());
      if (completionMillis != laterMillis) {
        offers.add(new Offer(id, ends.sizes[i], completionMillis, pricePerTask));
      }
      laterMillis = completionMillis;
    }
    return Reply.of(id, offers.reversed());
  }

  /** When its part of a bag would end if it were reserved now. */
  long endMillis(Bag bag, int tasks, long nowMillis) {
    long durationMillis = cluster.durationMillis(bag.estimateMillis());
    return durationMillis
        + EqualTaskPlacer.findStarts(
            free, tasks, bag.width(), durationMillis, nowMillis, (_, _) -> {});
  }

  /** Reserves processors for tasks of a bag and returns when they end. */
  long reserve(Bag bag, int tasks, long nowMillis) {
    long durationMillis = cluster.durationMillis(bag.estimateMillis());
    plannedProcessorMillis += (double) tasks * bag.width() * durationMillis;
    return durationMillis
        + free.takeEach(tasks, bag.width(), durationMillis, nowMillis, (_, _) -> {});
  }

  /** Plans the local jobs that were submitted by an instant, and forgets what was before it. */
  void advance(long nowMillis) {
    localArrivals.until(
        nowMillis,
        (width, durationMillis, submittedMillis) -> {
          free.takeEarliest(width, durationMillis, Math.max(submittedMillis, free.originMillis()));
          if (submittedMillis >= DayWorkload.WARM_UP_MILLIS) {
            plannedProcessorMillis += (double) width * durationMillis;
          }
        });
    free.trimBefore(nowMillis);
  }

  /** The processor time that was planned after the warm-up. */
  double plannedProcessorMillis() {
    return plannedProcessorMillis;
  }

  /** What the market knows of it before its first call. */
  KnownProvider known() {
    return new KnownProvider(
        id,
        new PublishedCapabilities(Optional.of(cluster), Optional.of(pricePerProcessorHour)),
        TrackRecord.NONE,
        CallRecord.NONE);
  }

  Profile free() {
    return free;
  }

  /** A larger size contains the tasks of the smaller ones, so one pass gives the ends of all. */
  private static final class Ends implements Profile.RunConsumer {
    private final int[] sizes;
    private final long[] lastStartsMillis;
    private int placed;
    private int next;

    Ends(int[] sizes) {
      this.sizes = sizes;
      lastStartsMillis = new long[sizes.length];
    }

    @Override
    public void add(long startMillis, int tasks) {
      placed += tasks;
      while (next < sizes.length && sizes[next] <= placed) {
        lastStartsMillis[next++] = startMillis;
      }
    }
  }
}
