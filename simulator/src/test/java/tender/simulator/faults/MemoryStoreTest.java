package tender.simulator.faults;

import tender.core.store.Store;
import tender.core.store.StoreContract;

final class MemoryStoreTest extends StoreContract {
  @Override
  protected Store emptyStore() {
    return new MemoryStore(() -> 0);
  }
}
