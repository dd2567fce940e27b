package tender.simulator.faults;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.BagState;
import tender.core.metascheduler.Breach;
import tender.core.metascheduler.Promise;
import tender.core.metascheduler.RunningPart;
import tender.core.metascheduler.Tender;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.provider.Kept;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;

/** Looks at every transaction that was committed. */
final class BagChecks {
  private final Map<ProviderId, Site> sites;
  private final long graceMillis;
  private final Map<BagId, TaskSet> counted = new LinkedHashMap<>();
  private final Map<BagId, Boolean> late = new LinkedHashMap<>();
  private final Blame blame = new Blame();
  private boolean marketFaulted;
  private int promised;
  private int kept;
  private int breached;

  /**
   * @param sites may be filled in later
   * @param graceMillis how long after its time a promise counts as kept
   */
  BagChecks(Map<ProviderId, Site> sites, long graceMillis) {
    this.sites = sites;
    this.graceMillis = graceMillis;
  }

  void marketFaulted() {
    marketFaulted = true;
  }

  void committed(Optional<StoredBag> before, Transaction transaction, long storeMillis) {
    BagState after = transaction.state();
    if (before.isPresent()) {
      BagState state = before.get().state();
      if (state instanceof BagState.Ended && !state.equals(after)) {
        throw new Violation(
            Invariant.NO_TASK_LOST, "A bag that had ended changed: " + state + " to " + after);
      }
      if (!promise(state).isEmpty() && !promise(state).equals(promise(after))) {
        throw new Violation(
            Invariant.PROMISE_KEPT_OR_BREACHED, "A promise changed: " + state + " to " + after);
      }
    }
    for (Transaction.Counted results : transaction.counted()) {
      count(before, transaction.bag(), results);
    }
    noteLateness(transaction, after, storeMillis);
    nothingLost(transaction.bag(), after);
    if (promise(after).isPresent() && before.map(b -> promise(b.state())).isEmpty()) {
      throw new Violation(Invariant.WHOLE_OR_NOTHING, "A bag begins with a promise: " + after);
    }
    if (promise(after).isPresent() && promise(before.orElseThrow().state()).isEmpty()) {
      promised++;
      isWhole(before.orElseThrow().state());
    }
    if (after instanceof BagState.Ended ended
        && before.orElseThrow().state() instanceof BagState.Open open) {
      isAllDone(ended, open.bag());
      isKeptOrBreached(ended);
    }
    if (after instanceof BagState.Open open) {
      nobodyIsLostForNothing(before, open);
    }
    Optional<Breach> breach = breach(after);
    if (breach.isPresent() && !breach.equals(before.flatMap(stored -> breach(stored.state())))) {
      Site site = sites.get(breach.get().provider());
      blame.check(transaction, breach.get(), site != null && site.isLiar());
    }
  }

  private static Optional<Promise> promise(BagState state) {
    return switch (state) {
      case BagState.Open open -> open.promise();
      case BagState.Ended ended -> ended.promise();
    };
  }

  private static Optional<Breach> breach(BagState state) {
    return switch (state) {
      case BagState.Open open -> open.breach();
      case BagState.Ended ended -> ended.breach();
    };
  }

  /** A provider's word on a bag. */
  void said(Message.Results results) {
    blame.said(results);
  }

  private void count(Optional<StoredBag> before, BagId bag, Transaction.Counted results) {
    TaskSet soFar = counted.getOrDefault(bag, TaskSet.empty());
    if (!soFar.and(results.tasks()).isEmpty()) {
      throw new Violation(
          Invariant.ONE_RESULT_PER_TASK,
          "Tasks %s of %s count twice, now from %s"
              .formatted(soFar.and(results.tasks()), bag, results.by()));
    }
    counted.put(bag, soFar.plus(results.tasks()));
    boolean owned =
        before.isPresent()
            && before.get().state() instanceof BagState.Open open
            && open.parts().stream()
                .anyMatch(
                    part ->
                        part.id().equals(results.by()) && part.left().containsAll(results.tasks()));
    if (!owned) {
      throw new Violation(
          Invariant.ONE_RESULT_PER_TASK,
          "Tasks %s of %s count from %s, which does not have them"
              .formatted(results.tasks(), bag, results.by()));
    }
    Site site = sites.get(results.by().provider());
    if (site != null
        && !site.isLiar()
        && !site.everDone(results.by()).containsAll(results.tasks())) {
      throw new Violation(
          Invariant.ONE_RESULT_PER_TASK,
          "Tasks %s of %s count and were never done by %s"
              .formatted(results.tasks(), bag, results.by()));
    }
  }

  private void noteLateness(Transaction transaction, BagState after, long storeMillis) {
    Optional<Promise> promise = promise(after);
    if (!transaction.counted().isEmpty()
        && promise.isPresent()
        && storeMillis > promise.get().byMillis() + graceMillis) {
      late.put(transaction.bag(), true);
    }
  }

