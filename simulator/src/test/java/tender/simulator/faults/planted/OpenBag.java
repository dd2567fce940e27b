package tender.simulator.faults.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import tender.core.message.ReservationId;
import tender.core.metascheduler.BagEffect;
import tender.core.metascheduler.BagState;
import tender.core.metascheduler.Breach;
import tender.core.metascheduler.Promise;
import tender.core.metascheduler.RunningPart;
import tender.core.metascheduler.Tender;
import tender.core.metascheduler.Transition;
import tender.core.model.TaskSet;

/** An open bag with something changed in it. */
final class OpenBag {
  private OpenBag() {}

  static BagState.Open with(BagState.Open open, Tender tender) {
    return copy(
        open, open.promise(), open.done(), open.parts(), Optional.of(tender), open.breach());
  }

  static BagState.Open with(BagState.Open open, List<RunningPart> parts) {
    return copy(open, open.promise(), open.done(), parts, open.tender(), open.breach());
  }

  static BagState.Open with(BagState.Open open, TaskSet done) {
    return copy(open, open.promise(), done, open.parts(), open.tender(), open.breach());
  }

  static BagState.Open with(BagState.Open open, Promise promise) {
    return copy(
        open, Optional.of(promise), open.done(), open.parts(), open.tender(), open.breach());
  }

  private static BagState.Open copy(
      BagState.Open open,
      Optional<Promise> promise,
      TaskSet done,
      List<RunningPart> parts,
      Optional<Tender> tender,
      Optional<Breach> breach) {
    return new BagState.Open(
        open.id(),
        open.bag(),
        open.mandate(),
        promise,
        done,
        parts,
        tender,
        open.distrusted(),
        open.calls(),
        open.failures(),
        open.lastEndedMillis(),
        breach,
        open.paid());
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
        part.byMillis(),
        part.expectedMillis(),
        part.unanswered(),
        part.inquireMillis(),
        part.insteadOf(),
        part.lost(),
        part.deal());
  }

  /** An ended bag as this open one would leave it. */
  static BagState.Ended end(BagState.Open open) {
    return new BagState.Ended(
        open.id(),
        open.bag(),
        BagState.Ending.DONE,
        open.done(),
        open.promise(),
        open.breach(),
        open.lastEndedMillis(),
        open.paidSoFar());
  }

  /** The same transition, if the bag stays open to another state. */
  static Transition change(Transition right, Function<BagState.Open, BagState> change) {
    return right.state() instanceof BagState.Open open
        ? new Transition(change.apply(open), right.effects())
        : right;
  }

  static Transition without(Transition right, Predicate<BagEffect> which) {
    return new Transition(right.state(), right.effects().stream().filter(which.negate()).toList());
  }
}
