package tender.core.metascheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.compose.Part;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.placement.AuctionPayment;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.Promise;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * The rules from the decision to commit all parts, which assigns the tasks to their new parts, to
 * the promise, which is made when all providers have confirmed.
 *
 * <p>In the model of the protocol, {@code Tender.tla}: {@code Decide} and {@code HearCommitted}.
 */
record PartCommitter(TimeoutConfig timeouts, AuctionPayment payment) {
  private static final int MAX_COMMIT_SENDS = 5;

  /** All parts are reserved: from here on only the new parts can deliver the tasks' results. */
  void commitAll(BagBuilder bag, PlacementState.Reserving reserving, long nowMillis) {
    PlacementState.CollectingOffers call = reserving.call();
    removeReplacedParts(bag, call.tasks());
    TaskSet unassigned = call.tasks().minus(bag.doneTasks);
    List<ReservationId> unconfirmed = new ArrayList<>();
    for (Part part : reserving.composition().parts()) {
      ReservationId id = call.reservation(reserving.attempt(), part.provider());
      TaskSet assigned = unassigned.lowest(part.tasks());
      unassigned = unassigned.minus(assigned);
      if (assigned.isEmpty()) {
        // Results that were presumed lost arrived while the part was being reserved.
        bag.release(id);
      } else {
        long completionMillis =
            Math.max(part.completionMillis(), reserving.composition().deadlineMillis());
        bag.add(
            new RunningPart(
                id,
                assigned,
                completionMillis,
                0,
                0,
                Time.NEVER,
                call.originalFault(),
                Optional.empty(),
                payment.withSurplus(
                    ShareBidding.contract(bag, reserving, part, assigned.size()),
                    bag.acceptancePolicy.valuation().filter(_ -> bag.promise.isEmpty()),
                    reserving.composition(),
                    part),
                ShareBidding.initialBid(bag, call, part.provider(), nowMillis)));
        bag.effects.add(new BagEffect.PartPlaced(id, assigned.size(), completionMillis));
        unconfirmed.add(id);
      }
    }
    PlacementState.Committing committing =
        new PlacementState.Committing(
            call, reserving.attempt(), reserving.composition(), unconfirmed, 0, nowMillis);
    sendCommits(bag, committing, nowMillis);
    promiseIfAllConfirmed(bag, committing);
  }

  private static void removeReplacedParts(BagBuilder bag, TaskSet tasks) {
    for (RunningPart part : List.copyOf(bag.parts)) {
      if (part.fault().isPresent() && tasks.containsAll(part.remainingTasks())) {
        bag.release(part.id());
        bag.remove(part);
      }
    }
  }

  boolean maySendAgain(PlacementState.Committing committing) {
    return committing.timesSent() < MAX_COMMIT_SENDS;
  }

  /** Sends the commits again until they are confirmed: commit or confirmation may be lost. */
  void sendCommits(BagBuilder bag, PlacementState.Committing committing, long nowMillis) {
    for (ReservationId id : committing.unconfirmed()) {
      RunningPart part = bag.part(id);
      if (part != null) {
        bag.send(id.provider(), new Message.Commit(id, part.remainingTasks()));
      }
    }
    bag.placement =
        Optional.of(committing.withSentAgain(nowMillis + timeouts.answerTimeoutMillis()));
  }

  void confirm(BagBuilder bag, ReservationId id, long nowMillis) {
    RunningPart part = bag.part(id);
    if (part == null) {
      bag.release(id);
      return;
    }
    if (bag.placement.orElse(null) instanceof PlacementState.Committing committing
        && committing.unconfirmed().contains(id)) {
      bag.replace(
          part,
          part.withReport(
              part.remainingTasks(),
              timeouts.inquiryAfterReportMillis(nowMillis, part.completionMillis())));
      List<ReservationId> unconfirmed = new ArrayList<>(committing.unconfirmed());
      unconfirmed.remove(id);
      PlacementState.Committing after = committing.withUnconfirmed(unconfirmed);
      bag.placement = Optional.of(after);
      promiseIfAllConfirmed(bag, after);
    }
  }

  private static void promiseIfAllConfirmed(BagBuilder bag, PlacementState.Committing committing) {
    if (committing.unconfirmed().isEmpty()) {
      bag.placement = Optional.empty();
      bag.failedCalls = 0;
      if (bag.promise.isEmpty()) {
        Promise promise = new Promise(committing.composition());
        bag.promise = Optional.of(promise);
        bag.effects.add(new BagEffect.PromiseMade(promise, committing.call().misfits()));
      }
    }
  }
}
