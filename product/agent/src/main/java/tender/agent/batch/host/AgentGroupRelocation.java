package tender.agent.batch.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * With version 2, a control group that distributes processors may not contain processes itself.
 * Therefore the agent moves from its own group into a child group, and the groups of parts are
 * created beside that.
 */
final class AgentGroupRelocation {
  static final String AGENT = "agent";

  private AgentGroupRelocation() {}

  /**
   * Returns the group in which groups of parts can be created.
   *
   * @param own the group that contains the agent
   */
  static Path relocate(Path own) throws IOException {
    Path parent = own.getParent();
    if (own.endsWith(AGENT) && parent != null) {
      return parent;
    }
    if (Files.exists(own.resolve("cgroup.type"))) {
      // Not the root group, which may do both.
      ControlGroupFolder below = new ControlGroupFolder(own.resolve(AGENT));
      below.create();
      for (long process : new ControlGroupFolder(own).processes()) {
        below.write("cgroup.procs", String.valueOf(process));
      }
    }
    return own;
  }
}
