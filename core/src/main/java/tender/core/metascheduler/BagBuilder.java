package tender.core.metascheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.core.compose.Composition;
import tender.core.compose.Part;
import tender.core.compose.Replies;
import tender.core.ledger.PartContract;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.placement.CompositionSelector;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagTransition;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.Promise;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/** The mutable copy of a bag's state while one event is handled. */
final class BagBuilder {
  final BagId id;
  final List<RunningPart> parts;
  private final List<RunningPart> unsettledParts = new ArrayList<>();
  final List<ProviderId> distrustedProviders;
  final List<BagEffect> effects = new ArrayList<>();
  Bag bag;
  AcceptancePolicy acceptancePolicy;
  Optional<Promise> promise;
  TaskSet doneTasks;
  Optional<PlacementState> placement;
  int callCount;
  int failedCalls;
  long lastTaskEndedMillis;
  Optional<Breach> breach;
  Money paidForEndedParts;
  private BagState.@Nullable Ending ending;

  BagBuilder(BagState.Open open) {
    id = open.id();
    bag = open.bag();
    acceptancePolicy = open.acceptancePolicy();
    promise = open.promise();
    doneTasks = open.doneTasks();
    parts = new ArrayList<>(open.parts());
    placement = open.placement();
    distrustedProviders = new ArrayList<>(open.distrustedProviders());
    callCount = open.callCount();
    failedCalls = open.failedCalls();
    lastTaskEndedMillis = open.lastTaskEndedMillis();
    breach = open.breach();
    paidForEndedParts = open.paidForEndedParts();
  }

  /** A bag that has just been submitted. */
  static BagBuilder of(BagId id, Bag bag, AcceptancePolicy acceptancePolicy) {
    return new BagBuilder(
        new BagState.Open(
            id,
            bag,
            acceptancePolicy,
            Optional.empty(),
            TaskSet.empty(),
            List.of(),
            Optional.empty(),
            List.of(),
            0,
            0,
            bag.submittedMillis(),
            Optional.empty(),
            Money.ZERO));
  }

  /** The promised completion, or the requested deadline while nothing is promised. */
  long deadlineMillis() {
    return promise.map(Promise::completionMillis).orElse(acceptancePolicy.deadlineMillis());
  }

  /** Whether its deadline or its budget still depends on offers. */
  boolean awaitsLimits() {
    return acceptancePolicy.limitFactors().isPresent();
  }

  /**
   * The deadline in a call to providers. While the limits depend on offers it is in the past, so
   * that each provider offers its earliest completions.
   */
  long callDeadlineMillis() {
    return awaitsLimits() ? bag.submittedMillis() : deadlineMillis();
  }

  /** Whether its first placement is by the auction. */
  boolean usesAuction() {
    return promise.isEmpty() && acceptancePolicy.valuation().isPresent();
  }

  boolean isDone() {
    return doneTasks.size() == bag.tasks();
  }

  boolean hasEnded() {
    return ending != null;
  }

  void send(ProviderId to, Message.ToProvider message) {
    effects.add(new BagEffect.Send(to, message));
  }

  void release(ReservationId reservation) {
    send(reservation.provider(), new Message.Release(reservation));
  }

  @Nullable RunningPart part(ReservationId reservation) {
    for (RunningPart part : parts) {
      if (part.id().equals(reservation)) {
        return part;
      }
    }
    return null;
  }

  void add(RunningPart part) {
    parts.add(part);
    Accounting.hold(this, part);
  }

  void remove(RunningPart part) {
    parts.remove(part);
    Accounting.settle(effects, part);
    paidForEndedParts =
        part.contract().map(PartContract::accrued).orElse(Money.ZERO).plus(paidForEndedParts);
  }

  /** Selects a composition within the remaining budget. */
  CompositionSelector.Selection select(CompositionSelector selector, Replies replies) {
    return selector.select(
        replies,
        acceptancePolicy.budget().map(budget -> budget.minus(committedMoney())),
        acceptancePolicy.preferEarliest() && promise.isEmpty());
  }

  /** Whether a promised bag would cost more than the accepted budget. */
  boolean exceedsBudget(Composition composition) {
    return promise.isPresent()
        && acceptancePolicy
            .budget()
            .filter(budget -> committedMoney().plus(composition.price()).compareTo(budget) > 0)
            .isPresent();
  }

  /** What was earned and is held, except what is held for lost parts, which will be released. */
  Money committedMoney() {
    Money committed = paidForEndedParts;
    for (RunningPart part : parts) {
      PartContract contract = part.contract().orElse(null);
      if (contract != null) {
        committed =
            committed.plus(part.fault().isPresent() ? contract.accrued() : contract.price());
      }
    }
    return committed;
  }

  void removePart(ReservationId reservation) {
    RunningPart part = part(reservation);
    if (part != null) {
      remove(part);
    }
  }

  void replace(RunningPart before, RunningPart after) {
    parts.set(parts.indexOf(before), after);
  }

  /** The parts that are reserved, or being reserved, and not committed. */
  Optional<PlacementState.Attempt> reservedParts() {
    return placement.flatMap(
        current ->
            current instanceof PlacementState.Attempt attempt
                    && !(current instanceof PlacementState.Committing)
                ? Optional.of(attempt)
                : Optional.empty());
  }

  /** Releases the reservations of a placement that is no longer needed. */
  void abandonPlacement() {
    PlacementState.Attempt reserved = reservedParts().orElse(null);
    if (reserved != null) {
      for (Part part : reserved.composition().parts()) {
        release(reserved.call().reservation(reserved.attempt(), part.provider()));
      }
    }
    placement = Optional.empty();
  }

  /**
   * Ends a bag that is stopped while its parts run. What they have used is paid from the money that
   * stays held until their providers have sent the final bills.
   */
  void endUnsettled(
      BagState.Ending reason, BagEffect last, long nowMillis, long inquiryIntervalMillis) {
    for (RunningPart part : List.copyOf(parts)) {
      if (part.contract().isPresent() && part.fault().isEmpty()) {
        parts.remove(part);
        unsettledParts.add(
            part.withReport(part.remainingTasks(), Time.after(nowMillis, inquiryIntervalMillis)));
        paidForEndedParts =
            part.contract().map(PartContract::accrued).orElse(Money.ZERO).plus(paidForEndedParts);
      }
    }
    end(reason, last, nowMillis);
  }

  /** Ends the bag. */
  void end(BagState.Ending reason, BagEffect last, long nowMillis) {
    effects.add(last);
    breach.ifPresent(broken -> effects.add(new BagEffect.PromiseBroken(broken)));
    List.copyOf(parts).forEach(this::remove);
    ending = reason;
    lastTaskEndedMillis = reason == BagState.Ending.DONE ? lastTaskEndedMillis : nowMillis;
  }

  BagTransition build() {
    BagState state =
        ending != null
            ? new BagState.Ended(
                id,
                bag,
                ending,
                doneTasks,
                promise,
                breach,
                lastTaskEndedMillis,
                paidForEndedParts,
                unsettledParts)
            : new BagState.Open(
                id,
                bag,
                acceptancePolicy,
                promise,
                doneTasks,
                parts,
                placement,
                distrustedProviders,
                callCount,
                failedCalls,
                lastTaskEndedMillis,
                breach,
                paidForEndedParts);
    return new BagTransition(state, effects);
  }
}
