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
import tender.agent.batch.Hold;
import tender.agent.batch.Queue;
import tender.agent.batch.Site;
import tender.agent.batch.TaskFolders;
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
  private final HostGround ground;

  /** Takes up what an earlier program left. */
  public static HostBatchSystem open(TaskFolders folders, HostSettings settings)
      throws IOException {
    TaskUser user = TaskUser.find(settings.user());
    ControlGroups groups = Kernel.here().open(settings.group(), settings.limits());
    return new HostBatchSystem(
        folders, settings.processorsHere(), groups, new HostGround(folders.work(), groups, user));
  }

  HostBatchSystem(TaskFolders folders, int processors, ControlGroups groups, HostGround ground)
      throws IOException {
    this.groups = groups;
    this.ground = ground;
    processes = new ProcessBatchSystem(folders, processors, ground);
  }

  @Override
  public long usedMillis(Path part) {
    try {
      return groups.usedMillis(HostGround.bidder(part));
    } catch (IOException e) {
      throw failure("The processor time of a control group cannot be read", e);
    }
  }

  @Override
  public void share(SortedMap<Path, Double> shares) {
    try {
      var bidders = new TreeSet<String>();
      for (var entry : shares.entrySet()) {
        String bidder = HostGround.bidder(entry.getKey());
        bidders.add(bidder);
        ground.weigh(bidder, entry.getValue());
      }
      SortedSet<String> gone = groups.bidders();
      gone.removeAll(bidders);
      for (String bidder : gone) {
        ground.forget(bidder);
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
  public Site look() {
    return processes.look();
  }

  @Override
  public Queue queue() {
    return processes.queue();
  }

  @Override
  public void submit(ArrayJob job) {
    processes.submit(job);
  }

  @Override
  public void giveWay(List<String> waiting) {
    processes.giveWay(waiting);
  }

  @Override
  public void cancel(String jobName, TaskSet indexes) {
    processes.cancel(jobName, indexes);
  }

  @Override
  public boolean reserve(Hold hold) {
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
