package tender.core.metascheduler;

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
final class Committing {
  private static final int TIMES_TOLD = 5;

  private final Patience patience;

  Committing(Patience patience) {
    this.patience = patience;
  }

  /** All parts are held: from here on only the new reservations can deliver the tasks' results. */
  void decide(Draft bag, Tender.Reserving reserving, long nowMillis) {
    Tender.Calling call = reserving.call();
    takeFromThoseLost(bag, call.tasks());
    TaskSet toDo = call.tasks().minus(bag.done);
    List<ReservationId> open = new ArrayList<>();
    for (Part part : reserving.composition().parts()) {
      ReservationId id = call.reservation(reserving.attempt(), part.provider());
      TaskSet mine = toDo.lowest(part.tasks());
      toDo = toDo.minus(mine);
      if (mine.isEmpty()) {
        // Results that were thought lost came in while the part was being reserved.
        bag.release(id);
      } else {
        long byMillis = Math.max(part.byMillis(), reserving.composition().deadlineMillis());
        bag.add(
            new RunningPart(
                id,
                mine,
                byMillis,
                0,
                0,
                Time.NEVER,
                call.insteadOf(),
                Optional.empty(),
                Bargaining.deal(bag, reserving, part, mine.size()),
                Bargaining.begin(bag, call, part.provider(), nowMillis)));
        bag.effects.add(new BagEffect.Placed(id, mine.size(), byMillis));
        open.add(id);
      }
    }
    Tender.Committing committing =
        new Tender.Committing(
            call, reserving.attempt(), reserving.composition(), open, 0, nowMillis);
    tell(bag, committing, nowMillis);
    promiseIfAllConfirmed(bag, committing);
  }

  private static void takeFromThoseLost(Draft bag, TaskSet tasks) {
    for (RunningPart part : List.copyOf(bag.parts)) {
      if (part.lost().isPresent() && tasks.containsAll(part.left())) {
        bag.release(part.id());
        bag.remove(part);
      }
    }
  }

  boolean mayTellAgain(Tender.Committing committing) {
    return committing.said() < TIMES_TOLD;
  }

  /** Said until it is heard: the answer may be lost as well as the question. */
  void tell(Draft bag, Tender.Committing committing, long nowMillis) {
    for (ReservationId id : committing.open()) {
      RunningPart part = bag.part(id);
      if (part != null) {
        bag.send(id.provider(), new Message.Commit(id, part.left()));
      }
    }
    bag.tender = Optional.of(committing.toldAgain(nowMillis + patience.answerMillis()));
  }

  void confirm(Draft bag, ReservationId id, long nowMillis) {
    RunningPart part = bag.part(id);
    if (part == null) {
      bag.release(id);
      return;
    }
    if (bag.tender.orElse(null) instanceof Tender.Committing committing
        && committing.open().contains(id)) {
      bag.replace(part, part.heard(part.left(), Time.after(nowMillis, patience.inquireMillis())));
      List<ReservationId> open = new ArrayList<>(committing.open());
      open.remove(id);
      Tender.Committing after = committing.withOpen(open);
      bag.tender = Optional.of(after);
      promiseIfAllConfirmed(bag, after);
    }
  }

  private static void promiseIfAllConfirmed(Draft bag, Tender.Committing committing) {
    if (committing.open().isEmpty()) {
      bag.tender = Optional.empty();
      bag.failures = 0;
      if (bag.promise.isEmpty()) {
        Promise promise = new Promise(committing.composition());
        bag.promise = Optional.of(promise);
        bag.effects.add(new BagEffect.Promised(promise));
      }
    }
  }
}
