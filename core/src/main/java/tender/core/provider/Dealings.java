package tender.core.provider;

import java.util.List;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Job;
import tender.core.model.Offer;
import tender.core.model.TaskSet;

/**
 * What a provider answers to reservations, whichever way it makes room for them: what was answered
 * is answered again whenever it is asked again, and whoever is told that there is nothing is not
 * told otherwise later.
 */
final class Dealings {
  private final Terms terms;
  private final Parts parts;
  private final OpenCalls calls;
  private final Room room;

  /** Where parts are put. */
  interface Room {
    /** The part as it is held; nothing, if there is no room any more. */
    Optional<HeldPart> hold(
        Message.Reserve reserve, Message.Call call, long leaseUntilMillis, long nowMillis);

    /** A part that was held is to be done. */
    void committed(HeldPart part, long nowMillis);

    /** A part that was held, or was being done, is done no more. */
    void released(HeldPart part);

    /** The whole bag of a part is now expected by then; nothing, where that moves no part. */
    default void bagExpected(ReservationId id, long byMillis) {}

    /** So much is bid for a part; nothing, where what is planned is the same for every price. */
    default void bid(Message.Bid bid, long nowMillis) {}
  }

  Dealings(Terms terms, Parts parts, OpenCalls calls, Room room) {
    this.terms = terms;
    this.parts = parts;
    this.calls = calls;
    this.room = room;
  }

  /** Leases that nobody has committed, and offers that nobody has reserved, are over. */
  void expire(long nowMillis, List<Effect> effects) {
    parts.endedLeases(nowMillis).forEach(id -> release(id, nowMillis, effects));
    calls.forgetExpired(nowMillis);
  }

  void receive(Message.ToProvider message, long nowMillis, List<Effect> effects) {
    switch (message) {
      case Message.Call call -> calls.answer(call, nowMillis, effects);
      case Message.Reserve reserve -> effects.add(new Effect.Send(reserve(reserve, nowMillis)));
      case Message.Commit(ReservationId id, TaskSet tasks) ->
          effects.add(new Effect.Send(commit(id, tasks, nowMillis)));
      case Message.Release(ReservationId id) -> release(id, nowMillis, effects);
      case Message.Accepted(ReservationId id, TaskSet tasks) ->
          parts.accepted(id, tasks, nowMillis);
      case Message.Inquire(ReservationId id) ->
          effects.add(new Effect.Send(inquire(id, nowMillis)));
      case Message.BagExpected(ReservationId id, long byMillis) -> room.bagExpected(id, byMillis);
      case Message.Bid bid -> room.bid(bid, nowMillis);
    }
  }

  private Message.Answer reserve(Message.Reserve reserve, long nowMillis) {
    return parts
        .answered(reserve.id())
        .orElseGet(
            () -> {
              Message.Call call = calls.call(reserve.id().call());
              return call == null || calls.tasksOnOffer(reserve) < reserve.tasks()
                  ? parts.refuse(reserve.id(), Message.Refusal.NOT_ON_OFFER, List.of(), nowMillis)
                  : tryToHold(reserve, call, nowMillis);
            });
  }

  private Message.Answer tryToHold(Message.Reserve reserve, Message.Call call, long nowMillis) {
    return room.hold(reserve, call, nowMillis + terms.leaseMillis(), nowMillis)
        .map(part -> parts.hold(part, nowMillis))
        .orElseGet(
            () -> {
              List<Offer> instead = calls.instead(call.id(), nowMillis);
              return parts.refuse(
                  reserve.id(), Message.Refusal.NO_ROOM_ANY_MORE, instead, nowMillis);
            });
  }

  private Message.Answer commit(ReservationId id, TaskSet tasks, long nowMillis) {
    HeldPart part = parts.part(id);
    if (part != null
        && !part.isCommitted()
        && !tasks.isEmpty()
        && tasks.size() <= part.job().tasks()) {
      Job job = part.job().withTasks(tasks.size()).withSubmitted(nowMillis);
      HeldPart committed = part.committed(job, tasks);
      room.committed(committed, nowMillis);
      return parts.commit(committed, nowMillis);
    }
    Message.Answer answered = answerOrRefusal(id, nowMillis);
    return answered instanceof Message.Reserved
        ? new Message.Refused(id, Message.Refusal.NOT_ON_OFFER, List.of())
        : answered;
  }

  /** How far a part is, or what was last answered. */
  private Message.Answer inquire(ReservationId id, long nowMillis) {
    return parts.progress(id).orElseGet(() -> answerOrRefusal(id, nowMillis));
  }

  private Message.Answer answerOrRefusal(ReservationId id, long nowMillis) {
    return parts
        .answered(id)
        .orElseGet(() -> parts.refuse(id, Message.Refusal.LEASE_ENDED, List.of(), nowMillis));
  }

  /** The batch system has no room for what was just held. */
  void cannotHold(ReservationId id, long nowMillis, List<Effect> effects) {
    HeldPart part = parts.part(id);
    if (part != null && !part.isCommitted()) {
      room.released(part);
      List<Offer> instead = calls.insteadOfHeld(id.call(), nowMillis);
      effects.add(
          new Effect.Send(parts.refuse(id, Message.Refusal.NO_ROOM_ANY_MORE, instead, nowMillis)));
    }
  }

  /**
   * Whatever waits of a part leaves, committed or not; what runs of it runs for nobody, to its end
   * if nobody stops it. A reservation that is released before it comes, for messages overtake each
   * other, stays out.
   */
  void release(ReservationId id, long nowMillis, List<Effect> effects) {
    HeldPart part = parts.part(id);
    if (part != null) {
      room.released(part);
      effects.add(new Effect.Stop(id));
    } else if (parts.answered(id).isPresent()) {
      return;
    }
    parts.refuse(id, Message.Refusal.LEASE_ENDED, List.of(), nowMillis);
  }

  /** What must be stored comes before all else, and what need not be any more, last. */
  void writeDown(List<Effect> effects) {
    parts.takeChanged().forEach(kept -> effects.addFirst(new Effect.Remember(kept)));
    List<ReservationId> forgotten = parts.takeForgotten();
    if (!forgotten.isEmpty()) {
      effects.add(new Effect.Forget(forgotten));
    }
  }
}
