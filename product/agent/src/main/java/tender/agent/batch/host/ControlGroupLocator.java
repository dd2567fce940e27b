package tender.agent.batch.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds this machine's control groups, and the one that contains the agent. The agent creates its
 * groups there, so an agent that was given its own group needs no further rights.
 *
 * @param mounts {@code /proc/self/mounts}, line by line
 * @param groups {@code /proc/self/cgroup}, line by line
 */
record ControlGroupLocator(List<String> mounts, List<String> groups) {
  private static final int MOUNT_FIELDS = 4;

  static ControlGroupLocator here() throws IOException {
    return new ControlGroupLocator(
        Files.readAllLines(Path.of("/proc/self/mounts")),
        Files.readAllLines(Path.of("/proc/self/cgroup")));
  }

  /** The agent's own group of version 1, by controller. */
  Map<String, Path> versionOne() {
    Map<String, Path> found = new LinkedHashMap<>();
    for (String line : mounts) {
      String[] fields = line.split(" ");
      if (fields.length >= MOUNT_FIELDS && fields[2].equals("cgroup")) {
        for (String controller : fields[3].split(",")) {
          String own = ownGroup(controller);
          if (own != null) {
            found.put(controller, below(fields[1], own));
          }
        }
      }
    }
    return found;
  }

  /** The agent's own group of version 2. */
  Path versionTwo() throws IOException {
    String own = ownGroup("");
    for (String line : mounts) {
      String[] fields = line.split(" ");
      if (fields.length >= MOUNT_FIELDS && fields[2].equals("cgroup2") && own != null) {
        return below(fields[1], own);
      }
    }
    throw new IOException(
        "This machine has no control groups. A host must be Linux with cgroups enabled.");
  }

  private static Path below(String mount, String own) {
    return Path.of(mount + own).normalize();
  }

  private @Nullable String ownGroup(String controller) {
    for (String line : groups) {
      String[] fields = line.split(":", 3);
      if (fields.length == 3 && List.of(fields[1].split(",")).contains(controller)) {
        return fields[2];
      }
    }
    return null;
  }

  /** Fails if no version can be opened. */
  void requireUsable() throws IOException {
    Path own = versionOne().get("cpu");
    if (own == null) {
      own = versionTwo();
    }
    if (!Files.isWritable(own)) {
      throw new IOException("The control group " + own + " cannot be changed by this account.");
    }
  }

  /**
   * Opens the version that has the CPU controller.
   *
   * @param name of the agent's group
   */
  ControlGroups open(String name, HostLimits limits) throws IOException {
    Map<String, Path> controllers = versionOne();
    if (controllers.containsKey("cpu")) {
      return new ControlGroupsV1(controllers, name, limits);
    }
    Path own = versionTwo();
    return new ControlGroupsV2(AgentGroupRelocation.relocate(own), name, limits);
  }
}
