package tender.core.provider;

import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ReservedPart;
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
final class ReservationHandler {
  private final ProviderTerms terms;
  private final ReservationTable parts;
  private final OpenCalls calls;
  private final PartAllocator room;

  /** Where parts are put. */
  interface PartAllocator {
    /** The part as it is held; nothing, if there is no room any more. */
    Optional<ReservedPart> hold(
        Message.Reserve reserve, Message.Call call, long leaseUntilMillis, long nowMillis);

    /** A part that was held is to be done. */
    void committed(ReservedPart part, long nowMillis);

    /** A part that was held, or was being done, is done no more. */
    void released(ReservedPart part);

    /** The whole bag of a part is now expected by then; nothing, where that moves no part. */
    default void bagCompletionChanged(ReservationId id, long byMillis) {}

    /** So much is bid for a part; nothing, where what is planned is the same for every price. */
    default void bid(Message.Bid bid, long nowMillis) {}
  }

  ReservationHandler(ProviderTerms terms, ReservationTable parts, OpenCalls calls, PartAllocator room) {
    this.terms = terms;
    this.parts = parts;
    this.calls = calls;
    this.room = room;
  }

  /** Leases that nobody has committed, and offers that nobody has reserved, are over. */
  void expire(long nowMillis, List<ProviderEffect> effects) {
    parts.expiredLeases(nowMillis).forEach(id -> release(id, nowMillis, effects));
    calls.forgetExpired(nowMillis);
  }

  void receive(Message.ToProvider message, long nowMillis, List<ProviderEffect> effects) {
    switch (message) {
      case Message.Call call -> calls.answer(call, nowMillis, effects);
      case Message.Reserve reserve -> effects.add(new ProviderEffect.Send(reserve(reserve, nowMillis)));
      case Message.Commit(ReservationId id, TaskSet tasks) ->
          effects.add(new ProviderEffect.Send(commit(id, tasks, nowMillis)));
      case Message.Release(ReservationId id) -> release(id, nowMillis, effects);
      case Message.ResultsAccepted(ReservationId id, TaskSet tasks) ->
          parts.accepted(id, tasks, nowMillis);
      case Message.Inquire(ReservationId id) ->
          effects.add(new ProviderEffect.Send(inquire(id, nowMillis)));
      case Message.BagCompletion(ReservationId id, long byMillis) -> room.bagCompletionChanged(id, byMillis);
      case Message.Bid bid -> room.bid(bid, nowMillis);
    }
  }

  private Message.ReservationAnswer reserve(Message.Reserve reserve, long nowMillis) {
    return parts
        .lastAnswer(reserve.id())
        .orElseGet(
            () -> {
              Message.Call call = calls.call(reserve.id().call());
              return call == null || calls.tasksOnOffer(reserve) < reserve.tasks()
                  ? parts.refuse(reserve.id(), Message.RefusalReason.NO_SUCH_OFFER, List.of(), nowMillis)
                  : tryReserve(reserve, call, nowMillis);
            });
  }

  private Message.ReservationAnswer tryReserve(Message.Reserve reserve, Message.Call call, long nowMillis) {
    return room.hold(reserve, call, nowMillis + terms.leaseMillis(), nowMillis)
        .map(part -> parts.hold(part, nowMillis))
        .orElseGet(
            () -> {
              List<Offer> instead = calls.alternatives(call.id(), nowMillis);
              return parts.refuse(
                  reserve.id(), Message.RefusalReason.NO_CAPACITY, instead, nowMillis);
            });
  }

  private Message.ReservationAnswer commit(ReservationId id, TaskSet tasks, long nowMillis) {
    ReservedPart part = parts.part(id);
    if (part != null
        && !part.isCommitted()
        && !tasks.isEmpty()
        && tasks.size() <= part.job().tasks()) {
      Job job = part.job().withTasks(tasks.size()).withSubmitted(nowMillis);
      ReservedPart committed = part.committed(job, tasks);
      room.committed(committed, nowMillis);
      return parts.commit(committed, nowMillis);
    }
    Message.ReservationAnswer answered = answerOrRefusal(id, nowMillis);
    return answered instanceof Message.Reserved
        ? new Message.Refused(id, Message.RefusalReason.NO_SUCH_OFFER, List.of())
        : answered;
  }

  /** How far a part is, or what was last answered. */
  private Message.ReservationAnswer inquire(ReservationId id, long nowMillis) {
    return parts.progress(id).orElseGet(() -> answerOrRefusal(id, nowMillis));
  }

  private Message.ReservationAnswer answerOrRefusal(ReservationId id, long nowMillis) {
    return parts
        .lastAnswer(id)
        .orElseGet(() -> parts.refuse(id, Message.RefusalReason.LEASE_EXPIRED, List.of(), nowMillis));
  }

  /** The batch system has no room for what was just held. */
  void reservationFailed(ReservationId id, long nowMillis, List<ProviderEffect> effects) {
    ReservedPart part = parts.part(id);
    if (part != null && !part.isCommitted()) {
      room.released(part);
      List<Offer> instead = calls.alternativesAfterRelease(id.call(), nowMillis);
      effects.add(
          new ProviderEffect.Send(parts.refuse(id, Message.RefusalReason.NO_CAPACITY, instead, nowMillis)));
    }
  }

  /**
   * Whatever waits of a part leaves, committed or not; what runs of it runs for nobody, to its end
   * if nobody stops it. A reservation that is released before it comes, for messages overtake each
   * other, stays out.
   */
  void release(ReservationId id, long nowMillis, List<ProviderEffect> effects) {
    ReservedPart part = parts.part(id);
    if (part != null) {
      room.released(part);
      effects.add(new ProviderEffect.StopPart(id));
    } else if (parts.lastAnswer(id).isPresent()) {
      return;
    }
    parts.refuse(id, Message.RefusalReason.LEASE_EXPIRED, List.of(), nowMillis);
  }

  /** What must be stored comes before all else, and what need not be any more, last. */
  void addStoreEffects(List<ProviderEffect> effects) {
    parts.takeChanged().forEach(kept -> effects.addFirst(new ProviderEffect.StoreReservation(kept)));
    List<ReservationId> forgotten = parts.takeDeleted();
    if (!forgotten.isEmpty()) {
      effects.add(new ProviderEffect.DeleteReservations(forgotten));
    }
  }
}
