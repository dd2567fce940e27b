package tender.agent.batch.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * In version 2 a group that shares out its processors may hold no processes itself. So the agent
 * goes from its own group into one below, and its bidders' groups are made beside that.
 */
final class AgentGroupRelocation {
  private static final String AGENT = "agent";

  private AgentGroupRelocation() {}

  /**
   * Returns the group in which others can be made.
   *
   * @param own the group that the agent is in
   */
  static Path relocate(Path own) throws IOException {
    Path parent = own.getParent();
    if (own.endsWith(AGENT) && parent != null) {
      return parent;
    }
    if (Files.exists(own.resolve("cgroup.type"))) {
      // Not the root, which may do both.
      ControlGroupFolder below = new ControlGroupFolder(own.resolve(AGENT));
      below.create();
      for (long process : new ControlGroupFolder(own).processes()) {
        below.write("cgroup.procs", String.valueOf(process));
      }
    }
    return own;
  }
}
