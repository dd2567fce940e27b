package tender.agent.batch.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.TimeUnit;

/**
 * Control groups of version 2: one hierarchy for all controllers. The time is shared by {@code
 * cpu.weight} and read from {@code cpu.stat}.
 */
final class VersionTwoGroups implements ControlGroups {
  private static final String USED = "usage_usec ";

  private final GroupFolder ours;
  private final Limits limits;

  /**
   * @param parent the group in which ours is made; it must hold no processes itself
   * @param name of our group
   */
  VersionTwoGroups(Path parent, String name, Limits limits) throws IOException {
    this.limits = limits;
    GroupFolder above = new GroupFolder(parent);
    ours = above.child(name);
    above.write("cgroup.subtree_control", needed(limits, /* withProcessors= */ true));
    ours.make();
    ours.write("cgroup.subtree_control", needed(limits, /* withProcessors= */ false));
    ours.write("cpu.weight", String.valueOf(limits.weight()));
    if (!limits.processors().isEmpty()) {
      ours.write("cpuset.cpus", limits.processorList());
    }
  }

  private static String needed(Limits limits, boolean withProcessors) {
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
  public List<Path> make(String bidder, String task) throws IOException {
    GroupFolder group = ours.child(bidder);
    group.make();
    group.write("cgroup.subtree_control", byTask());
    GroupFolder one = group.child(task);
    one.make();
    one.write("pids.max", String.valueOf(limits.processesAtMost()));
    if (limits.memoryBytes().isPresent()) {
      one.write("memory.max", String.valueOf(limits.memoryBytes().getAsLong()));
    }
    return List.of(one.entrance());
  }

  /** Tasks share their bidder's part evenly as processes do, so they need no weights. */
  private String byTask() {
    return limits.memoryBytes().isPresent() ? "+pids +memory" : "+pids";
  }

  @Override
  public void weigh(String bidder, double share) throws IOException {
    GroupFolder group = ours.child(bidder);
    if (group.exists()) {
      group.write(
          "cpu.weight", String.valueOf(Math.max(1, Math.round(share * Limits.MOST_WEIGHT))));
    }
  }

  @Override
  public long usedMillis(String bidder) throws IOException {
    return usedMillis(ours.child(bidder));
  }

  @Override
  public long usedMillis(String bidder, String task) throws IOException {
    return usedMillis(ours.child(bidder).child(task));
  }

  static long usedMillis(GroupFolder group) throws IOException {
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
  public List<Long> processes(String bidder, String task) throws IOException {
    return ours.child(bidder).child(task).processes();
  }

  @Override
  public void end(String bidder, String task) throws IOException {
    end(ours.child(bidder).child(task));
  }

  static void end(GroupFolder task) throws IOException {
    if (task.has("cgroup.kill")) {
      task.write("cgroup.kill", "1");
      Killing.awaitEmpty(task);
    } else if (task.exists()) {
      // Before Linux 5.14.
      Killing.all(task);
    }
    task.remove();
  }

  @Override
  public SortedSet<String> bidders() throws IOException {
    return ours.children();
  }

  @Override
  public void remove(String bidder) throws IOException {
    ours.child(bidder).removeWithChildren();
  }
}
