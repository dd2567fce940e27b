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
 * Control groups of version 1: a hierarchy for each controller, of which a task is in several. The
 * time is shared by {@code cpu.shares} and read from {@code cpuacct.usage}.
 */
final class VersionOneGroups implements ControlGroups {
  /** An ordinary group has so many, which is the weight 100 of version 2. */
  private static final int ORDINARY_SHARES = 1_024;

  /** All bidders' together: finer than a thousandth, and far from the kernel's bound of 262 144. */
  private static final int SHARES_OF_ALL = 100_000;

  /** The kernel takes no less. */
  private static final int LEAST_SHARES = 2;

  private static final List<String> BY_TASK = List.of("cpu", "cpuacct", "pids", "memory");

  private final Map<String, GroupFolder> ours = new LinkedHashMap<>();
  private final Limits limits;

  /**
   * @param parents the group in which ours is made, by controller
   * @param name of our group
   */
  VersionOneGroups(Map<String, Path> parents, String name, Limits limits) throws IOException {
    this.limits = limits;
    for (String controller : needed(limits)) {
      Path parent = parents.get(controller);
      if (parent == null) {
        throw new IOException(
            "This machine has no control groups of the controller '"
                + controller
                + "'. Mount it, or leave out the limit that needs it.");
      }
      GroupFolder group = new GroupFolder(parent).child(name);
      group.make();
      ours.put(controller, group);
    }
    our("cpu")
        .write(
            "cpu.shares",
            String.valueOf(
                Math.max(
                    LEAST_SHARES, limits.weight() * ORDINARY_SHARES / Limits.ORDINARY_WEIGHT)));
    if (!limits.processors().isEmpty()) {
      GroupFolder set = our("cpuset");
      GroupFolder above = new GroupFolder(Objects.requireNonNull(parents.get("cpuset")));
      set.write("cpuset.cpus", limits.processorList());
      set.write("cpuset.mems", above.read("cpuset.mems"));
    }
  }

  private static List<String> needed(Limits limits) {
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

  private GroupFolder our(String controller) {
    return Objects.requireNonNull(ours.get(controller), controller);
  }

  /** A task's groups, by controller. */
  private Map<String, GroupFolder> groups(String bidder, String task) {
    Map<String, GroupFolder> groups = new LinkedHashMap<>();
    for (String controller : BY_TASK) {
      GroupFolder our = ours.get(controller);
      if (our != null) {
        groups.put(controller, our.child(bidder).child(task));
      }
    }
    return groups;
  }

  @Override
  public List<Path> make(String bidder, String task) throws IOException {
    var entrances = new ArrayList<Path>();
    for (GroupFolder group : groups(bidder, task).values()) {
      group.make();
      entrances.add(group.entrance());
    }
    Map<String, GroupFolder> groups = groups(bidder, task);
    Objects.requireNonNull(groups.get("pids"))
        .write("pids.max", String.valueOf(limits.processesAtMost()));
    if (limits.memoryBytes().isPresent()) {
      Objects.requireNonNull(groups.get("memory"))
          .write("memory.limit_in_bytes", String.valueOf(limits.memoryBytes().getAsLong()));
    }
    if (ours.containsKey("cpuset")) {
      entrances.add(our("cpuset").entrance());
    }
    return entrances.stream().distinct().toList();
  }

  @Override
  public void weigh(String bidder, double share) throws IOException {
    GroupFolder group = our("cpu").child(bidder);
    if (group.exists()) {
      long shares = Math.max(LEAST_SHARES, Math.round(share * SHARES_OF_ALL));
      group.write("cpu.shares", String.valueOf(shares));
    }
  }

  @Override
  public long usedMillis(String bidder) throws IOException {
    return usedMillis(our("cpuacct").child(bidder));
  }

  @Override
  public long usedMillis(String bidder, String task) throws IOException {
    return usedMillis(our("cpuacct").child(bidder).child(task));
  }

  private static long usedMillis(GroupFolder group) throws IOException {
    return group.exists()
        ? TimeUnit.NANOSECONDS.toMillis(Long.parseLong(group.read("cpuacct.usage")))
        : 0;
  }

  @Override
  public List<Long> processes(String bidder, String task) throws IOException {
    return our("pids").child(bidder).child(task).processes();
  }

  /** A task that may have no more processes cannot make any faster than they are ended. */
  @Override
  public void end(String bidder, String task) throws IOException {
    Map<String, GroupFolder> groups = groups(bidder, task);
    GroupFolder counted = Objects.requireNonNull(groups.get("pids"));
    if (counted.exists()) {
      counted.write("pids.max", "0");
      Killing.all(counted);
    }
    groups.values().forEach(GroupFolder::remove);
  }

  @Override
  public SortedSet<String> bidders() throws IOException {
    return our("cpu").children();
  }

  @Override
  public void remove(String bidder) throws IOException {
    for (String controller : BY_TASK) {
      GroupFolder our = ours.get(controller);
      if (our != null) {
        our.child(bidder).removeWithChildren();
      }
    }
  }
}
