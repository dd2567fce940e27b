package tender.core.metascheduler;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tender.core.compose.Composition;
import tender.core.compose.Part;
import tender.core.compose.Replies;
import tender.core.message.ReservationId;
import tender.core.metascheduler.placement.CompositionSelector;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * The rules of a bag of another market, which calls, reserves and commits it here like at any
 * provider: its quote has several sizes, and its parts are reserved but not committed until the
 * other market commits.
 */
record HoldRules(TimeoutConfig timeouts, CompositionSelector selector, PartCommitter committer) {
  /** In answer timeouts: the other market waits for that long for its other providers. */
  private static final int HOLD_TIMEOUTS = 2;

  private static final int MAX_SIZES = 16;

  /**
   * What fewer and all tasks would take. Providers are called again when some are reserved, and
   * then start later, so that late times include the time until then.
   */
  List<PlacementState.SizedQuote> sizes(BagBuilder bag, Replies replies) {
    if (!bag.acceptancePolicy.holdFirst()) {
      return List.of();
    }
    List<PlacementState.SizedQuote> sizes = new ArrayList<>();
    for (int tasks : sizes(replies.tasks())) {
      Composition composition =
          bag.select(selector, new Replies(tasks, replies.deadlineMillis(), replies.replies()))
              .composition();
      if (composition.unplacedTasks() == 0) {
        long completionMillis =
            composition.meetsDeadline()
                ? composition.deadlineMillis()
                : Time.after(composition.completionMillis(), timeouts.answerTimeoutMillis());
        sizes.add(new PlacementState.SizedQuote(tasks, completionMillis, composition.price()));
      }
    }
    return sizes;
  }

  /** From one task to all, each twice as many as the one before it. */
  private static List<Integer> sizes(int tasks) {
    List<Integer> sizes = new ArrayList<>();
    for (int size = tasks; size > 0 && sizes.size() < MAX_SIZES; size /= 2) {
      sizes.addFirst(size);
    }
    return sizes;
  }

  /** All parts are reserved. */
  void holdOrCommit(BagBuilder bag, PlacementState.Reserving reserving, long nowMillis) {
    if (bag.acceptancePolicy.holdFirst() && bag.promise.isEmpty()) {
      bag.placement =
          Optional.of(
              new PlacementState.Held(
                  reserving.call(),
                  reserving.attempt(),
                  reserving.composition(),
                  nowMillis + HOLD_TIMEOUTS * timeouts.answerTimeoutMillis()));
    } else {
      committer.commitAll(bag, reserving, nowMillis);
    }
  }

  /** Whether a reservation waits for the commit. */
  static boolean holds(BagBuilder bag, ReservationId id) {
    return bag.placement.orElse(null) instanceof PlacementState.Held held && held.concerns(id);
  }

  /** Commits the first tasks of what is held; the capacity for the others is released. */
  void commit(BagBuilder bag, int tasks, long nowMillis) {
    if (bag.placement.orElse(null) instanceof PlacementState.Held held
        && tasks <= held.composition().tasks()) {
      bag.bag = bag.bag.subBag(tasks, bag.bag.deadlineMillis());
      // From here on the bag is placed without asking again.
      bag.acceptancePolicy = bag.acceptancePolicy.withHoldFirst(false);
      Composition composition = withTasks(held.composition(), tasks);
      releaseUnused(bag, held, composition);
      committer.commitAll(
          bag,
          new PlacementState.Reserving(
              held.call().withTasks(TaskSet.first(tasks)),
              held.attempt(),
              composition,
              List.of(),
              nowMillis),
          nowMillis);
    }
  }

  private static void releaseUnused(
      BagBuilder bag, PlacementState.Held held, Composition composition) {
    for (Part part : held.composition().parts()) {
      if (composition.parts().stream().noneMatch(kept -> kept.provider().equals(part.provider()))) {
        bag.release(held.call().reservation(held.attempt(), part.provider()));
      }
    }
  }

  /** The parts that end first keep their tasks. */
  private static Composition withTasks(Composition composition, int tasks) {
    int left = tasks;
    List<Part> parts = new ArrayList<>(composition.parts());
    parts.sort(Comparator.comparingLong(Part::completionMillis).thenComparing(Part::provider));
    List<Part> kept = new ArrayList<>();
    for (Part part : parts) {
      int count = Math.min(left, part.tasks());
      if (count > 0) {
        kept.add(count == part.tasks() ? part : part.withTasks(count));
        left -= count;
      }
    }
    return new Composition(
        tasks,
        composition.deadlineMillis(),
        composition.balanced(),
        kept,
        composition.unusedOffers());
  }

  /** The other market has not committed to the parts in time. */
  static void expire(BagBuilder bag, long nowMillis) {
    bag.abandonPlacement();
    bag.end(BagState.Ending.QUOTE_NOT_ACCEPTED, new BagEffect.QuoteNotAccepted(), nowMillis);
  }
}
