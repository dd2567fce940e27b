package tender.agent.execution;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.folder.TaskExit;
import tender.agent.files.ResultCollector;
import tender.agent.tasks.PartIdentity;
import tender.bagfile.results.TaskOutcome;
import tender.bagfile.results.TaskRecord;

/** Reads what the part's folder records about ended attempts, for the results. */
final class EndedRuns {
  private static final long KIB = 1024;

  private EndedRuns() {}

  /** Attempts that left no exit code, because they were lost or stopped, are not included. */
  static List<PartListener.TaskRun> read(PartIdentity part, Set<Integer> tasks) {
    List<PartListener.TaskRun> runs = new ArrayList<>();
    for (TaskExit exit : part.taskExits()) {
      if (tasks.contains(exit.taskIndex())) {
        long endedMillis = part.folder().reportedEndMillis(exit);
        runs.add(
            new PartListener.TaskRun(
                exit.taskIndex(),
                exit.attempt(),
                exit.exitCode(),
                part.folder().reportedStartMillis(exit, endedMillis),
                endedMillis,
                exit.peakKib()));
      }
    }
    return runs;
  }

  /** The ended tasks with their last attempts. */
  static List<ResultCollector.EndedTaskFiles> files(
      PartFolder folder, Map<Integer, Integer> exitCodes, List<PartListener.TaskRun> runs) {
    Map<Integer, PartListener.TaskRun> last = new HashMap<>();
    Map<Integer, Integer> outOfMemory = new HashMap<>();
    for (PartListener.TaskRun run : runs) {
      last.merge(run.taskIndex(), run, (a, b) -> a.attempt() < b.attempt() ? b : a);
      if (run.exitCode() == TaskOutcome.EXIT_OUT_OF_MEMORY) {
        outOfMemory.merge(run.taskIndex(), 1, Integer::sum);
      }
    }
    List<ResultCollector.EndedTaskFiles> ended = new ArrayList<>();
    exitCodes.forEach(
        (task, code) ->
            ended.add(
                new ResultCollector.EndedTaskFiles(
                    task,
                    code,
                    folder.controlFolder(task),
                    folder.taskFolder(task),
                    Optional.ofNullable(last.get(task))
                        .map(run -> recorded(run, outOfMemory.getOrDefault(task, 0))))));
    return ended;
  }

  private static TaskRecord.Run recorded(PartListener.TaskRun run, int outOfMemory) {
    return new TaskRecord.Run(
        run.attempt() + 1,
        Instant.ofEpochMilli(run.startedMillis()),
        Instant.ofEpochMilli(run.endedMillis()),
        peakBytes(run),
        outOfMemory);
  }

  /** A task can forge the file's name, so the amount may be impossible. */
  private static OptionalLong peakBytes(PartListener.TaskRun run) {
    long kib = run.peakKib().orElse(0);
    return kib > 0 && kib <= TaskRecord.Run.MAX_PEAK_MEMORY_BYTES / KIB
        ? OptionalLong.of(kib * KIB)
        : OptionalLong.empty();
  }
}
