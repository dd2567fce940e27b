package tender.agent.batch.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.BatchSystemException.Kind;
import tender.agent.batch.BatchReservation;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.ClusterInfo;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.batch.TimeShared;
import tender.agent.batch.process.ProcessBatchSystem;
import tender.core.model.TaskSet;

/**
 * An ordinary Linux machine. Its tasks are processes as those of {@link ProcessBatchSystem}, but
 * each bidder has as many at a time as there are processors, and the kernel shares the processors
 * among bidders by weight. The machine's own users are not seen: they are processes beside ours.
 */
public final class HostBatchSystem implements BatchSystem, TimeShared {
  private final ProcessBatchSystem processes;
  private final ControlGroups groups;
  private final ControlGroupIsolation isolation;

  /** Takes up what an earlier program left. */
  public static HostBatchSystem open(WorkFolder folders, HostSettings settings)
      throws IOException {
    TaskUser user = TaskUser.find(settings.user());
    ControlGroups groups = ControlGroupLocator.here().open(settings.group(), settings.limits());
    return new HostBatchSystem(
        folders, settings.processorsHere(), groups, new ControlGroupIsolation(folders.path(), groups, user));
  }

  HostBatchSystem(WorkFolder folders, int processors, ControlGroups groups, ControlGroupIsolation ground)
      throws IOException {
    this.groups = groups;
    this.isolation = ground;
    processes = new ProcessBatchSystem(folders, processors, ground);
  }

  @Override
  public long usedMillis(Path part) {
    try {
      return groups.usedMillis(ControlGroupIsolation.partGroup(part));
    } catch (IOException e) {
      throw failure("The processor time of a control group cannot be read", e);
    }
  }

  @Override
  public void setShares(SortedMap<Path, Double> shares) {
    try {
      var bidders = new TreeSet<String>();
      for (var entry : shares.entrySet()) {
        String bidder = ControlGroupIsolation.partGroup(entry.getKey());
        bidders.add(bidder);
        isolation.setShare(bidder, entry.getValue());
      }
      SortedSet<String> gone = groups.partGroups();
      gone.removeAll(bidders);
      for (String bidder : gone) {
        isolation.removePart(bidder);
      }
    } catch (IOException e) {
      throw failure("The weights of control groups cannot be set", e);
    }
  }

  private static BatchSystemException failure(String what, IOException cause) {
    return new BatchSystemException(
        Kind.UNREACHABLE, what + ": " + cause.getMessage() + ".", cause);
  }

  @Override
  public ClusterInfo clusterInfo() {
    return processes.clusterInfo();
  }

  @Override
  public QueueSnapshot queue() {
    return processes.queue();
  }

  @Override
  public void submit(ArrayJob job) {
    processes.submit(job);
  }

  @Override
  public void applyQueueOrder(List<String> waiting) {
    processes.applyQueueOrder(waiting);
  }

  @Override
  public void cancel(String jobName, TaskSet indexes) {
    processes.cancel(jobName, indexes);
  }

  @Override
  public boolean reserve(BatchReservation hold) {
    return processes.reserve(hold);
  }

  @Override
  public void release(String holdName) {
    processes.release(holdName);
  }

  /** For tests: a job of somebody else, in the same line. */
  String submitLocal(int width, long limitMillis, List<String> command) {
    return processes.submitLocal(width, limitMillis, command);
  }

  /** For tests: ends all that runs and forgets all that waits. */
  void stop() {
    processes.stop();
  }
}
