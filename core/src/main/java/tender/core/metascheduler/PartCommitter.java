package tender.core.metascheduler;

import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.Promise;
import tender.core.metascheduler.state.RunningPart;
import tender.core.metascheduler.state.PlacementState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.compose.Part;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * The rules from the decision that all parts are committed, which moves the tasks to their new
 * owners, to the promise, which is given when all of them have confirmed it.
 *
 * <p>In the model of the protocol, {@code Tender.tla}: {@code Decide} and {@code HearCommitted}.
 */
final class PartCommitter {
  private static final int MAX_COMMIT_SENDS = 5;

  private final TimeoutConfig patience;

  PartCommitter(TimeoutConfig patience) {
    this.patience = patience;
  }

  /** All parts are held: from here on only the new reservations can deliver the tasks' results. */
  void commitAll(BagBuilder bag, PlacementState.Reserving reserving, long nowMillis) {
    PlacementState.CollectingOffers call = reserving.call();
    takeFromThoseLost(bag, call.tasks());
    TaskSet toDo = call.tasks().minus(bag.doneTasks);
    List<ReservationId> open = new ArrayList<>();
    for (Part part : reserving.composition().parts()) {
      ReservationId id = call.reservation(reserving.attempt(), part.provider());
      TaskSet mine = toDo.lowest(part.tasks());
      toDo = toDo.minus(mine);
      if (mine.isEmpty()) {
        // Results that were thought lost came in while the part was being reserved.
        bag.release(id);
      } else {
        long byMillis = Math.max(part.completionMillis(), reserving.composition().deadlineMillis());
        bag.add(
            new RunningPart(
                id,
                mine,
                byMillis,
                0,
                0,
                Time.NEVER,
                call.originalFault(),
                Optional.empty(),
                ShareBidding.contract(bag, reserving, part, mine.size()),
                ShareBidding.initialBid(bag, call, part.provider(), nowMillis)));
        bag.effects.add(new BagEffect.PartPlaced(id, mine.size(), byMillis));
        open.add(id);
      }
    }
    PlacementState.Committing committing =
        new PlacementState.Committing(
            call, reserving.attempt(), reserving.composition(), open, 0, nowMillis);
    sendCommits(bag, committing, nowMillis);
    promiseIfAllConfirmed(bag, committing);
  }

  private static void takeFromThoseLost(BagBuilder bag, TaskSet tasks) {
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

  /** Said until it is heard: the answer may be lost as well as the question. */
  void sendCommits(BagBuilder bag, PlacementState.Committing committing, long nowMillis) {
    for (ReservationId id : committing.unconfirmed()) {
      RunningPart part = bag.part(id);
      if (part != null) {
        bag.send(id.provider(), new Message.Commit(id, part.remainingTasks()));
      }
    }
    bag.placement = Optional.of(committing.withSentAgain(nowMillis + patience.answerTimeoutMillis()));
  }

  void confirm(BagBuilder bag, ReservationId id, long nowMillis) {
    RunningPart part = bag.part(id);
    if (part == null) {
      bag.release(id);
      return;
    }
    if (bag.placement.orElse(null) instanceof PlacementState.Committing committing
        && committing.unconfirmed().contains(id)) {
      bag.replace(part, part.withReport(part.remainingTasks(), Time.after(nowMillis, patience.inquiryIntervalMillis())));
      List<ReservationId> open = new ArrayList<>(committing.unconfirmed());
      open.remove(id);
      PlacementState.Committing after = committing.withUnconfirmed(open);
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
        bag.effects.add(new BagEffect.PromiseMade(promise));
      }
    }
  }
}
