package tender.agent.batch.process;

import java.util.Optional;
import org.junit.jupiter.api.Tag;
import tender.agent.batch.folder.Sandbox;

/** The same contract for tasks without sandboxes, which a pilot runs in copies of its own shell. */
@Tag("slow")
class UnisolatedProcessBatchSystemTest extends ProcessBatchSystemTest {
  @Override
  protected Optional<Sandbox> sandbox() {
    return Optional.empty();
  }
}
