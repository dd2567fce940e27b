package tender.core.provider;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.estimate.TransferTime;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.FreeSlot;
import tender.core.model.Offer;
import tender.core.model.Time;
import tender.core.provider.state.ReservedPart;

/**
 * Adds the time for data to the plan: inputs are staged before the first task starts, one part
 * after the other, and results are delivered after the last one ends. Processors are free
 * meanwhile.
 *
 * <p>What is expected for a bag is known to its calls and reservations only. It does not survive a
 * restart, and need not: the job of a reserved part includes it, as a later submission and an
 * earlier deadline.
 */
final class TransferTimes {
  private static final int MAX_BAGS = 10_000;

  private final Cluster cluster;
  private final ReservationTable table;
  private final Map<BagId, TransferTime> expected = new LinkedHashMap<>();

  TransferTimes(Cluster cluster, ReservationTable table) {
    this.cluster = cluster;
    this.table = table;
  }

  /** The latest expectation counts. */
  void expect(BagId bag, TransferTime time) {
    expected.remove(bag);
    if (!time.equals(TransferTime.NONE)) {
      expected.put(bag, time);
    }
    if (expected.size() > MAX_BAGS) {
      expected.remove(expected.keySet().iterator().next());
    }
  }

  private TransferTime of(BagId bag) {
    return expected.getOrDefault(bag, TransferTime.NONE);
  }

  /** When the inputs of a bag are there, if its part is committed at this time. */
  long stagedMillis(BagId bag, long committedMillis) {
    long stagingMillis = of(bag).stagingMillis();
    return stagingMillis == 0
        ? committedMillis
        : Math.min(
            Time.LIMIT_MILLIS, Math.max(committedMillis, stagingUntilMillis()) + stagingMillis);
  }

  /**
   * Until when the inputs of other parts are being staged, as planned. A part whose inputs must be
   * staged first is submitted later than its commit; once a task has started, they are there.
   */
  private long stagingUntilMillis() {
    return table.notStarted().stream()
        .filter(
            part -> part.isCommitted() || part.job().submittedMillis() > part.leaseExpiresMillis())
        .mapToLong(part -> part.job().submittedMillis())
        .max()
        .orElse(-Time.LIMIT_MILLIS);
  }

  /** How long after the end of this number of tasks their results are delivered. */
  long deliveryMillis(BagId id, Bag bag, int tasks) {
    return deliveryMillis(id, tasks, bag.width(), cluster.durationMillis(bag.estimateMillis()));
  }

  /** How long after the end of its last task the results of a part are delivered. */
  long deliveryMillis(ReservationId id) {
    ReservedPart part = table.part(id);
    return part == null
        ? 0
        : deliveryMillis(
            id.call().bag(), part.job().tasks(), part.job().width(), part.job().durationMillis());
  }

  private long deliveryMillis(BagId id, int tasks, int width, long durationMillis) {
    return of(id).deliveryMillis(tasks, concurrentTasks(width), durationMillis);
  }

  private int concurrentTasks(int width) {
    return Math.max(1, cluster.processors() / width);
  }

  /** The bag to plan: with the results of any number of its tasks delivered by its deadline. */
  Bag bagToPlan(BagId id, Bag bag) {
    long deliveryMillis =
        of(id)
            .longestDeliveryMillis(
                bag.tasks(),
                concurrentTasks(bag.width()),
                cluster.durationMillis(bag.estimateMillis()));
    return deliveryMillis == 0
        ? bag
        : bag.withDeadline(Math.max(-Time.LIMIT_MILLIS, bag.deadlineMillis() - deliveryMillis));
  }

  /**
   * The planned offers with the delivery of their results. A plan has only the largest number of
   * tasks that end by some time; fewer of them can be delivered earlier, so they are offered too.
   * An offer may meet the deadline although it was planned to end after that of {@link #bagToPlan},
   * because its results need less time.
   *
   * @param bag with the deadline by which results are needed
   * @param sizes of the bag's part to offer, ascending
   */
  List<Offer> withDelivery(BagId id, Bag bag, List<Offer> planned, int[] sizes) {
    if (of(id).deliveryMillisPerTask() == 0) {
      return planned;
    }
    List<Offer> delivered = new ArrayList<>();
    int next = 0;
    for (Offer offer : planned) {
      for (; next < sizes.length && sizes[next] <= offer.tasks(); next++) {
        long endMillis = offer.completionMillis() + deliveryMillis(id, bag, sizes[next]);
        add(delivered, offer, sizes[next], Math.max(endMillis, bag.deadlineMillis()));
      }
    }
    return delivered;
  }

  /** Replaces the offers of fewer tasks that are not earlier. */
  private static void add(List<Offer> offers, Offer planned, int tasks, long completionMillis) {
    while (!offers.isEmpty() && offers.getLast().completionMillis() >= completionMillis) {
      offers.removeLast();
    }
    if (completionMillis < Time.LIMIT_MILLIS) {
      offers.add(new Offer(planned.provider(), tasks, completionMillis, planned.pricePerTask()));
    }
  }

  /** The slot as the metascheduler may use it for a bag: by when results can be delivered. */
  Optional<FreeSlot> usable(BagId id, Bag bag, FreeSlot slot, long committedMillis) {
    long fromMillis = Math.max(slot.fromMillis(), stagedMillis(id, committedMillis));
    long deliveryMillis = deliveryMillis(id, bag, bag.tasks());
    if (slot.untilMillis() <= fromMillis || fromMillis + deliveryMillis > Time.LIMIT_MILLIS) {
      return Optional.empty();
    }
    long untilMillis =
        slot.untilMillis() > Time.LIMIT_MILLIS - deliveryMillis
            ? Time.NEVER
            : slot.untilMillis() + deliveryMillis;
    return Optional.of(new FreeSlot(fromMillis + deliveryMillis, untilMillis, slot.processors()));
  }
}
