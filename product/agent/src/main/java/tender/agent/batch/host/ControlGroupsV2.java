package tender.agent.batch.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.TimeUnit;

/**
 * Control groups of version 2: one hierarchy for all controllers. Time is shared by {@code
 * cpu.weight} and read from {@code cpu.stat}.
 */
final class ControlGroupsV2 implements ControlGroups {
  private static final String USED = "usage_usec ";

  private final ControlGroupFolder agentGroup;
  private final HostLimits limits;

  /**
   * @param parent the group in which the agent's group is created; it must contain no processes
   * @param name of the agent's group
   */
  ControlGroupsV2(Path parent, String name, HostLimits limits) throws IOException {
    this.limits = limits;
    ControlGroupFolder above = new ControlGroupFolder(parent);
    agentGroup = above.child(name);
    above.write("cgroup.subtree_control", needed(limits, /* withProcessors= */ true));
    agentGroup.create();
    agentGroup.write("cgroup.subtree_control", needed(limits, /* withProcessors= */ false));
    agentGroup.write("cpu.weight", String.valueOf(limits.weight()));
    if (!limits.processors().isEmpty()) {
      agentGroup.write("cpuset.cpus", limits.processorList());
    }
  }

  private static String needed(HostLimits limits, boolean withProcessors) {
    var needed = new ArrayList<>(List.of("+cpu", "+pids"));
    if (limits.memoryBytes().isPresent()) {
      needed.add("+memory");
    }
    if (withProcessors && !limits.processors().isEmpty()) {
      needed.add("+cpuset");
    }
    return String.join(" ", needed);
  }

  @Override
  public String kind() {
    return "control groups of version 2";
  }

  @Override
  public List<Path> createTaskGroup(String part, String task) throws IOException {
    ControlGroupFolder group = agentGroup.child(part);
    group.create();
    group.write("cgroup.subtree_control", taskControllers());
    ControlGroupFolder taskGroup = group.child(task);
    taskGroup.create();
    taskGroup.write("pids.max", String.valueOf(limits.maxProcesses()));
    if (limits.memoryBytes().isPresent()) {
      taskGroup.write("memory.max", String.valueOf(limits.memoryBytes().getAsLong()));
    }
    return List.of(taskGroup.processesFile());
  }

  /** Tasks of a part share its time evenly, so they need no weights. */
  private String taskControllers() {
    return limits.memoryBytes().isPresent() ? "+pids +memory" : "+pids";
  }

  @Override
  public void setShare(String part, double share) throws IOException {
    ControlGroupFolder group = agentGroup.child(part);
    if (group.exists()) {
      group.write(
          "cpu.weight", String.valueOf(Math.max(1, Math.round(share * HostLimits.MAX_WEIGHT))));
    }
  }

  @Override
  public long usedMillis(String part) throws IOException {
    return usedMillis(agentGroup.child(part));
  }

  @Override
  public long usedMillis(String part, String task) throws IOException {
    return usedMillis(agentGroup.child(part).child(task));
  }

  static long usedMillis(ControlGroupFolder group) throws IOException {
    if (!group.exists()) {
      return 0;
    }
    String stat = group.read("cpu.stat");
    return stat.lines()
        .filter(line -> line.startsWith(USED))
        .mapToLong(line -> Long.parseLong(line.substring(USED.length()).strip()))
        .map(TimeUnit.MICROSECONDS::toMillis)
        .findFirst()
        .orElseThrow(() -> new IOException(group.path() + "/cpu.stat has no line " + USED));
  }

  @Override
  public List<Long> processes(String part, String task) throws IOException {
    return agentGroup.child(part).child(task).processes();
  }

  @Override
  public void killTask(String part, String task) throws IOException {
    kill(agentGroup.child(part).child(task));
  }

  static void kill(ControlGroupFolder task) throws IOException {
    if (task.has("cgroup.kill")) {
      task.write("cgroup.kill", "1");
      ProcessKiller.awaitEmpty(task);
    } else if (task.exists()) {
      // Before Linux 5.14.
      ProcessKiller.killAll(task);
    }
    task.remove();
  }

  @Override
  public SortedSet<String> partGroups() throws IOException {
    return agentGroup.children();
  }

  @Override
  public void removePartGroup(String part) throws IOException {
    agentGroup.child(part).removeWithChildren();
  }
}
