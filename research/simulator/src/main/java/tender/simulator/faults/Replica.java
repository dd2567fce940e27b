package tender.simulator.faults;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEvent;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.BagTransactionBuilder;
import tender.core.store.OutboxMessage;
import tender.core.store.Store;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;
import tender.simulator.faults.seed.Fault;
import tender.simulator.faults.seed.SimulationContext;
import tender.simulator.faults.store.AgentIdentities.AgentIdentity;

/**
 * One process of the server. It keeps no state: it reads a bag, and some time later decides and
 * writes; meanwhile anything may happen. Lost work is repeated, either by the sender or when the
 * store lists due bags and unacknowledged messages.
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

  Replica(
      String name,
      FaultSimulation simulation,
      Store store,
      BagTransactionBuilder transactionBuilder) {
    this.name = name;
    this.simulation = simulation;
    this.context = simulation.context();
    this.store = store;
    this.transactionBuilder = transactionBuilder;
  }

  void submit(BagId id, Bag bag, AcceptancePolicy policy) {
    decideAndCommit(
        () -> transactionBuilder.submit(store.read(id), id, bag, policy, store.nowMillis()), 1);
  }

  /** Delivers an event of the auction to a bag. */
  void deliver(BagId bag, BagEvent event) {
    context.record(name, () -> "delivers to " + bag + " " + event);
    handle(bag, event, 1);
  }

  /**
   * @param sender the site that sent the message; only the checks know it
   */
  void receive(ProviderId sender, AgentIdentity identity, Message.ToMetascheduler message) {
    if (!accepts(identity)
        || (simulation.hooks().checksSender() && !message.provider().equals(identity.provider()))) {
      return;
    }
    if (message instanceof Message.Results results) {
      storePack(sender, identity, results);
    }
    context.record(name, () -> "receives " + message);
    handle(message.call().bag(), new BagEvent.MessageReceived(message), 1);
  }

  /** An agent delivers its results before it reports them. */
  private void storePack(ProviderId sender, AgentIdentity identity, Message.Results results) {
    ReservationId part = results.id();
    boolean isAllowed =
        part.provider().equals(identity.provider())
            && (!simulation.hooks().checksPart() || simulation.packs().mayBeStored(part));
    if (isAllowed) {
      simulation.checks().packStored(sender, part, results.endedTasks());
    }
  }

  private boolean accepts(AgentIdentity identity) {
    return !simulation.hooks().checksIdentity() || simulation.identities().isCurrent(identity);
  }

  void acknowledge(AgentIdentity identity, OutboxMessage.Id id) {
    if (up && accepts(identity)) {
      try {
        store.acknowledge(identity.provider(), id);
      } catch (Store.Unavailable e) {
        context.record(name, () -> "could not store an acknowledgement");
      }
    }
  }

  /** Handles the timers of all due bags. */
  void fireDueTimers() {
    if (!isWorking()) {
      return;
    }
    try {
      for (BagId bag : store.dueBags(store.nowMillis(), BATCH_SIZE)) {
        handle(bag, new BagEvent.TimerFired(), 1);
      }
    } catch (Store.Unavailable e) {
      context.record(name, () -> "could not read due bags");
    }
  }

  /** Sends all unacknowledged messages again. */
  void resendOutbox() {
    if (!isWorking() || !simulation.hooks().sendsUntilAcknowledged()) {
      return;
    }
    try {
      store.outbox(BATCH_SIZE).forEach(simulation::send);
    } catch (Store.Unavailable e) {
      context.record(name, () -> "could not read the outbox");
    }
  }

  private boolean isWorking() {
    return up && pausedUntilMillis <= context.nowMillis();
  }

  private void handle(BagId bag, BagEvent event, int attempt) {
    handle(bag, List.of(event), attempt);
  }

  /** Reads now, decides and writes later; meanwhile others may write, and this replica may die. */
  private void handle(BagId bag, List<BagEvent> events, int attempt) {
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
                  Optional<Transaction> decided =
                      transactionBuilder.handleAll(read, events, store.nowMillis());
                  try {
                    if (decided.isPresent() && !commit(decided.get()) && attempt < MAX_ATTEMPTS) {
                      handle(bag, events, attempt + 1);
                    }
                  } catch (Store.InsufficientFunds e) {
                    context.record(name, () -> "cannot pay for " + bag);
                    handle(
                        bag,
                        List.of(new BagEvent.InsufficientFunds(e.limit()), events.getLast()),
                        attempt);
                  }
                }));
  }

  private void decideAndCommit(Supplier<Optional<Transaction>> decide, int attempt) {
    later(
        () -> {
          try {
            Optional<Transaction> decided = decide.get();
            if (decided.isPresent() && !commit(decided.get()) && attempt < MAX_ATTEMPTS) {
              decideAndCommit(decide, attempt + 1);
            }
          } catch (Store.Unavailable e) {
            context.record(name, () -> "could not read the bag");
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
    int current = incarnation;
    long atMillis = context.nowMillis() + context.random().between(1, 4);
    context.at(atMillis, () -> resume(current, step));
  }

  private void resume(int current, Runnable step) {
    if (!up || incarnation != current) {
      return;
    }
    if (pausedUntilMillis > context.nowMillis()) {
      context.at(pausedUntilMillis, () -> resume(current, step));
    } else {
      step.run();
    }
  }

  void kill() {
    if (up && context.isFaultPeriod()) {
      context.countFault(Fault.REPLICA_KILLED, name);
      up = false;
      incarnation++;
      context.after(context.random().between(100, 120_000), this::restart);
    }
  }

  void restart() {
    up = true;
  }

  void pause() {
    if (up && context.isFaultPeriod()) {
      context.countFault(Fault.REPLICA_PAUSED, name);
      pausedUntilMillis = context.nowMillis() + context.random().between(1_000, 180_000);
    }
  }

  void heal() {
    pausedUntilMillis = 0;
    up = true;
  }
}