  private void nothingLost(BagId bag, BagState after) {
    TaskSet done = counted.getOrDefault(bag, TaskSet.empty());
    switch (after) {
      case BagState.Ended ended -> {
        if (!ended.done().equals(done)) {
          throw new Violation(
              Invariant.NO_TASK_LOST,
              "%s counted %s and says %s".formatted(bag, done, ended.done()));
        }
      }
      case BagState.Open open -> {
        if (!open.done().equals(done)) {
          throw new Violation(
              Invariant.NO_TASK_LOST,
              "%s counted %s and says %s".formatted(bag, done, open.done()));
        }
        TaskSet known = done;
        for (RunningPart part : open.parts()) {
          if (!known.and(part.left()).isEmpty()) {
            throw new Violation(Invariant.ONE_RESULT_PER_TASK, "Two have the same tasks: " + open);
          }
          known = known.plus(part.left());
        }
        known = known.plus(open.tender().map(Tender::tasks).orElse(TaskSet.empty()));
        if (known.size() != open.bag().tasks()) {
          throw new Violation(Invariant.NO_TASK_LOST, "Tasks are missing: " + open);
        }
      }
    }
  }

  /** The promise is given by the last confirmation; by then all of them must have committed. */
  private void isWhole(BagState before) {
    if (before instanceof BagState.Open open
        && open.tender().orElse(null) instanceof Tender.Committing committing) {
      blame.promised(committing.call().call());
      for (RunningPart part : open.parts()) {
        ReservationId id = part.id();
        Site site = sites.get(id.provider());
        if (id.call().equals(committing.call().call()) && site != null && !site.isLiar()) {
          Kept kept = site.kept(id);
          if (kept == null || !(kept.answer() instanceof Message.Committed)) {
            throw new Violation(
                Invariant.WHOLE_OR_NOTHING, "The promise counts on " + part + ", kept: " + kept);
          }
        }
      }
    } else {
      throw new Violation(Invariant.WHOLE_OR_NOTHING, "A promise from nothing: " + before);
    }
  }

  /** What was promised ends when all of it is done, or is given up with a breach. */
  private static void isAllDone(BagState.Ended ended, Bag bag) {
    boolean gaveUp = ended.breach().map(Breach::cause).orElse(null) == Breach.Cause.NOBODY_ELSE;
    if (ended.promise().isPresent() && !gaveUp && ended.done().size() < bag.tasks()) {
      throw new Violation(
          Invariant.NO_TASK_LOST, "Ended before all of " + bag + " was done: " + ended);
    }
  }

  /** A provider to whom nothing happened answers and is in time. */
  private void nobodyIsLostForNothing(Optional<StoredBag> before, BagState.Open after) {
    for (RunningPart part : after.parts()) {
      if (part.lost().isPresent() && !wasLost(before, part.id())) {
        Site site = sites.get(part.id().provider());
        if (site != null && !site.faulted && !site.linkFaulted && !marketFaulted) {
          throw new Violation(
              Invariant.PROMISE_KEPT_OR_BREACHED,
              "Nothing was injected that explains why this was given up: " + part);
        }
        blame.givenUp(part.id());
      }
    }
  }

  private static boolean wasLost(Optional<StoredBag> before, ReservationId id) {
    return before.isPresent()
        && before.get().state() instanceof BagState.Open open
        && open.parts().stream().anyMatch(part -> part.id().equals(id) && part.lost().isPresent());
  }

  private void isKeptOrBreached(BagState.Ended ended) {
    if (ended.promise().isEmpty()) {
      return;
    }
    boolean wasLate = late.getOrDefault(ended.id(), false);
    if (ended.breach().isEmpty()) {
      kept++;
      if (wasLate) {
        throw new Violation(
            Invariant.PROMISE_KEPT_OR_BREACHED, "Late, and no breach is recorded: " + ended);
      }
      return;
    }
    breached++;
    Breach breach = ended.breach().get();
    boolean gaveUp = breach.cause() == Breach.Cause.NOBODY_ELSE;
    if (!wasLate && !gaveUp) {
      throw new Violation(
          Invariant.PROMISE_KEPT_OR_BREACHED, "In time, and a breach is recorded: " + ended);
    }
    Site site = sites.get(breach.provider());
    if (site == null || !explains(breach.cause(), site)) {
      throw new Violation(
          Invariant.PROMISE_KEPT_OR_BREACHED, "Nothing was injected that explains " + breach);
    }
  }

  /** Whether something was injected of the kind that the cause names. */
  private boolean explains(Breach.Cause cause, Site site) {
    return switch (cause) {
      case PROVIDER_DROPPED -> site.isLiar();
      case PROVIDER_LATE -> site.faulted || marketFaulted;
      case PROVIDER_SILENT, HEARD_TOO_LATE, NOBODY_ELSE ->
          site.faulted || site.linkFaulted || marketFaulted;
    };
  }

  /** Those tasks of a bag whose results count. */
  TaskSet counted(BagId bag) {
    return counted.getOrDefault(bag, TaskSet.empty());
  }

  FaultRun.Tally tally(int bags) {
    int tasks = counted.values().stream().mapToInt(TaskSet::size).sum();
    return new FaultRun.Tally(bags, promised, kept, breached, tasks);
  }
}
