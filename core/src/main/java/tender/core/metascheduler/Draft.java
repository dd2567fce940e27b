package tender.core.metascheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;

/** A bag while an event is worked into it; nobody else sees it before it is a value again. */
final class Draft {
  final BagId id;
  final Bag bag;
  final List<RunningPart> parts;
  final List<ProviderId> distrusted;
  final List<BagEffect> effects = new ArrayList<>();
  Optional<Promise> promise;
  TaskSet done;
  Optional<Tender> tender;
  int calls;
  int failures;
  long lastEndedMillis;
  Optional<Breach> breach;
  private boolean ended;

  Draft(BagState.Open open) {
    id = open.id();
    bag = open.bag();
    promise = open.promise();
    done = open.done();
    parts = new ArrayList<>(open.parts());
    tender = open.tender();
    distrusted = new ArrayList<>(open.distrusted());
    calls = open.calls();
    failures = open.failures();
    lastEndedMillis = open.lastEndedMillis();
    breach = open.breach();
  }

  /** A bag that was just handed in. */
  static Draft of(BagId id, Bag bag) {
    return new Draft(
        new BagState.Open(
            id,
            bag,
            Optional.empty(),
            TaskSet.empty(),
            List.of(),
            Optional.empty(),
            List.of(),
            0,
            0,
            bag.submittedMillis(),
            Optional.empty()));
  }

  /** By when its tasks are wanted: what is promised, once something is. */
  long deadlineMillis() {
    return promise.map(Promise::byMillis).orElse(bag.deadlineMillis());
  }

  boolean isDone() {
    return done.size() == bag.tasks();
  }

  boolean hasEnded() {
    return ended;
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

  void replace(RunningPart before, RunningPart after) {
    parts.set(parts.indexOf(before), after);
  }

  /** Nothing more will happen to it. */
  void end(BagEffect last) {
    effects.add(last);
    breach.ifPresent(broken -> effects.add(new BagEffect.Breached(broken)));
    ended = true;
  }

  Transition finish() {
    BagState state =
        ended
            ? new BagState.Ended(id, done, promise, breach)
            : new BagState.Open(
                id,
                bag,
                promise,
                done,
                parts,
                tender,
                distrusted,
                calls,
                failures,
                lastEndedMillis,
                breach);
    return new Transition(state, effects);
  }
}
