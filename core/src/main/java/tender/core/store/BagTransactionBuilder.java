package tender.core.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.ledger.Transfer;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.BagStateMachine;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagTransition;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.TaskSet;

/**
 * Turns what the metascheduler decides on a bag that was read into what is to be written.
 *
 * <p>In the model of the protocol, {@code Tender.tla}: {@code Read} and {@code Write}; a write that
 * the store refuses is {@code WriteRefused}.
 */
public final class BagTransactionBuilder {
  private final BagStateMachine rules;

  public BagTransactionBuilder(BagStateMachine rules) {
    this.rules = rules;
  }

  /** Hands in a bag; nothing, if that was done before, for a user may well ask twice. */
  public Optional<Transaction> submit(
      Optional<StoredBag> stored, BagId id, Bag bag, AcceptancePolicy mandate, long nowMillis) {
    return stored.isPresent()
        ? Optional.empty()
        : Optional.of(transaction(id, StoredBag.ABSENT, rules.submit(id, bag, mandate, nowMillis)));
  }

  /** Works an event into a bag; nothing, if it changes nothing and nothing is to be said. */
  public Optional<Transaction> handle(StoredBag stored, BagEvent event, long nowMillis) {
    return handleAll(stored, List.of(event), nowMillis);
  }

  /** Works events into a bag, one after the other, to be written together. */
  public Optional<Transaction> handleAll(StoredBag stored, List<BagEvent> events, long nowMillis) {
    BagState state = stored.state();
    List<BagEffect> effects = new ArrayList<>();
    for (BagEvent event : events) {
      BagTransition transition = rules.handle(state, event, nowMillis);
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
    List<Transaction.AcceptedResults> counted = new ArrayList<>();
    List<Transfer> transfers = new ArrayList<>();
    List<BagEffect> news = new ArrayList<>();
    for (BagEffect effect : transition.effects()) {
      switch (effect) {
        case BagEffect.Send send ->
            messages.add(
                new OutboxMessage(
                    new OutboxMessage.Id(id, readVersion + 1, messages.size()), send.to(), send.message()));
        case BagEffect.AcceptResults(ReservationId by, TaskSet tasks) ->
            counted.add(new Transaction.AcceptedResults(by, tasks));
        case BagEffect.TransferMoney(Transfer transfer) -> transfers.add(transfer);
        default -> news.add(effect);
      }
    }
    return new Transaction(id, readVersion, state, messages, counted, transfers, news);
  }
}
