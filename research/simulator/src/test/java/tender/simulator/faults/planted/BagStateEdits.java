package tender.simulator.faults.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.Promise;
import tender.core.metascheduler.state.RunningPart;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.BagTransition;
import tender.core.model.TaskSet;

/** An open bag with something changed in it. */
final class BagStateEdits {
  private BagStateEdits() {}

  static BagState.Open with(BagState.Open open, PlacementState tender) {
    return copy(
        open, open.promise(), open.doneTasks(), open.parts(), Optional.of(tender), open.breach());
  }

  static BagState.Open with(BagState.Open open, List<RunningPart> parts) {
    return copy(open, open.promise(), open.doneTasks(), parts, open.placement(), open.breach());
  }

  static BagState.Open with(BagState.Open open, TaskSet done) {
    return copy(open, open.promise(), done, open.parts(), open.placement(), open.breach());
  }

  static BagState.Open with(BagState.Open open, Promise promise) {
    return copy(
        open, Optional.of(promise), open.doneTasks(), open.parts(), open.placement(), open.breach());
  }

  private static BagState.Open copy(
      BagState.Open open,
      Optional<Promise> promise,
      TaskSet done,
      List<RunningPart> parts,
      Optional<PlacementState> tender,
      Optional<Breach> breach) {
    return new BagState.Open(
        open.id(),
        open.bag(),
        open.acceptancePolicy(),
        promise,
        done,
        parts,
        tender,
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

  /** With parts that others have struck out, in front. */
  static BagState.Open withPartsAgain(BagState.Open open, List<RunningPart> again) {
    List<RunningPart> parts = new ArrayList<>(again);
    parts.removeIf(part -> part(open, part.id()).isPresent());
    parts.addAll(open.parts());
    return with(open, parts);
  }

  static Optional<RunningPart> part(BagState.Open open, ReservationId id) {
    return open.parts().stream().filter(part -> part.id().equals(id)).findFirst();
  }

  static RunningPart with(RunningPart part, TaskSet left) {
    return new RunningPart(
        part.id(),
        left,
        part.completionMillis(),
        part.forecastMillis(),
        part.unansweredInquiries(),
        part.nextInquiryMillis(),
        part.originalFault(),
        part.fault(),
        part.contract());
  }

  /** An ended bag as this open one would leave it. */
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

  /** The same transition, if the bag stays open to another state. */
  static BagTransition change(BagTransition right, Function<BagState.Open, BagState> change) {
    return right.state() instanceof BagState.Open open
        ? new BagTransition(change.apply(open), right.effects())
        : right;
  }

  static BagTransition without(BagTransition right, Predicate<BagEffect> which) {
    return new BagTransition(right.state(), right.effects().stream().filter(which.negate()).toList());
  }
}
