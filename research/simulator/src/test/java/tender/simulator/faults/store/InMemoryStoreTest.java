package tender.simulator.faults.store;

import tender.core.store.Store;
import tender.core.store.StoreContract;

final class InMemoryStoreTest extends StoreContract {
  @Override
  protected Store emptyStore() {
    return new InMemoryStore(() -> 0);
  }
}
