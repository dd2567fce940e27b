package tender.simulator.faults;

import tender.simulator.faults.checks.Invariant;
import tender.simulator.faults.checks.InvariantViolation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.Promise;
import tender.core.metascheduler.state.RunningPart;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.provider.state.ReservationRecord;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;

/** Looks at every transaction that was committed. */
final class BagInvariantChecker {
  private final Map<ProviderId, FaultySite> sites;
  private final long graceMillis;
  private final Map<BagId, TaskSet> acceptedTasks = new LinkedHashMap<>();
  private final Map<BagId, Boolean> late = new LinkedHashMap<>();
  private final BreachAttribution attribution = new BreachAttribution();
  private boolean serverFaulted;
  private int promised;
  private int kept;
  private int breached;

  /**
   * @param sites may be filled in later
   * @param graceMillis how long after its time a promise counts as kept
   */
  BagInvariantChecker(Map<ProviderId, FaultySite> sites, long graceMillis) {
    this.sites = sites;
    this.graceMillis = graceMillis;
  }

  void serverFaulted() {
    serverFaulted = true;
  }

  void committed(Optional<StoredBag> before, Transaction transaction, long storeMillis) {
    BagState after = transaction.state();
    if (before.isPresent()) {
      BagState state = before.get().state();
      if (state instanceof BagState.Ended && !state.equals(after)) {
        throw new InvariantViolation(
            Invariant.NO_TASK_LOST, "A bag that had ended changed: " + state + " to " + after);
      }
      if (!promise(state).isEmpty() && !promise(state).equals(promise(after))) {
        throw new InvariantViolation(
            Invariant.PROMISE_KEPT_OR_BREACHED, "A promise changed: " + state + " to " + after);
      }
    }
    for (Transaction.AcceptedResults results : transaction.acceptedResults()) {
      checkAccepted(before, transaction.bag(), results);
    }
    noteLateness(transaction, after, storeMillis);
    noTaskLost(transaction.bag(), after);
    if (promise(after).isPresent() && before.map(b -> promise(b.state())).isEmpty()) {
      throw new InvariantViolation(Invariant.ALL_OR_NOTHING, "A bag begins with a promise: " + after);
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
      lossesAreExplained(before, open);
    }
    Optional<Breach> breach = breach(after);
    if (breach.isPresent() && !breach.equals(before.flatMap(stored -> breach(stored.state())))) {
      FaultySite site = sites.get(breach.get().provider());
      attribution.check(transaction, breach.get(), site != null && site.isByzantine());
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
  void resultsReported(Message.Results results) {
    attribution.resultsReported(results);
  }

  private void checkAccepted(Optional<StoredBag> before, BagId bag, Transaction.AcceptedResults results) {
    TaskSet soFar = acceptedTasks.getOrDefault(bag, TaskSet.empty());
    if (!soFar.intersect(results.tasks()).isEmpty()) {
      throw new InvariantViolation(
          Invariant.ONE_RESULT_PER_TASK,
          "Tasks %s of %s count twice, now from %s"
              .formatted(soFar.intersect(results.tasks()), bag, results.part()));
    }
    acceptedTasks.put(bag, soFar.plus(results.tasks()));
    boolean owned =
        before.isPresent()
            && before.get().state() instanceof BagState.Open open
            && open.parts().stream()
                .anyMatch(
                    part ->
                        part.id().equals(results.part()) && part.remainingTasks().containsAll(results.tasks()));
    if (!owned) {
      throw new InvariantViolation(
          Invariant.ONE_RESULT_PER_TASK,
          "Tasks %s of %s count from %s, which does not have them"
              .formatted(results.tasks(), bag, results.part()));
    }
    FaultySite site = sites.get(results.part().provider());
    if (site != null
        && !site.isByzantine()
        && !site.completedTasks(results.part()).containsAll(results.tasks())) {
      throw new InvariantViolation(
          Invariant.ONE_RESULT_PER_TASK,
          "Tasks %s of %s count and were never done by %s"
              .formatted(results.tasks(), bag, results.part()));
    }
  }

  private void noteLateness(Transaction transaction, BagState after, long storeMillis) {
    Optional<Promise> promise = promise(after);
    if (!transaction.acceptedResults().isEmpty()
        && promise.isPresent()
        && storeMillis > promise.get().completionMillis() + graceMillis) {
      late.put(transaction.bag(), true);
    }
  }

  private void noTaskLost(BagId bag, BagState after) {
    TaskSet done = acceptedTasks.getOrDefault(bag, TaskSet.empty());
    switch (after) {
      case BagState.Ended ended -> {
        if (!ended.doneTasks().equals(done)) {
          throw new InvariantViolation(
              Invariant.NO_TASK_LOST,
              "%s counted %s and says %s".formatted(bag, done, ended.doneTasks()));
        }
      }
      case BagState.Open open -> {
        if (!open.doneTasks().equals(done)) {
          throw new InvariantViolation(
              Invariant.NO_TASK_LOST,
              "%s counted %s and says %s".formatted(bag, done, open.doneTasks()));
        }
        TaskSet known = done;
        for (RunningPart part : open.parts()) {
          if (!known.intersect(part.remainingTasks()).isEmpty()) {
            throw new InvariantViolation(Invariant.ONE_RESULT_PER_TASK, "Two have the same tasks: " + open);
          }
          known = known.plus(part.remainingTasks());
        }
        known = known.plus(open.placement().map(PlacementState::tasks).orElse(TaskSet.empty()));
        if (known.size() != open.bag().tasks()) {
          throw new InvariantViolation(Invariant.NO_TASK_LOST, "Tasks are missing: " + open);
        }
      }
    }
  }

  /** The promise is given by the last confirmation; by then all of them must have committed. */
  private void isWhole(BagState before) {
    if (before instanceof BagState.Open open
        && open.placement().orElse(null) instanceof PlacementState.Committing committing) {
      attribution.promised(committing.call().call());
      for (RunningPart part : open.parts()) {
        ReservationId id = part.id();
        FaultySite site = sites.get(id.provider());
        if (id.call().equals(committing.call().call()) && site != null && !site.isByzantine()) {
          ReservationRecord kept = site.storedReservation(id);
          if (kept == null || !(kept.lastAnswer() instanceof Message.Committed)) {
            throw new InvariantViolation(
                Invariant.ALL_OR_NOTHING, "The promise counts on " + part + ", kept: " + kept);
          }
        }
      }
    } else {
      throw new InvariantViolation(Invariant.ALL_OR_NOTHING, "A promise from nothing: " + before);
    }
  }

  /** What was promised ends when all of it is done, or is given up with a breach. */
  private static void isAllDone(BagState.Ended ended, Bag bag) {
    boolean gaveUp = ended.breach().map(Breach::cause).orElse(null) == Breach.Cause.NO_REPLACEMENT;
    if (ended.promise().isPresent() && !gaveUp && ended.doneTasks().size() < bag.tasks()) {
      throw new InvariantViolation(
          Invariant.NO_TASK_LOST, "Ended before all of " + bag + " was done: " + ended);
    }
  }

  /** A provider to whom nothing happened answers and is in time. */
  private void lossesAreExplained(Optional<StoredBag> before, BagState.Open after) {
    for (RunningPart part : after.parts()) {
      if (part.fault().isPresent() && !wasLost(before, part.id())) {
        FaultySite site = sites.get(part.id().provider());
        if (site != null && !site.faulted && !site.linkFaulted && !serverFaulted) {
          throw new InvariantViolation(
              Invariant.PROMISE_KEPT_OR_BREACHED,
              "Nothing was injected that explains why this was given up: " + part);
        }
        attribution.providerGivenUp(part.id());
      }
    }
  }

  private static boolean wasLost(Optional<StoredBag> before, ReservationId id) {
    return before.isPresent()
        && before.get().state() instanceof BagState.Open open
        && open.parts().stream().anyMatch(part -> part.id().equals(id) && part.fault().isPresent());
  }

  private void isKeptOrBreached(BagState.Ended ended) {
    if (ended.promise().isEmpty()) {
      return;
    }
    boolean wasLate = late.getOrDefault(ended.id(), false);
    if (ended.breach().isEmpty()) {
      kept++;
      if (wasLate) {
        throw new InvariantViolation(
            Invariant.PROMISE_KEPT_OR_BREACHED, "Late, and no breach is recorded: " + ended);
      }
      return;
    }
    breached++;
    Breach breach = ended.breach().get();
    boolean gaveUp = breach.cause() == Breach.Cause.NO_REPLACEMENT;
    if (!wasLate && !gaveUp) {
      throw new InvariantViolation(
          Invariant.PROMISE_KEPT_OR_BREACHED, "In time, and a breach is recorded: " + ended);
    }
    FaultySite site = sites.get(breach.provider());
    if (site == null || !explains(breach.cause(), site)) {
      throw new InvariantViolation(
          Invariant.PROMISE_KEPT_OR_BREACHED, "Nothing was injected that explains " + breach);
    }
  }

  /** Whether something was injected of the kind that the cause names. */
  private boolean explains(Breach.Cause cause, FaultySite site) {
    return switch (cause) {
      case PROVIDER_DROPPED -> site.isByzantine();
      case PROVIDER_LATE -> site.faulted || serverFaulted;
      case PROVIDER_SILENT, REPORTED_TOO_LATE, NO_REPLACEMENT ->
          site.faulted || site.linkFaulted || serverFaulted;
    };
  }

  /** Those tasks of a bag whose results count. */
  TaskSet acceptedTasks(BagId bag) {
    return acceptedTasks.getOrDefault(bag, TaskSet.empty());
  }

  FaultRun.BagCounts bagCounts(int bags) {
    int tasks = acceptedTasks.values().stream().mapToInt(TaskSet::size).sum();
    return new FaultRun.BagCounts(bags, promised, kept, breached, tasks);
  }
}
