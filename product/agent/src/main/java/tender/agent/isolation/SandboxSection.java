package tender.agent.isolation;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tender.agent.batch.folder.Sandbox;

/**
 * What tasks see in their sandboxes.
 *
 * @param network whether they have the node's network; default: no
 * @param readOnly folders that they can read, in addition to /usr, /etc and /opt
 */
public record SandboxSection(Optional<Boolean> network, Optional<List<Path>> readOnly) {
  static final SandboxSection DEFAULTS = new SandboxSection(Optional.empty(), Optional.empty());

  Sandbox sandbox(List<Path> hidden) {
    return new Sandbox(network.orElse(false), readOnly.orElse(List.of()), hidden);
  }
}
