package tender.core.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.ledger.Transfer;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagStateMachine;
import tender.core.metascheduler.state.BagTransition;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.TaskSet;

/**
 * Turns the metascheduler's decision on a bag that was read into the transaction to be written.
 *
 * <p>In the model of the protocol, {@code Tender.tla}: {@code Read} and {@code Write}; a write that
 * the store refuses is {@code WriteRefused}.
 */
public record BagTransactionBuilder(BagStateMachine stateMachine) {
  /** Submits a bag; empty if it was submitted before, because a user may retry. */
  public Optional<Transaction> submit(
      Optional<StoredBag> stored,
      BagId id,
      Bag bag,
      AcceptancePolicy acceptancePolicy,
      long nowMillis) {
    return stored.isPresent()
        ? Optional.empty()
        : Optional.of(
            transaction(
                id, StoredBag.ABSENT, stateMachine.submit(id, bag, acceptancePolicy, nowMillis)));
  }

  /** Applies an event to a bag; empty if the event changes nothing and has no effects. */
  public Optional<Transaction> handle(StoredBag stored, BagEvent event, long nowMillis) {
    return handleAll(stored, List.of(event), nowMillis);
  }

  /** Applies events to a bag in order, to be written together. */
  public Optional<Transaction> handleAll(StoredBag stored, List<BagEvent> events, long nowMillis) {
    BagState state = stored.state();
    List<BagEffect> effects = new ArrayList<>();
    for (BagEvent event : events) {
      BagTransition transition = stateMachine.handle(state, event, nowMillis);
      state = transition.state();
      effects.addAll(transition.effects());
    }
    return effects.isEmpty() && state.equals(stored.state())
        ? Optional.empty()
        : Optional.of(transaction(state.id(), stored.version(), new BagTransition(state, effects)));
  }

  private static Transaction transaction(BagId id, long readVersion, BagTransition transition) {
    BagState state = transition.state();
    List<OutboxMessage> messages = new ArrayList<>();
    List<Transaction.AcceptedResults> acceptedResults = new ArrayList<>();
    List<Transfer> transfers = new ArrayList<>();
    List<BagEffect> historyEvents = new ArrayList<>();
    for (BagEffect effect : transition.effects()) {
      switch (effect) {
        case BagEffect.Send send ->
            messages.add(
                new OutboxMessage(
                    new OutboxMessage.Id(id, readVersion + 1, messages.size()),
                    send.to(),
                    send.message()));
        case BagEffect.AcceptResults(ReservationId part, TaskSet tasks) ->
            acceptedResults.add(new Transaction.AcceptedResults(part, tasks));
        case BagEffect.TransferMoney(Transfer transfer) -> transfers.add(transfer);
        default -> historyEvents.add(effect);
      }
    }
    return new Transaction(
        id, readVersion, state, messages, acceptedResults, transfers, historyEvents);
  }
}
