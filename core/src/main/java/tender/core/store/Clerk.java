package tender.core.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.message.ReservationId;
import tender.core.metascheduler.BagEffect;
import tender.core.metascheduler.BagEvent;
import tender.core.metascheduler.BagRules;
import tender.core.metascheduler.BagState;
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
      Optional<StoredBag> stored, BagId id, Bag bag, long nowMillis) {
    return stored.isPresent()
        ? Optional.empty()
        : Optional.of(transaction(id, StoredBag.ABSENT, rules.submit(id, bag, nowMillis)));
  }

  /** Works an event into a bag; nothing, if it changes nothing and nothing is to be said. */
  public Optional<Transaction> handle(StoredBag stored, BagEvent event, long nowMillis) {
    Transition transition = rules.handle(stored.state(), event, nowMillis);
    return transition.effects().isEmpty() && transition.state().equals(stored.state())
        ? Optional.empty()
        : Optional.of(transaction(stored.state().id(), stored.version(), transition));
  }

  private static Transaction transaction(BagId id, long readVersion, Transition transition) {
    BagState state = transition.state();
    List<Owed> messages = new ArrayList<>();
    List<Transaction.Counted> counted = new ArrayList<>();
    for (BagEffect effect : transition.effects()) {
      switch (effect) {
        case BagEffect.Send send ->
            messages.add(
                new Owed(
                    new Owed.Id(id, readVersion + 1, messages.size()), send.to(), send.message()));
        case BagEffect.Counted(ReservationId by, TaskSet tasks) ->
            counted.add(new Transaction.Counted(by, tasks));
        // The state says these to whoever looks.
        case BagEffect.Promised promised -> {}
        case BagEffect.Done done -> {}
        case BagEffect.NoPromise none -> {}
        case BagEffect.Breached breached -> {}
      }
    }
    return new Transaction(id, readVersion, state, messages, counted);
  }
}
