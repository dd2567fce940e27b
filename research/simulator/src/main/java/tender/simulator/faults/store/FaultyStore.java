package tender.simulator.faults.store;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.core.store.Store;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;
import tender.simulator.faults.checks.InvariantChecker;
import tender.simulator.faults.seed.Fault;
import tender.simulator.faults.seed.SimulationContext;

/** The store as a replica uses it: over a connection that may fail. */
public final class FaultyStore implements Store {
  private static final String NAME = "store";

  private final Store store;
  private final Function<OutboxMessage.Id, Optional<OutboxMessage>> unacknowledged;
  private final SimulationContext context;
  private final InvariantChecker checks;
  private final Consumer<Transaction> changed;

  /**
   * @param unacknowledged a message of the outbox, for the checks
   * @param changed is called after each commit
   */
  public FaultyStore(
      Store store,
      Function<OutboxMessage.Id, Optional<OutboxMessage>> unacknowledged,
      SimulationContext context,
      InvariantChecker checks,
      Consumer<Transaction> changed) {
    this.store = store;
    this.unacknowledged = unacknowledged;
    this.context = context;
    this.checks = checks;
    this.changed = changed;
  }

  @Override
  public long nowMillis() {
    return store.nowMillis();
  }

  @Override
  public Optional<StoredBag> read(BagId id) {
    dropConnection();
    return store.read(id);
  }

  @Override
  public boolean commit(Transaction transaction) {
    dropConnection();
    if (context.injects(Fault.STORE_REFUSED, NAME)) {
      checks.serverFaulted();
      return false;
    }
    Optional<StoredBag> before = store.read(transaction.bag());
    if (!store.commit(transaction)) {
      return false;
    }
    context.addToHash(transaction.version() * 1_000 + transaction.messages().size());
    checks.committed(before, transaction, store.nowMillis());
    changed.accept(transaction);
    if (context.injects(Fault.STORE_SILENT, NAME)) {
      checks.serverFaulted();
      throw new Unavailable("Connection lost after the commit.");
    }
    return true;
  }

  @Override
  public List<BagId> dueBags(long nowMillis, int limit) {
    dropConnection();
    return store.dueBags(nowMillis, limit);
  }

  @Override
  public List<OutboxMessage> outbox(int limit) {
    dropConnection();
    return store.outbox(limit);
  }

  @Override
  public void acknowledge(ProviderId from, OutboxMessage.Id id) {
    dropConnection();
    Optional<OutboxMessage> message = unacknowledged.apply(id);
    store.acknowledge(from, id);
    if (message.isPresent() && unacknowledged.apply(id).isEmpty()) {
      checks.messageRemoved(message.get());
    }
  }

  private void dropConnection() {
    if (context.injects(Fault.STORE_DROPPED, NAME)) {
      checks.serverFaulted();
      throw new Unavailable("Connection lost.");
    }
  }
}
