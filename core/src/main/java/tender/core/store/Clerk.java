package tender.core.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.ledger.Transfer;
import tender.core.message.ReservationId;
import tender.core.metascheduler.BagEffect;
import tender.core.metascheduler.BagEvent;
import tender.core.metascheduler.BagRules;
import tender.core.metascheduler.BagState;
import tender.core.metascheduler.Mandate;
import tender.core.metascheduler.Transition;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.TaskSet;

/**
 * Turns what the metascheduler decides on a bag that was read into what is to be written.
 *
 * <p>In the model of the protocol, {@code Tender.tla}: {@code Read} and {@code Write}; a write that
 * the store refuses is {@code WriteRefused}.
 */
public final class Clerk {
  private final BagRules rules;

  public Clerk(BagRules rules) {
    this.rules = rules;
  }

  /** Hands in a bag; nothing, if that was done before, for a user may well ask twice. */
  public Optional<Transaction> submit(
      Optional<StoredBag> stored, BagId id, Bag bag, Mandate mandate, long nowMillis) {
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
      Transition transition = rules.handle(state, event, nowMillis);
      state = transition.state();
      effects.addAll(transition.effects());
    }
    return effects.isEmpty() && state.equals(stored.state())
        ? Optional.empty()
        : Optional.of(transaction(state.id(), stored.version(), new Transition(state, effects)));
  }

  private static Transaction transaction(BagId id, long readVersion, Transition transition) {
    BagState state = transition.state();
    List<Owed> messages = new ArrayList<>();
    List<Transaction.Counted> counted = new ArrayList<>();
    List<Transfer> transfers = new ArrayList<>();
    List<BagEffect> news = new ArrayList<>();
    for (BagEffect effect : transition.effects()) {
      switch (effect) {
        case BagEffect.Send send ->
            messages.add(
                new Owed(
                    new Owed.Id(id, readVersion + 1, messages.size()), send.to(), send.message()));
        case BagEffect.Counted(ReservationId by, TaskSet tasks) ->
            counted.add(new Transaction.Counted(by, tasks));
        case BagEffect.Moves(Transfer transfer) -> transfers.add(transfer);
        default -> news.add(effect);
      }
    }
    return new Transaction(id, readVersion, state, messages, counted, transfers, news);
  }
}
