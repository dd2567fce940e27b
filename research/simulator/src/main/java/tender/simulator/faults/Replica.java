package tender.simulator.faults;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.BagTransactionBuilder;
import tender.core.store.OutboxMessage;
import tender.core.store.Store;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;

/**
 * One of the metascheduler's processes. It keeps nothing: it reads a bag, and some time later, in
 * which anything may happen, decides and writes. Whatever of it is lost is made up for by somebody
 * who asks again, or by the store, which says what is due and what is owed.
 */
final class Replica {
  private static final int MAX_ATTEMPTS = 8;
  private static final int BATCH_SIZE = 40;

  private final String name;
  private final FaultSimulation simulation;
  private final SimulationContext context;
  private final Store store;
  private final BagTransactionBuilder transactionBuilder;
  private boolean up = true;
  private int incarnation;
  private long pausedUntilMillis;

  Replica(String name, FaultSimulation world, Store store, BagTransactionBuilder clerk) {
    this.name = name;
    this.simulation = world;
    this.context = world.context();
    this.store = store;
    this.transactionBuilder = clerk;
  }

  void submit(BagId id, Bag bag, AcceptancePolicy mandate) {
    decideAndCommit(() -> transactionBuilder.submit(store.read(id), id, bag, mandate, store.nowMillis()), 1);
  }

  /** Tells a bag what the auction says of it. */
  void deliver(BagId bag, BagEvent event) {
    context.record(name, () -> "tells " + bag + " " + event);
    handle(bag, event, 1);
  }

  void receive(ProviderId from, Message.ToMetascheduler message) {
    if (simulation.hooks().checksSender() && !message.provider().equals(from)) {
      return;
    }
    context.record(name, () -> "hears " + message);
    handle(message.call().bag(), new BagEvent.MessageReceived(message), 1);
  }

  void acknowledge(OutboxMessage.Id id) {
    if (up) {
      try {
        store.acknowledge(id);
      } catch (Store.Unavailable e) {
        context.record(name, () -> "could not note an acknowledgement");
      }
    }
  }

  /** Does what is due. */
  void fireDueTimers() {
    if (!isWorking()) {
      return;
    }
    try {
      for (BagId bag : store.dueBags(store.nowMillis(), BATCH_SIZE)) {
        handle(bag, new BagEvent.TimerFired(), 1);
      }
    } catch (Store.Unavailable e) {
      context.record(name, () -> "could not look what is due");
    }
  }

  /** Sends again what was not acknowledged. */
  void resendOutbox() {
    if (!isWorking() || !simulation.hooks().sendsUntilAcknowledged()) {
      return;
    }
    try {
      store.outbox(BATCH_SIZE).forEach(simulation::send);
    } catch (Store.Unavailable e) {
      context.record(name, () -> "could not look what is owed");
    }
  }

  private boolean isWorking() {
    return up && pausedUntilMillis <= context.nowMillis();
  }

  private void handle(BagId bag, BagEvent event, int tries) {
    handle(bag, List.of(event), tries);
  }

  /** Reads at once, decides and writes later: in between others may write, and this one may die. */
  private void handle(BagId bag, List<BagEvent> events, int tries) {
    if (!up) {
      return;
    }
    Optional<StoredBag> stored;
    try {
      stored = store.read(bag);
    } catch (Store.Unavailable e) {
      return;
    }
    stored.ifPresent(
        read ->
            later(
                () -> {
                  Optional<Transaction> decided = transactionBuilder.handleAll(read, events, store.nowMillis());
                  try {
                    if (decided.isPresent() && !commit(decided.get()) && tries < MAX_ATTEMPTS) {
                      handle(bag, events, tries + 1);
                    }
                  } catch (Store.InsufficientFunds e) {
                    context.record(name, () -> "cannot pay for " + bag);
                    handle(bag, List.of(new BagEvent.InsufficientFunds(), events.getLast()), tries);
                  }
                }));
  }

  private void decideAndCommit(Supplier<Optional<Transaction>> decide, int tries) {
    later(
        () -> {
          try {
            Optional<Transaction> decided = decide.get();
            if (decided.isPresent() && !commit(decided.get()) && tries < MAX_ATTEMPTS) {
              decideAndCommit(decide, tries + 1);
            }
          } catch (Store.Unavailable e) {
            context.record(name, () -> "could not read");
          }
        });
  }

  private boolean commit(Transaction transaction) {
    try {
      if (!store.commit(transaction)) {
        return false;
      }
    } catch (Store.Unavailable e) {
      return false;
    }
    context.record(name, () -> "writes " + transaction.bag() + " " + transaction.version());
    transaction.messages().forEach(simulation::send);
    return true;
  }

  private void later(Runnable step) {
    int mine = incarnation;
    long atMillis = context.nowMillis() + context.random.between(1, 4);
    context.at(atMillis, () -> resume(mine, step));
  }

  private void resume(int mine, Runnable step) {
    if (!up || incarnation != mine) {
      return;
    }
    if (pausedUntilMillis > context.nowMillis()) {
      context.at(pausedUntilMillis, () -> resume(mine, step));
    } else {
      step.run();
    }
  }

  void kill() {
    if (up && context.isFaultPeriod()) {
      context.countFault(Fault.REPLICA_KILLED, name);
      up = false;
      incarnation++;
      context.after(context.random.between(100, 120_000), this::restart);
    }
  }

  void restart() {
    up = true;
  }

  void pause() {
    if (up && context.isFaultPeriod()) {
      context.countFault(Fault.REPLICA_PAUSED, name);
      pausedUntilMillis = context.nowMillis() + context.random.between(1_000, 180_000);
    }
  }

  void heal() {
    pausedUntilMillis = 0;
    up = true;
  }
}
