package tender.agent.batch.process;

import java.util.ArrayList;
import java.util.List;
import tender.agent.batch.EndedTask;
import tender.agent.batch.MeasuredRun;
import tender.core.model.Time;

/** The tasks and runs that have ended in the last minutes. */
final class RecentEnds {
  private static final long RETENTION_MILLIS = 5 * Time.MINUTE_MILLIS;

  private final List<StoppedTask> stopped = new ArrayList<>();
  private final List<MeasuredRun> runs = new ArrayList<>();

  private record StoppedTask(long atMillis, EndedTask task) {}

  /** A task ended without a result. */
  void add(EndedTask task) {
    stopped.add(new StoppedTask(System.currentTimeMillis(), task));
  }

  /** A process has ended. */
  void add(String jobName, int arrayIndex, long startedMillis) {
    // A task cannot make a node fail here, so every run is charged.
    runs.add(
        new MeasuredRun(
            jobName,
            arrayIndex,
            startedMillis,
            System.currentTimeMillis(),
            /* clusterFault= */ false));
  }

  void forgetOld() {
    long oldestMillis = System.currentTimeMillis() - RETENTION_MILLIS;
    stopped.removeIf(end -> end.atMillis() < oldestMillis);
    runs.removeIf(run -> run.endedMillis() < oldestMillis);
  }

  List<EndedTask> tasks() {
    return stopped.stream().map(StoppedTask::task).toList();
  }

  List<MeasuredRun> runs() {
    return List.copyOf(runs);
  }
}
