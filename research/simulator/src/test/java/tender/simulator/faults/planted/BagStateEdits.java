package tender.simulator.faults.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagTransition;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.Promise;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.Bag;
import tender.core.model.TaskSet;

/** Copies of bag states with one value changed. */
final class BagStateEdits {
  private BagStateEdits() {}

  static BagState.Open with(BagState.Open open, PlacementState placement) {
    return copy(
        open,
        open.promise(),
        open.doneTasks(),
        open.parts(),
        Optional.of(placement),
        open.breach());
  }

  /** The call as if all providers had been called. */
  static PlacementState.CollectingOffers withoutFurtherWaves(
      PlacementState.CollectingOffers calling) {
    return new PlacementState.CollectingOffers(
        calling.call(),
        calling.tasks(),
        calling.originalFault(),
        calling.calledProviders(),
        calling.replies(),
        calling.estimateStatus(),
        calling.calledMillis(),
        calling.timerMillis(),
        calling.penaltyPermille(),
        Optional.empty());
  }

  static BagState.Open with(BagState.Open open, AcceptancePolicy policy) {
    return new BagState.Open(
        open.id(),
        open.bag(),
        policy,
        open.promise(),
        open.doneTasks(),
        open.parts(),
        open.placement(),
        open.distrustedProviders(),
        open.callCount(),
        open.failedCalls(),
        open.lastTaskEndedMillis(),
        open.breach(),
        open.paidForEndedParts());
  }

  static BagState.Open with(BagState.Open open, Bag bag) {
    return new BagState.Open(
        open.id(),
        bag,
        open.acceptancePolicy(),
        open.promise(),
        open.doneTasks(),
        open.parts(),
        open.placement(),
        open.distrustedProviders(),
        open.callCount(),
        open.failedCalls(),
        open.lastTaskEndedMillis(),
        open.breach(),
        open.paidForEndedParts());
  }

  static BagState.Open with(BagState.Open open, List<RunningPart> parts) {
    return copy(open, open.promise(), open.doneTasks(), parts, open.placement(), open.breach());
  }

  static BagState.Open with(BagState.Open open, TaskSet done) {
    return copy(open, open.promise(), done, open.parts(), open.placement(), open.breach());
  }

  static BagState.Open with(BagState.Open open, Promise promise) {
    return copy(
        open,
        Optional.of(promise),
        open.doneTasks(),
        open.parts(),
        open.placement(),
        open.breach());
  }

  private static BagState.Open copy(
      BagState.Open open,
      Optional<Promise> promise,
      TaskSet done,
      List<RunningPart> parts,
      Optional<PlacementState> placement,
      Optional<Breach> breach) {
    return new BagState.Open(
        open.id(),
        open.bag(),
        open.acceptancePolicy(),
        promise,
        done,
        parts,
        placement,
        open.distrustedProviders(),
        open.callCount(),
        open.failedCalls(),
        open.lastTaskEndedMillis(),
        breach,
        open.paidForEndedParts());
  }

  static BagState.Open withEachPart(BagState.Open open, UnaryOperator<RunningPart> change) {
    return with(open, open.parts().stream().map(change).toList());
  }

  static BagState.Open withoutParts(BagState.Open open, Predicate<RunningPart> which) {
    return with(open, open.parts().stream().filter(which.negate()).toList());
  }

  /** Adds removed parts again, in front. */
  static BagState.Open withPartsAgain(BagState.Open open, List<RunningPart> again) {
    List<RunningPart> parts = new ArrayList<>(again);
    parts.removeIf(part -> part(open, part.id()).isPresent());
    parts.addAll(open.parts());
    return with(open, parts);
  }

  static Optional<RunningPart> part(BagState.Open open, ReservationId id) {
    return open.parts().stream().filter(part -> part.id().equals(id)).findFirst();
  }

  static RunningPart with(RunningPart part, TaskSet remaining) {
    return new RunningPart(
        part.id(),
        remaining,
        part.completionMillis(),
        part.forecastMillis(),
        part.unansweredInquiries(),
        part.nextInquiryMillis(),
        part.originalFault(),
        part.fault(),
        part.contract(),
        Optional.empty());
  }

  /** Ends an open bag. */
  static BagState.Ended end(BagState.Open open) {
    return new BagState.Ended(
        open.id(),
        open.bag(),
        BagState.Ending.DONE,
        open.doneTasks(),
        open.promise(),
        open.breach(),
        open.lastTaskEndedMillis(),
        open.paidSoFar());
  }

  /** Changes the state of a transition if the bag stays open. */
  static BagTransition change(BagTransition correct, Function<BagState.Open, BagState> change) {
    return correct.state() instanceof BagState.Open open
        ? new BagTransition(change.apply(open), correct.effects())
        : correct;
  }

  static BagTransition without(BagTransition correct, Predicate<BagEffect> which) {
    return new BagTransition(
        correct.state(), correct.effects().stream().filter(which.negate()).toList());
  }
}
