package tender.agent.batch.host;

import java.util.Optional;

/** Plain processes where the agent may not create control groups. */
class AddressSpaceMemoryTest extends ProcessMemoryTest {
  @Override
  MemoryIsolation isolation() {
    return new MemoryIsolation(Optional.empty());
  }
}
