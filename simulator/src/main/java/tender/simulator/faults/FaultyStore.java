package tender.simulator.faults;

import java.util.List;
import java.util.Optional;
import tender.core.model.BagId;
import tender.core.store.Owed;
import tender.core.store.Store;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;

/** The store as a replica sees it: over a connection, with others writing at the same time. */
final class FaultyStore implements Store {
  private static final String WHO = "store";

  private final Store store;
  private final Stage stage;
  private final Checks checks;
  private final Runnable written;

  FaultyStore(Store store, Stage stage, Checks checks, Runnable written) {
    this.store = store;
    this.stage = stage;
    this.checks = checks;
    this.written = written;
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
    if (stage.strikes(Fault.STORE_REFUSED, WHO)) {
      checks.marketFaulted();
      return false;
    }
    Optional<StoredBag> before = store.read(transaction.bag());
    if (!store.commit(transaction)) {
      return false;
    }
    stage.mark(transaction.version() * 1_000 + transaction.messages().size());
    checks.committed(before, transaction, store.nowMillis());
    written.run();
    if (stage.strikes(Fault.STORE_SILENT, WHO)) {
      checks.marketFaulted();
      throw new Unavailable("The connection broke after the commit.");
    }
    return true;
  }

  @Override
  public List<BagId> due(long nowMillis, int limit) {
    dropConnection();
    return store.due(nowMillis, limit);
  }

  @Override
  public List<Owed> owed(int limit) {
    dropConnection();
    return store.owed(limit);
  }

  @Override
  public void acknowledge(Owed.Id id) {
    dropConnection();
    store.acknowledge(id);
  }

  private void dropConnection() {
    if (stage.strikes(Fault.STORE_DROPPED, WHO)) {
      checks.marketFaulted();
      throw new Unavailable("The connection broke.");
    }
  }
}
