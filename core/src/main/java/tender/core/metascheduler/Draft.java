package tender.core.metascheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.core.ledger.Deal;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;

/** A bag while an event is worked into it; nobody else sees it before it is a value again. */
final class Draft {
  final BagId id;
  final Bag bag;
  final List<RunningPart> parts;
  final List<ProviderId> distrusted;
  final List<BagEffect> effects = new ArrayList<>();
  Mandate mandate;
  Optional<Promise> promise;
  TaskSet done;
  Optional<Tender> tender;
  int calls;
  int failures;
  long lastEndedMillis;
  Optional<Breach> breach;
  Money paid;
  private BagState.@Nullable Ending ending;

  Draft(BagState.Open open) {
    id = open.id();
    bag = open.bag();
    mandate = open.mandate();
    promise = open.promise();
    done = open.done();
    parts = new ArrayList<>(open.parts());
    tender = open.tender();
    distrusted = new ArrayList<>(open.distrusted());
    calls = open.calls();
    failures = open.failures();
    lastEndedMillis = open.lastEndedMillis();
    breach = open.breach();
    paid = open.paid();
  }

  /** A bag that was just handed in. */
  static Draft of(BagId id, Bag bag, Mandate mandate) {
    return new Draft(
        new BagState.Open(
            id,
            bag,
            mandate,
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

  /** By when its tasks are wanted: what is promised, once something is. */
  long deadlineMillis() {
    return promise.map(Promise::byMillis).orElse(mandate.deadlineMillis());
  }

  /** Whether it gets its first place by the auction. */
  boolean bids() {
    return promise.isEmpty() && mandate.valuation().isPresent();
  }

  boolean isDone() {
    return done.size() == bag.tasks();
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
    Accounting.release(this, part);
    paid = part.deal().map(Deal::billed).orElse(Money.ZERO).plus(paid);
  }

  /** What was paid and what is held, but for parts that are lost: that goes back. */
  Money committed() {
    Money committed = paid;
    for (RunningPart part : parts) {
      Deal deal = part.deal().orElse(null);
      if (deal != null) {
        committed = committed.plus(part.lost().isPresent() ? deal.billed() : deal.price());
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

  /** Nothing more will happen to it. */
  void end(BagState.Ending how, BagEffect last, long nowMillis) {
    effects.add(last);
    breach.ifPresent(broken -> effects.add(new BagEffect.Breached(broken)));
    List.copyOf(parts).forEach(this::remove);
    ending = how;
    lastEndedMillis = how == BagState.Ending.DONE ? lastEndedMillis : nowMillis;
  }

  Transition finish() {
    BagState state =
        ending != null
            ? new BagState.Ended(id, bag, ending, done, promise, breach, lastEndedMillis, paid)
            : new BagState.Open(
                id,
                bag,
                mandate,
                promise,
                done,
                parts,
                tender,
                distrusted,
                calls,
                failures,
                lastEndedMillis,
                breach,
                paid);
    return new Transition(state, effects);
  }
}
