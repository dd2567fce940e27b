package tender.agent.batch.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.concurrent.TimeUnit;

/**
 * Control groups of version 1: one hierarchy for each controller, and a task is in several. Time is
 * shared by {@code cpu.shares} and read from {@code cpuacct.usage}.
 */
final class ControlGroupsV1 implements ControlGroups {
  /** The kernel's default, which equals weight 100 of version 2. */
  private static final int DEFAULT_SHARES = 1_024;

  /**
   * All parts' shares together: finer than a thousandth, and far from the kernel's maximum of 262
   * 144.
   */
  private static final int TOTAL_SHARES = 100_000;

  /** The kernel's minimum. */
  private static final int MIN_SHARES = 2;

  private static final List<String> TASK_CONTROLLERS = List.of("cpu", "cpuacct", "pids", "memory");

  private final Map<String, ControlGroupFolder> agentGroups = new LinkedHashMap<>();
  private final HostLimits limits;

  /**
   * @param parents the group in which the agent's group is created, by controller
   * @param name of the agent's group
   */
  ControlGroupsV1(Map<String, Path> parents, String name, HostLimits limits) throws IOException {
    this.limits = limits;
    for (String controller : needed(limits)) {
      Path parent = parents.get(controller);
      if (parent == null) {
        throw new IOException(
            "This machine has no control group controller '"
                + controller
                + "'. Mount it, or remove the limit that needs it.");
      }
      ControlGroupFolder group = new ControlGroupFolder(parent).child(name);
      group.create();
      agentGroups.put(controller, group);
    }
    agentGroup("cpu")
        .write(
            "cpu.shares",
            String.valueOf(
                Math.max(
                    MIN_SHARES, limits.weight() * DEFAULT_SHARES / HostLimits.DEFAULT_WEIGHT)));
    if (!limits.processors().isEmpty()) {
      ControlGroupFolder set = agentGroup("cpuset");
      ControlGroupFolder above =
          new ControlGroupFolder(Objects.requireNonNull(parents.get("cpuset")));
      set.write("cpuset.cpus", limits.processorList());
      set.write("cpuset.mems", above.read("cpuset.mems"));
    }
  }

  private static List<String> needed(HostLimits limits) {
    var needed = new ArrayList<>(List.of("cpu", "cpuacct", "pids"));
    if (limits.memoryBytes().isPresent()) {
      needed.add("memory");
    }
    if (!limits.processors().isEmpty()) {
      needed.add("cpuset");
    }
    return needed;
  }

  @Override
  public String kind() {
    return "control groups of version 1";
  }

  private ControlGroupFolder agentGroup(String controller) {
    return Objects.requireNonNull(agentGroups.get(controller), controller);
  }

  /** A task's groups, by controller. */
  private Map<String, ControlGroupFolder> groups(String part, String task) {
    Map<String, ControlGroupFolder> groups = new LinkedHashMap<>();
    for (String controller : TASK_CONTROLLERS) {
      ControlGroupFolder agentGroup = agentGroups.get(controller);
      if (agentGroup != null) {
        groups.put(controller, agentGroup.child(part).child(task));
      }
    }
    return groups;
  }

  @Override
  public List<Path> createTaskGroup(String part, String task) throws IOException {
    var processesFiles = new ArrayList<Path>();
    for (ControlGroupFolder group : groups(part, task).values()) {
      group.create();
      processesFiles.add(group.processesFile());
    }
    Map<String, ControlGroupFolder> groups = groups(part, task);
    Objects.requireNonNull(groups.get("pids"))
        .write("pids.max", String.valueOf(limits.maxProcesses()));
    if (limits.memoryBytes().isPresent()) {
      Objects.requireNonNull(groups.get("memory"))
          .write("memory.limit_in_bytes", String.valueOf(limits.memoryBytes().getAsLong()));
    }
    if (agentGroups.containsKey("cpuset")) {
      processesFiles.add(agentGroup("cpuset").processesFile());
    }
    return processesFiles.stream().distinct().toList();
  }

  @Override
  public void setShare(String part, double share) throws IOException {
    ControlGroupFolder group = agentGroup("cpu").child(part);
    if (group.exists()) {
      long shares = Math.max(MIN_SHARES, Math.round(share * TOTAL_SHARES));
      group.write("cpu.shares", String.valueOf(shares));
    }
  }

  @Override
  public long usedMillis(String part) throws IOException {
    return usedMillis(agentGroup("cpuacct").child(part));
  }

  @Override
  public long usedMillis(String part, String task) throws IOException {
    return usedMillis(agentGroup("cpuacct").child(part).child(task));
  }

  private static long usedMillis(ControlGroupFolder group) throws IOException {
    return group.exists()
        ? TimeUnit.NANOSECONDS.toMillis(Long.parseLong(group.read("cpuacct.usage")))
        : 0;
  }

  @Override
  public List<Long> processes(String part, String task) throws IOException {
    return agentGroup("pids").child(part).child(task).processes();
  }

  /** A limit of 0 processes keeps the task from forking faster than its processes are killed. */
  @Override
  public void killTask(String part, String task) throws IOException {
    Map<String, ControlGroupFolder> groups = groups(part, task);
    ControlGroupFolder pidsGroup = Objects.requireNonNull(groups.get("pids"));
    if (pidsGroup.exists()) {
      pidsGroup.write("pids.max", "0");
      ProcessKiller.killAll(pidsGroup);
    }
    groups.values().forEach(ControlGroupFolder::remove);
  }

  @Override
  public SortedSet<String> partGroups() throws IOException {
    return agentGroup("cpu").children();
  }

  @Override
  public void removePartGroup(String part) throws IOException {
    for (String controller : TASK_CONTROLLERS) {
      ControlGroupFolder agentGroup = agentGroups.get(controller);
      if (agentGroup != null) {
        agentGroup.child(part).removeWithChildren();
      }
    }
  }
}
