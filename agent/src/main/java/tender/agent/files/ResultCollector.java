package tender.agent.files;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tender.core.model.TaskSet;
import tender.work.Outcome;
import tender.work.OutputGlob;
import tender.work.ResultPack;
import tender.work.ResultPackWriter;
import tender.work.TaskSets;
import tender.work.WorkOrder;

/**
 * Packs the results of tasks that have ended, several into one file.
 *
 * <p>What of a task cannot be taken (a link, a pipe, too much) is named, with the reason, in {@code
 * out-refused} beside its other results; it never keeps the rest from being delivered. Of what a
 * task says its head and its tail are kept.
 */
public final class ResultCollector {
  /** A pack that has reached this is full; only its last task takes it further. */
  private static final long FULL_BYTES = 8L << 20;

  /** What one task can add: its outputs, what it said, and what is refused. */
  private static final int MOST_FILES_OF_A_TASK = TaskResults.MOST_OUTPUTS + 3;

  private final Path trusted;
  private final List<OutputGlob> globs;
  private final Set<String> inputs;

  /**
   * For the tasks of one bag.
   *
   * @param trusted a folder above all those of tasks that no task can replace
   */
  public ResultCollector(Path trusted, WorkOrder order) {
    this.trusted = trusted;
    globs = order.outputs().stream().map(OutputGlob::of).toList();
    inputs = order.inputs().stream().map(input -> input.path().top()).collect(Collectors.toSet());
  }

  /**
   * A task that has ended.
   *
   * @param task by the bag's numbers from 0 on
   * @param control the folder that has its {@code stdout} and {@code stderr}
   * @param folder in which it ran
   */
  public record Ended(int task, int exitCode, Path control, Path folder) {}

  /** What went into a pack. */
  public record Collected(TaskSet tasks, List<Outcome> outcomes) {
    public Collected {
      outcomes = List.copyOf(outcomes);
    }
  }

  /**
   * Writes a pack with the lowest of these tasks, at least one and as many as fit. The same tasks
   * give the same bytes again.
   */
  public Collected collect(List<Ended> ended, Path pack) throws IOException {
    if (ended.isEmpty()) {
      throw new IllegalArgumentException("No task has ended, so there is nothing to pack.");
    }
    List<Integer> tasks = new ArrayList<>();
    SortedMap<Integer, List<Integer>> byCode = new TreeMap<>();
    try (ResultPackWriter writer =
        new ResultPackWriter(new BufferedOutputStream(Files.newOutputStream(pack)))) {
      for (Ended task : ended.stream().sorted(Comparator.comparingInt(Ended::task)).toList()) {
        if (isFull(writer, tasks.size())) {
          break;
        }
        new TaskResults(writer, task.task(), globs, inputs)
            .add(trusted, task.control(), task.folder());
        tasks.add(task.task());
        byCode.computeIfAbsent(task.exitCode(), _ -> new ArrayList<>()).add(task.task());
      }
    }
    List<Outcome> outcomes = new ArrayList<>();
    byCode.forEach((code, ofCode) -> outcomes.add(new Outcome(code, set(ofCode))));
    return new Collected(set(tasks), outcomes);
  }

  private static boolean isFull(ResultPackWriter writer, int tasks) {
    return tasks == ResultPack.MOST_TASKS
        || writer.files() + MOST_FILES_OF_A_TASK > ResultPack.MOST_FILES
        || writer.mostBytes() >= FULL_BYTES;
  }

  private static TaskSet set(List<Integer> ascending) {
    return TaskSets.of(ascending.stream().mapToInt(Integer::intValue));
  }
}
