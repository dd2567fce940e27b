package tender.core.metascheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * The rules for parts that run: whose results count, and whom to give up on.
 *
 * <p>In the model of the protocol, {@code Tender.tla}: {@code AcceptResult} and {@code
 * PresumeGone}.
 */
final class Watching {
  private static final int UNANSWERED_AT_MOST = 3;

  private final Patience patience;

  Watching(Patience patience) {
    this.patience = patience;
  }

  /** Only the reservation that has a task can deliver its result, and only once. */
  void accept(Draft bag, Message.Results results, long nowMillis) {
    RunningPart known = bag.part(results.id());
    if (known == null) {
      bag.release(results.id());
      return;
    }
    TaskSet fresh = results.ended().and(known.left());
    TaskSet left = known.left().minus(fresh);
    long endedMillis = Math.min(results.endedMillis(), nowMillis);
    RunningPart billed = Accounting.charge(bag, known, results.bill());
    boolean late = !fresh.isEmpty() && isLate(known.byMillis(), endedMillis, nowMillis);
    RunningPart part = late ? Accounting.penalise(bag, billed) : billed;
    bag.replace(known, part);
    bag.done = bag.done.plus(fresh);
    bag.send(results.provider(), new Message.Accepted(results.id(), results.ended()));
    if (!fresh.isEmpty()) {
      bag.effects.add(new BagEffect.Counted(part.id(), fresh));
      bag.lastEndedMillis = Math.max(bag.lastEndedMillis, endedMillis);
      judge(bag, part, endedMillis, nowMillis);
    }
    if (left.isEmpty()) {
      bag.effects.add(new BagEffect.Delivered(part.id(), endedMillis));
      Forecasting.remove(bag, part);
    } else if (part.lost().isEmpty()) {
      bag.replace(part, part.heard(left, Time.after(nowMillis, patience.inquireMillis())));
    } else {
      bag.replace(part, part.heard(left, Time.NEVER));
    }
  }

  /** By the provider's own word, and by when it came. */
  private boolean isLate(long byMillis, long endedMillis, long nowMillis) {
    return endedMillis > byMillis && byMillis < nowMillis - patience.answerMillis();
  }

  /** A promise counts as kept if the results are there shortly after its time. */
  private void judge(Draft bag, RunningPart part, long endedMillis, long nowMillis) {
    long byMillis = bag.promise.map(Promise::byMillis).orElse(Time.NEVER);
    if (byMillis < nowMillis - patience.answerMillis()) {
      Breach.Suspicion suspicion =
          part.insteadOf()
              .or(part::lost)
              .orElseGet(
                  () ->
                      new Breach.Suspicion(
                          isLate(byMillis, endedMillis, nowMillis)
                              ? Breach.Cause.PROVIDER_LATE
                              : Breach.Cause.HEARD_TOO_LATE,
                          part.id().provider()));
      bag.breach =
          Optional.of(new Breach(suspicion.cause(), suspicion.provider(), byMillis, nowMillis));
    }
  }

  /** A provider that says it has a part no longer is taken at its word. */
  void missing(Draft bag, ReservationId id) {
    RunningPart part = bag.part(id);
    if (part != null && part.lost().isEmpty()) {
      lose(bag, part, Breach.Cause.PROVIDER_DROPPED);
    }
  }

  void wake(Draft bag, long nowMillis) {
    for (RunningPart part : List.copyOf(bag.parts)) {
      if (part.inquireMillis() > nowMillis) {
        continue;
      }
      if (part.unanswered() >= UNANSWERED_AT_MOST) {
        lose(bag, part, Breach.Cause.PROVIDER_SILENT);
      } else if (nowMillis >= Time.after(part.byMillis(), patience.overdueMillis())) {
        lose(bag, part, Breach.Cause.PROVIDER_LATE);
      } else {
        bag.send(part.id().provider(), new Message.Inquire(part.id()));
        bag.replace(part, part.asked(Time.after(nowMillis, patience.inquireMillis())));
      }
    }
  }

  private static void lose(Draft bag, RunningPart part, Breach.Cause cause) {
    bag.replace(part, Accounting.penalise(bag, part.lost(cause)));
    bag.effects.add(new BagEffect.Lost(part.id(), cause, part.left()));
    bag.distrusted.remove(part.id().provider());
    bag.distrusted.add(part.id().provider());
  }

  /** What was left to providers that are no longer counted on. */
  static Optional<Lost> lost(Draft bag) {
    List<RunningPart> lost = new ArrayList<>(bag.parts);
    lost.removeIf(part -> part.lost().isEmpty());
    return lost.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Lost(
                lost.stream().map(RunningPart::left).reduce(TaskSet.empty(), TaskSet::plus),
                lost.getFirst().insteadOf().or(lost.getFirst()::lost)));
  }

  /** Tasks that somebody else must do, and who failed first to do them. */
  record Lost(TaskSet tasks, Optional<Breach.Suspicion> suspicion) {}
}
