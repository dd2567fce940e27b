package tender.simulator.faults.checks;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.Promise;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.provider.state.ReservationRecord;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;

/** Checks every committed transaction against the invariants of bags. */
final class BagInvariantChecker {
  private final Map<ProviderId, ? extends ObservedSite> sites;
  private final long graceMillis;
  private final Map<BagId, TaskSet> acceptedTasks = new LinkedHashMap<>();
  private final Map<BagId, Boolean> late = new LinkedHashMap<>();
  private final BreachAttribution attribution = new BreachAttribution();
  private boolean serverFaulted;
  private int promised;
  private int kept;
  private int breached;

  /**
   * @param sites may be filled after construction
   * @param graceMillis how long after the promised time a result still counts as in time
   */
  BagInvariantChecker(Map<ProviderId, ? extends ObservedSite> sites, long graceMillis) {
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
            Invariant.NO_TASK_LOST, "An ended bag changed: " + state + " to " + after);
      }
      if (!promise(state).isEmpty() && !promise(state).equals(promise(after))) {
        throw new InvariantViolation(
            Invariant.PROMISE_KEPT_OR_BREACHED, "A promise changed: " + state + " to " + after);
      }
    }
    for (Transaction.AcceptedResults results : transaction.acceptedResults()) {
      checkAccepted(before, transaction.bag(), results);
    }
    recordLateness(transaction, after, storeMillis);
    checkNoTaskLost(transaction.bag(), after);
    if (promise(after).isPresent() && before.map(b -> promise(b.state())).isEmpty()) {
      throw new InvariantViolation(Invariant.ALL_OR_NOTHING, "A new bag has a promise: " + after);
    }
    if (promise(after).isPresent() && promise(before.orElseThrow().state()).isEmpty()) {
      promised++;
      checkAllCommitted(before.orElseThrow().state());
    }
    if (after instanceof BagState.Ended ended
        && before.orElseThrow().state() instanceof BagState.Open open) {
      checkAllDone(ended, open.bag());
      checkKeptOrBreached(ended);
    }
    if (after instanceof BagState.Open open) {
      checkLostParts(before, open);
    }
    Optional<Breach> breach = breach(after);
    if (breach.isPresent() && !breach.equals(before.flatMap(stored -> breach(stored.state())))) {
      ObservedSite site = sites.get(breach.get().provider());
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

  /** A site has reported results of a bag's part. */
  void resultsReported(Message.Results results) {
    attribution.resultsReported(results);
  }

  private void checkAccepted(
      Optional<StoredBag> before, BagId bag, Transaction.AcceptedResults results) {
    TaskSet soFar = acceptedTasks.getOrDefault(bag, TaskSet.empty());
    if (!soFar.intersect(results.tasks()).isEmpty()) {
      throw new InvariantViolation(
          Invariant.ONE_RESULT_PER_TASK,
          "Results of tasks %s of %s were accepted twice, now from %s"
              .formatted(soFar.intersect(results.tasks()), bag, results.part()));
    }
    acceptedTasks.put(bag, soFar.plus(results.tasks()));
    boolean owned =
        before.isPresent()
            && before.get().state() instanceof BagState.Open open
            && open.parts().stream()
                .anyMatch(
                    part ->
                        part.id().equals(results.part())
                            && part.remainingTasks().containsAll(results.tasks()));
    if (!owned) {
      throw new InvariantViolation(
          Invariant.ONE_RESULT_PER_TASK,
          "Results of tasks %s of %s were accepted from %s, which does not own them"
              .formatted(results.tasks(), bag, results.part()));
    }
    ObservedSite site = sites.get(results.part().provider());
    if (site != null
        && !site.isByzantine()
        && !site.completedTasks(results.part()).containsAll(results.tasks())) {
      throw new InvariantViolation(
          Invariant.ONE_RESULT_PER_TASK,
          "Results of tasks %s of %s were accepted, but %s never ran them"
              .formatted(results.tasks(), bag, results.part()));
    }
  }

  private void recordLateness(Transaction transaction, BagState after, long storeMillis) {
    Optional<Promise> promise = promise(after);
    if (!transaction.acceptedResults().isEmpty()
        && promise.isPresent()
        && storeMillis > promise.get().completionMillis() + graceMillis) {
      late.put(transaction.bag(), true);
    }
  }

  private void checkNoTaskLost(BagId bag, BagState after) {
    TaskSet done = acceptedTasks.getOrDefault(bag, TaskSet.empty());
    TaskSet recorded =
        switch (after) {
          case BagState.Open open -> open.doneTasks();
          case BagState.Ended ended -> ended.doneTasks();
        };
    if (!recorded.equals(done)) {
      throw new InvariantViolation(
          Invariant.NO_TASK_LOST,
          "%s has accepted results for %s but records %s as done".formatted(bag, done, recorded));
    }
    if (after instanceof BagState.Open open) {
      TaskSet known = done;
      for (RunningPart part : open.parts()) {
        if (!known.intersect(part.remainingTasks()).isEmpty()) {
          throw new InvariantViolation(
              Invariant.ONE_RESULT_PER_TASK, "Two parts own the same tasks: " + open);
        }
        known = known.plus(part.remainingTasks());
      }
      known = known.plus(open.placement().map(PlacementState::tasks).orElse(TaskSet.empty()));
      if (known.size() != open.bag().tasks()) {
        throw new InvariantViolation(Invariant.NO_TASK_LOST, "Tasks are missing: " + open);
      }
    }
  }

  /** The last confirmation makes the promise; by then every provider must have committed. */
  private void checkAllCommitted(BagState before) {
    if (before instanceof BagState.Open open
        && open.placement().orElse(null) instanceof PlacementState.Committing committing) {
      attribution.promised(committing.call().call());
      for (RunningPart part : open.parts()) {
        ReservationId id = part.id();
        ObservedSite site = sites.get(id.provider());
        if (id.call().equals(committing.call().call()) && site != null && !site.isByzantine()) {
          ReservationRecord stored = site.storedReservation(id);
          if (stored == null || !(stored.lastAnswer() instanceof Message.Committed)) {
            throw new InvariantViolation(
                Invariant.ALL_OR_NOTHING,
                "The promise needs " + part + ", but its site stored " + stored);
          }
        }
      }
    } else {
      throw new InvariantViolation(
          Invariant.ALL_OR_NOTHING, "A promise without committed parts: " + before);
    }
  }

  /** A promised bag ends when all its tasks are done, or with a breach that gives it up. */
  private static void checkAllDone(BagState.Ended ended, Bag bag) {
    boolean gaveUp = ended.breach().map(Breach::cause).orElse(null) == Breach.Cause.NO_REPLACEMENT;
    if (ended.promise().isPresent() && !gaveUp && ended.doneTasks().size() < bag.tasks()) {
      throw new InvariantViolation(
          Invariant.NO_TASK_LOST, "Ended before all tasks of " + bag + " were done: " + ended);
    }
  }

  /** A site without faults answers in time, so its part must not be given up. */
  private void checkLostParts(Optional<StoredBag> before, BagState.Open after) {
    for (RunningPart part : after.parts()) {
      if (part.fault().isPresent() && !wasLost(before, part.id())) {
        ObservedSite site = sites.get(part.id().provider());
        if (site != null && !isExcused(site)) {
          throw new InvariantViolation(
              Invariant.PROMISE_KEPT_OR_BREACHED,
              "No injected fault explains why this part was given up: " + part);
        }
        attribution.providerGivenUp(part.id());
      }
    }
  }

  /** A host without faults is late too if others bid more. */
  private boolean isExcused(ObservedSite site) {
    return site.isFaulted() || site.isLinkFaulted() || site.isTimeShared() || serverFaulted;
  }

  private static boolean wasLost(Optional<StoredBag> before, ReservationId id) {
    return before.isPresent()
        && before.get().state() instanceof BagState.Open open
        && open.parts().stream().anyMatch(part -> part.id().equals(id) && part.fault().isPresent());
  }

  private void checkKeptOrBreached(BagState.Ended ended) {
    if (ended.promise().isEmpty()) {
      return;
    }
    boolean wasLate = late.getOrDefault(ended.id(), false);
    if (ended.breach().isEmpty()) {
      kept++;
      if (wasLate) {
        throw new InvariantViolation(
            Invariant.PROMISE_KEPT_OR_BREACHED,
            "The bag was late, but no breach is recorded: " + ended);
      }
      return;
    }
    breached++;
    Breach breach = ended.breach().get();
    boolean gaveUp = breach.cause() == Breach.Cause.NO_REPLACEMENT;
    if (!wasLate && !gaveUp) {
      throw new InvariantViolation(
          Invariant.PROMISE_KEPT_OR_BREACHED,
          "The bag was in time, but a breach is recorded: " + ended);
    }
    ObservedSite site = sites.get(breach.provider());
    if (site == null || !explains(breach.cause(), site)) {
      throw new InvariantViolation(
          Invariant.PROMISE_KEPT_OR_BREACHED, "No injected fault explains " + breach);
    }
  }

  /** Whether a fault of the kind that the cause names was injected. */
  private boolean explains(Breach.Cause cause, ObservedSite site) {
    return switch (cause) {
      case PROVIDER_DROPPED -> site.isByzantine();
      // No simulated task exceeds its limit, and no simulated store is restored.
      case TASKS_EXCEEDED_LIMIT, DATABASE_RESTORED -> false;
      case PROVIDER_LATE -> site.isFaulted() || site.isTimeShared() || serverFaulted;
      case PROVIDER_SILENT, REPORTED_TOO_LATE, NO_REPLACEMENT -> isExcused(site);
    };
  }

  /** The tasks of a bag whose results were accepted. */
  TaskSet acceptedTasks(BagId bag) {
    return acceptedTasks.getOrDefault(bag, TaskSet.empty());
  }

  int promised() {
    return promised;
  }

  int kept() {
    return kept;
  }

  int breached() {
    return breached;
  }

  int acceptedTasks() {
    return acceptedTasks.values().stream().mapToInt(TaskSet::size).sum();
  }
}
