package tender.core.provider;

import java.util.List;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Job;
import tender.core.model.Offer;
import tender.core.model.TaskSet;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.ReservedPart;

/**
 * Handles the messages about reservations, whichever way the provider allocates capacity. A
 * repeated request gets the same answer, and a reservation that was refused is never granted later.
 */
record ReservationHandler(
    ProviderTerms terms, ReservationTable table, OpenCalls calls, PartAllocator allocator) {
  /** Allocates capacity for parts. */
  interface PartAllocator {
    /** Holds capacity for a part; empty if there is not enough. */
    Optional<ReservedPart> hold(
        Message.Reserve reserve, Message.Call call, long leaseExpiresMillis, long nowMillis);

    /** A reserved part was committed. */
    void committed(ReservedPart part, long nowMillis);

    /** A part was released, before or after it was committed. */
    void released(ReservedPart part);

    /** The expected end of the whole bag has changed; ignored if the plan does not depend on it. */
    default void bagCompletionChanged(ReservationId id, long completionMillis) {}

    /** The bid for a part has changed; ignored if the provider is not time-shared. */
    default void bid(Message.Bid bid, long nowMillis) {}
  }

  /** Releases reservations whose lease has expired and drops expired calls. */
  void expire(long nowMillis, List<ProviderEffect> effects) {
    table.expiredLeases(nowMillis).forEach(id -> release(id, nowMillis, effects));
    calls.forgetExpired(nowMillis);
  }

  void receive(Message.ToProvider message, long nowMillis, List<ProviderEffect> effects) {
    switch (message) {
      case Message.Call call -> calls.answer(call, nowMillis, effects);
      case Message.Reserve reserve ->
          effects.add(new ProviderEffect.Send(reserve(reserve, nowMillis)));
      case Message.Commit(ReservationId id, TaskSet tasks) ->
          effects.add(new ProviderEffect.Send(commit(id, tasks, nowMillis)));
      case Message.Release(ReservationId id) -> releaseWithBill(id, nowMillis, effects);
      case Message.ResultsAccepted(ReservationId id, TaskSet tasks) ->
          table.accepted(id, tasks, nowMillis);
      case Message.Inquire(ReservationId id) -> {
        table.finalBill(id).ifPresent(bill -> effects.add(new ProviderEffect.Send(bill)));
        effects.add(new ProviderEffect.Send(inquire(id, nowMillis)));
      }
      case Message.BagCompletion(ReservationId id, long completionMillis) ->
          allocator.bagCompletionChanged(id, completionMillis);
      case Message.Bid bid -> allocator.bid(bid, nowMillis);
    }
  }

  private Message.ReservationAnswer reserve(Message.Reserve reserve, long nowMillis) {
    return table
        .lastAnswer(reserve.id())
        .orElseGet(
            () -> {
              Message.Call call = calls.call(reserve.id().call());
              return call == null || calls.tasksOnOffer(reserve) < reserve.tasks()
                  ? table.refuse(
                      reserve.id(), Message.RefusalReason.NO_SUCH_OFFER, List.of(), nowMillis)
                  : tryReserve(reserve, call, nowMillis);
            });
  }

  private Message.ReservationAnswer tryReserve(
      Message.Reserve reserve, Message.Call call, long nowMillis) {
    return allocator
        .hold(reserve, call, nowMillis + terms.leaseMillis(), nowMillis)
        .map(part -> table.hold(part, nowMillis))
        .orElseGet(
            () -> {
              List<Offer> alternatives = calls.alternatives(call.id(), nowMillis);
              return table.refuse(
                  reserve.id(), Message.RefusalReason.NO_CAPACITY, alternatives, nowMillis);
            });
  }

  private Message.ReservationAnswer commit(ReservationId id, TaskSet tasks, long nowMillis) {
    ReservedPart part = table.part(id);
    if (part != null
        && !part.isCommitted()
        && !tasks.isEmpty()
        && tasks.size() <= part.job().tasks()) {
      boolean mustStage = part.job().submittedMillis() > part.leaseExpiresMillis();
      long startMillis = mustStage ? part.job().submittedMillis() : nowMillis;
      Job job = part.job().withTasks(tasks.size()).withSubmitted(startMillis);
      ReservedPart committed = part.committed(job, tasks);
      allocator.committed(committed, nowMillis);
      return table.commit(committed, nowMillis);
    }
    Message.ReservationAnswer answer = answerOrRefusal(id, nowMillis);
    return answer instanceof Message.Reserved
        ? new Message.Refused(id, Message.RefusalReason.NO_SUCH_OFFER, List.of())
        : answer;
  }

  /** Answers with the progress of a part, or repeats the last answer. */
  private Message.ReservationAnswer inquire(ReservationId id, long nowMillis) {
    return table.progress(id).orElseGet(() -> answerOrRefusal(id, nowMillis));
  }

  private Message.ReservationAnswer answerOrRefusal(ReservationId id, long nowMillis) {
    return table
        .lastAnswer(id)
        .orElseGet(
            () -> table.refuse(id, Message.RefusalReason.LEASE_EXPIRED, List.of(), nowMillis));
  }

  /** Gives up a part at the owner's request, without a bill. */
  void drop(ProviderEvent.PartDropped dropped, long nowMillis, List<ProviderEffect> effects) {
    release(dropped.id(), nowMillis, effects);
  }

  /** Stops a part, if there is one, and deletes the record of its reservation. */
  void forget(ReservationId id, long nowMillis, List<ProviderEffect> effects) {
    release(id, nowMillis, effects);
    table.forget(id);
  }

  /** Refuses a new reservation for which the batch system could not hold capacity. */
  void reservationFailed(ReservationId id, long nowMillis, List<ProviderEffect> effects) {
    ReservedPart part = table.part(id);
    if (part != null && !part.isCommitted()) {
      allocator.released(part);
      List<Offer> alternatives = calls.alternatives(id.call(), nowMillis);
      effects.add(
          new ProviderEffect.Send(
              table.refuse(id, Message.RefusalReason.NO_CAPACITY, alternatives, nowMillis)));
    }
  }

  /**
   * Releases a part for the market. If the part was running and is not free, its final bill and a
   * refusal follow; both are repeated at an inquiry, and never charged twice, because a bill is for
   * everything so far.
   */
  private void releaseWithBill(ReservationId id, long nowMillis, List<ProviderEffect> effects) {
    ReservedPart part = table.part(id);
    release(id, nowMillis, effects);
    if (part != null && part.isCommitted() && terms.isPaid(part)) {
      table.refuseWithBill(part, nowMillis);
      receive(new Message.Inquire(id), nowMillis, effects);
    }
  }

  /**
   * Releases a part, committed or not: waiting tasks leave the queue, and running tasks are to be
   * stopped. If a release overtakes its reservation, the reservation is refused when it arrives.
   */
  private void release(ReservationId id, long nowMillis, List<ProviderEffect> effects) {
    ReservedPart part = table.part(id);
    if (part != null) {
      allocator.released(part);
      effects.add(new ProviderEffect.StopPart(id));
    } else if (table.lastAnswer(id).isPresent()) {
      return;
    }
    table.refuse(id, Message.RefusalReason.LEASE_EXPIRED, List.of(), nowMillis);
  }

  /** Adds the effects that store records, first, and those that delete records, last. */
  void addStoreEffects(List<ProviderEffect> effects) {
    table
        .takeChanged()
        .forEach(reservation -> effects.addFirst(new ProviderEffect.StoreReservation(reservation)));
    List<ReservationId> deleted = table.takeDeleted();
    if (!deleted.isEmpty()) {
      effects.add(new ProviderEffect.DeleteReservations(deleted));
    }
  }
}
