package tender.agent.batch.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Control groups that limit nothing but memory, one for each task. They survive the agent, which
 * finds them again by name.
 */
final class MemoryGroups {
  private static final int PROBE_MIB = 16;

  private final ControlGroupFolder agentGroup;
  private final ControlGroupVersion version;

  /** How the kernel calls the limits of memory, and of memory with swap space. */
  private enum ControlGroupVersion {
    ONE("memory.limit_in_bytes", "memory.memsw.limit_in_bytes"),
    TWO("memory.max", "memory.swap.max");

    private final String limitFile;
    private final String swapFile;

    ControlGroupVersion(String limitFile, String swapFile) {
      this.limitFile = limitFile;
      this.swapFile = swapFile;
    }
  }

  private MemoryGroups(ControlGroupFolder agentGroup, ControlGroupVersion version) {
    this.agentGroup = agentGroup;
    this.version = version;
  }

  /**
   * Creates the agent's group, and finds out whether the agent may limit memory there.
   *
   * @param name of the agent's group
   * @throws IOException if it may not
   */
  static MemoryGroups open(ControlGroupLocator locator, String name) throws IOException {
    Path parent = locator.versionOne().get("memory");
    MemoryGroups groups =
        parent == null
            ? new MemoryGroups(versionTwo(locator.versionTwo(), name), ControlGroupVersion.TWO)
            : new MemoryGroups(new ControlGroupFolder(parent).child(name), ControlGroupVersion.ONE);
    groups.agentGroup.create();
    if (groups.version == ControlGroupVersion.TWO) {
      groups.agentGroup.write("cgroup.subtree_control", "+memory");
    }
    groups.createTaskGroup("probe", PROBE_MIB);
    groups.agentGroup.child("probe").remove();
    return groups;
  }

  /**
   * The agent leaves its group, which cannot contain both processes and limited groups. Where other
   * processes share its group, such as those of a terminal session, it does not move them.
   */
  private static ControlGroupFolder versionTwo(Path own, String name) throws IOException {
    List<Long> others =
        new ControlGroupFolder(own)
            .processes().stream().filter(id -> id != ProcessHandle.current().pid()).toList();
    if (!own.endsWith(AgentGroupRelocation.AGENT) && !others.isEmpty()) {
      throw new IOException(
          "The agent shares its control group %s with %d other processes."
              .formatted(own, others.size()));
    }
    ControlGroupFolder parent = new ControlGroupFolder(AgentGroupRelocation.relocate(own));
    parent.write("cgroup.subtree_control", "+memory");
    return parent.child(name);
  }

  /** For display. */
  String kind() {
    return version == ControlGroupVersion.ONE
        ? "control groups of version 1"
        : "control groups of version 2";
  }

  /**
   * Creates a task's group with a limit that includes swap space.
   *
   * @return the file into which a process writes its id to enter the group
   */
  Path createTaskGroup(String task, int memoryMib) throws IOException {
    ControlGroupFolder group = agentGroup.child(task);
    group.create();
    String limit = String.valueOf((long) memoryMib << 20);
    group.write(version.limitFile, limit);
    // Kernels without accounting of swap space have no such file.
    if (group.has(version.swapFile)) {
      // Version 1 limits the sum of memory and swap space, version 2 swap space alone.
      group.write(version.swapFile, version == ControlGroupVersion.ONE ? limit : "0");
    }
    return group.processesFile();
  }

  /** The processes of a task; empty if it has no group. */
  List<Long> processes(String task) throws IOException {
    return agentGroup.child(task).processes();
  }

  /** Kills all processes of a task and removes its group, if it has one. */
  void killTask(String task) throws IOException {
    ControlGroupFolder group = agentGroup.child(task);
    if (group.exists()) {
      ProcessKiller.killAll(group);
      group.remove();
    }
  }

  /** Removes the agent's group, unless a process runs in it. */
  void remove() throws IOException {
    agentGroup.removeWithChildren();
  }
}
