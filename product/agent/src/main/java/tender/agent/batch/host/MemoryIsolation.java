package tender.agent.batch.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.process.NoIsolation;

/**
 * Limits the memory of those tasks of plain processes that request some. A control group limits all
 * processes of a task together. Where the agent may create none, the address space of each process
 * is limited, which also counts what a process reserves and never uses.
 */
public final class MemoryIsolation extends NoIsolation {
  private static final Logger LOG = System.getLogger(MemoryIsolation.class.getName());

  /** Exit code 73 means that the script could not start the task. */
  private static final String LIMIT_ADDRESS_SPACE =
      "ulimit -v \"$1\" || exit 73; shift; exec \"$@\"";

  private static final int KIB_PER_MIB = 1_024;

  private final Optional<MemoryGroups> groups;

  MemoryIsolation(Optional<MemoryGroups> groups) {
    this.groups = groups;
  }

  /**
   * With control groups if the agent may create them.
   *
   * @param work the work folder, by which a restarted agent finds its groups
   */
  public static MemoryIsolation open(Path work) {
    String name = "processes-" + Integer.toHexString(work.toString().hashCode());
    try {
      return new MemoryIsolation(Optional.of(MemoryGroups.open(ControlGroupLocator.here(), name)));
    } catch (IOException e) {
      LOG.log(
          Level.INFO,
          "No control group for tasks; their address space is limited: cause={0}",
          e.getMessage());
      return new MemoryIsolation(Optional.empty());
    }
  }

  @Override
  public String description() {
    return super.description()
        + ", memory limited by "
        + groups.map(MemoryGroups::kind).orElse("address space");
  }

  @Override
  public List<String> command(ArrayJob array, int index, List<String> script) throws IOException {
    int memoryMib = memoryMib(array);
    if (memoryMib == 0) {
      return super.command(array, index, script);
    }
    List<String> command = new ArrayList<>();
    if (groups.isPresent()) {
      Path entry = groups.get().createTaskGroup(group(array, index), memoryMib);
      command.addAll(ControlGroupIsolation.enter(List.of(entry)));
    } else {
      String limitKib = String.valueOf((long) memoryMib * KIB_PER_MIB);
      command.addAll(List.of("/bin/sh", "-c", LIMIT_ADDRESS_SPACE, "limit", limitKib));
    }
    command.addAll(script);
    return command;
  }

  private static int memoryMib(ArrayJob array) {
    return array.request().map(request -> request.perNode().memoryMib()).orElse(0);
  }

  private static String group(ArrayJob array, int index) {
    return array.name() + "." + index;
  }

  @Override
  public List<ProcessHandle> processes(ArrayJob array, int index, ProcessHandle script) {
    try {
      List<Long> members =
          groups.isPresent() ? groups.get().processes(group(array, index)) : List.of();
      return members.isEmpty()
          ? super.processes(array, index, script)
          : members.stream().flatMap(id -> ProcessHandle.of(id).stream()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot read the control group of a task of " + array.name() + ".", e);
    }
  }

  @Override
  public void cleanUp(ArrayJob array, int index) {
    try {
      if (groups.isPresent()) {
        groups.get().killTask(group(array, index));
      }
    } catch (IOException e) {
      ControlGroupIsolation.logRemaining(array, e);
    }
  }
}
