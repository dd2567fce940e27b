package tender.agent.batch.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.BatchSystemException.Kind;
import tender.agent.batch.TimeShared;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.batch.process.ProcessBatchSystem;
import tender.core.resource.ResourceAmounts;

/**
 * An ordinary Linux machine. Its tasks are processes as in {@link ProcessBatchSystem}, but each
 * part may use all processors at a time, and the kernel shares the processors among parts by
 * weight. The machine's own users are not visible: their processes run beside the tasks.
 */
public final class HostBatchSystem extends ProcessBatchSystem implements TimeShared {
  private final ControlGroups groups;
  private final ControlGroupIsolation isolation;

  /** Recovers the tasks that an earlier program left. */
  public static HostBatchSystem open(WorkFolder workFolder, HostSettings settings)
      throws IOException {
    TaskUser user = TaskUser.find(settings.user());
    ControlGroups groups = ControlGroupLocator.here().open(settings.group(), settings.limits());
    return new HostBatchSystem(
        workFolder,
        settings.processorsHere(),
        groups,
        new ControlGroupIsolation(workFolder.path(), groups, user));
  }

  HostBatchSystem(
      WorkFolder workFolder, int processors, ControlGroups groups, ControlGroupIsolation isolation)
      throws IOException {
    super(workFolder, ResourceAmounts.ofProcessors(processors), isolation);
    this.groups = groups;
    this.isolation = isolation;
  }

  @Override
  public long usedMillis(Path part) {
    try {
      return groups.usedMillis(ControlGroupIsolation.partGroup(part));
    } catch (IOException e) {
      throw failure("Cannot read the processor time of a control group", e);
    }
  }

  @Override
  public void setShares(SortedMap<Path, Double> shares) {
    try {
      var present = new TreeSet<String>();
      for (var entry : shares.entrySet()) {
        String part = ControlGroupIsolation.partGroup(entry.getKey());
        present.add(part);
        isolation.setShare(part, entry.getValue());
      }
      SortedSet<String> removed = groups.partGroups();
      removed.removeAll(present);
      for (String part : removed) {
        isolation.removePart(part);
      }
    } catch (IOException e) {
      throw failure("Cannot set the weights of control groups", e);
    }
  }

  private static BatchSystemException failure(String what, IOException cause) {
    return new BatchSystemException(
        Kind.UNREACHABLE, what + ": " + cause.getMessage() + ".", cause);
  }
}
