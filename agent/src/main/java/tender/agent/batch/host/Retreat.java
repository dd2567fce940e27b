package tender.agent.batch.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * In version 2 a group that shares out its processors may hold no processes itself. So the agent
 * goes from its own group into one below, and its bidders' groups are made beside that.
 */
final class Retreat {
  private static final String AGENT = "agent";

  private Retreat() {}

  /**
   * Returns the group in which others can be made.
   *
   * @param own the group that the agent is in
   */
  static Path from(Path own) throws IOException {
    Path parent = own.getParent();
    if (own.endsWith(AGENT) && parent != null) {
      return parent;
    }
    if (Files.exists(own.resolve("cgroup.type"))) {
      // Not the root, which may do both.
      GroupFolder below = new GroupFolder(own.resolve(AGENT));
      below.make();
      for (long process : new GroupFolder(own).processes()) {
        below.write("cgroup.procs", String.valueOf(process));
      }
    }
    return own;
  }
}
