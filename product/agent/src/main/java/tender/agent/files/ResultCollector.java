package tender.agent.files;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import tender.bagfile.OutputGlob;
import tender.bagfile.TaskSets;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.ResultPack;
import tender.bagfile.results.ResultPackWriter;
import tender.bagfile.results.TaskOutcome;
import tender.bagfile.results.TaskRecord;
import tender.core.model.TaskSet;

/**
 * Packs the results of ended tasks, several tasks into one file. Large outputs go to the market's
 * object store instead, if it has one.
 *
 * <p>Files that cannot be packed (links, pipes, too large) are listed with the reason in {@code
 * out-refused} beside the other results, which are delivered anyway; so are output patterns of a
 * successful task that match no file. A successful task with such a list has missing output. Of a
 * task's standard output and error, head and tail are kept.
 */
public final class ResultCollector {
  /** No further task is added to a pack of this size. */
  private static final long FULL_BYTES = 8L << 20;

  /**
   * Files that one task can add: its outputs, stdout, stderr, its record and the list of omitted
   * files.
   */
  private static final int MAX_FILES_PER_TASK = ResultPack.MAX_OUTPUTS + 4;

  private final Path trusted;
  private final List<OutputGlob> globs;
  private final Set<String> inputs;
  private final OutputStore store;
  private final KeptOutputs.PartOutputs kept;
  private final Optional<SiteResultFolders.BagFolder> site;

  /**
   * For the tasks of one part.
   *
   * @param trusted a folder above the tasks' folders that no task can replace
   * @param store receives large outputs
   * @param kept receives the outputs that are too large or too many, and that are not stored
   * @param site where outputs stay; empty: they are packed or stored
   */
  public ResultCollector(
      Path trusted,
      WorkOrder order,
      OutputStore store,
      KeptOutputs.PartOutputs kept,
      Optional<SiteResultFolders.BagFolder> site) {
    this.trusted = trusted;
    this.store = store;
    this.kept = kept;
    this.site = site;
    globs = order.outputs().stream().map(OutputGlob::of).toList();
    inputs = order.inputNames();
  }

  /**
   * An ended task.
   *
   * @param control the folder with its {@code stdout} and {@code stderr}
   * @param folder its working directory
   * @param run the attempt that counts; empty if none ended with an exit code
   */
  public record EndedTaskFiles(
      int taskIndex, int exitCode, Path control, Path folder, Optional<TaskRecord.Run> run) {}

  /** The content of a pack. */
  public record CollectedResults(TaskSet tasks, List<TaskOutcome> outcomes) {
    public CollectedResults {
      outcomes = List.copyOf(outcomes);
    }
  }

  /**
   * Writes a pack with the lowest of these tasks, at least one and as many as fit. The same tasks
   * always result in the same bytes.
   */
  public CollectedResults collect(List<EndedTaskFiles> ended, Path pack) throws IOException {
    if (ended.isEmpty()) {
      throw new IllegalArgumentException("No task has ended, so there is nothing to pack.");
    }
    List<Integer> tasks = new ArrayList<>();
    SortedMap<Integer, List<Integer>> byCode = new TreeMap<>();
    List<Integer> missingOutput = new ArrayList<>();
    try (TaskFolders folders = new TaskFolders(trusted);
        ResultPackWriter writer =
            new ResultPackWriter(new BufferedOutputStream(Files.newOutputStream(pack)))) {
      for (EndedTaskFiles task :
          ended.stream().sorted(Comparator.comparingInt(EndedTaskFiles::taskIndex)).toList()) {
        if (isFull(writer, tasks.size())) {
          break;
        }
        boolean isMissing =
            new TaskResultPacker(
                    writer,
                    task,
                    globs,
                    inputs,
                    site.isPresent() ? OutputStore.NONE : store,
                    kept,
                    site.map(folder -> new SiteOutputs(folder, task.taskIndex())))
                .add(folders, task.control(), task.folder());
        tasks.add(task.taskIndex());
        (isMissing
                ? missingOutput
                : byCode.computeIfAbsent(task.exitCode(), _ -> new ArrayList<>()))
            .add(task.taskIndex());
      }
    }
    List<TaskOutcome> outcomes = new ArrayList<>();
    if (!missingOutput.isEmpty()) {
      outcomes.add(new TaskOutcome(0, set(missingOutput), true));
    }
    byCode.forEach((code, ofCode) -> outcomes.add(new TaskOutcome(code, set(ofCode))));
    return new CollectedResults(set(tasks), outcomes);
  }

  private static boolean isFull(ResultPackWriter writer, int tasks) {
    return tasks == ResultPack.MAX_TASKS
        || writer.files() + MAX_FILES_PER_TASK > ResultPack.MAX_FILES
        || writer.maxBytes() >= FULL_BYTES;
  }

  private static TaskSet set(List<Integer> ascending) {
    return TaskSets.of(ascending.stream().mapToInt(Integer::intValue));
  }
}
