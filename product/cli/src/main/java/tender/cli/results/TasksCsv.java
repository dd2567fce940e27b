package tender.cli.results;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import tender.bagfile.TaskList;
import tender.bagfile.TaskSets;
import tender.bagfile.results.TaskRecord;
import tender.cli.client.response.BagResponse;
import tender.cli.client.response.ResultPacksResponse;
import tender.core.model.TaskSet;
import tender.support.text.Csv;

/**
 * The file {@code tasks.csv} of a result folder: a row for each task, with its parameters and its
 * outcome. It is rewritten by every fetch; rows of tasks whose results in the folder are of another
 * bag, such as the one that was retried, are kept.
 */
final class TasksCsv {
  static final String NAME = "tasks.csv";

  private static final String TASK = "task";
  private static final String PEAK_MEMORY = "peak_memory_bytes";
  private static final List<String> OUTCOME =
      List.of(
          "state",
          "exit_code",
          "attempts",
          "started",
          "ended",
          PEAK_MEMORY,
          "provider",
          "received",
          "bag");

  private final BagResponse bag;
  private final TaskList.@Nullable Parameterized parameters;
  private final List<String> header;
  private final Map<Integer, Outcome> outcomes = new HashMap<>();

  private record Outcome(int exitCode, boolean missingOutput, String provider, String received) {}

  TasksCsv(BagResponse bag, TaskList tasks) {
    this.bag = bag;
    parameters = tasks instanceof TaskList.Parameterized named ? named : null;
    header = new ArrayList<>();
    header.add(TASK);
    if (parameters != null) {
      parameters.parameters().forEach(parameter -> header.add(column(parameter.name())));
    }
    header.addAll(OUTCOME);
  }

  /** A parameter may have the name of another column. */
  private static String column(String parameter) {
    return OUTCOME.contains(parameter) ? parameter + "_parameter" : parameter;
  }

  /** Adds the outcomes of a pack's tasks. */
  void add(ResultPacksResponse.Pack pack, IntUnaryOperator listIndex) {
    for (ResultPacksResponse.Outcome one : pack.outcomes()) {
      Outcome outcome =
          new Outcome(
              one.exitCode(), one.missingOutput(), pack.provider(), pack.received().toString());
      TaskSets.parse(one.tasks()).stream()
          .map(listIndex)
          .forEach(task -> outcomes.put(task, outcome));
    }
  }

  /**
   * Writes the file.
   *
   * @param tasks the tasks of the bag, by their index in the task list
   * @param superseded those whose results in the folder are of a later retry
   */
  void write(Path folder, TaskSet tasks, TaskSet superseded) throws IOException {
    Path file = folder.resolve(NAME);
    NavigableMap<Integer, List<String>> others = new TreeMap<>();
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      readOthers(file, tasks, superseded, others);
    }
    Path temporary = folder.resolve(".tender-" + UUID.randomUUID());
    try {
      try (BufferedWriter out = Files.newBufferedWriter(temporary)) {
        out.write(Csv.write(header));
        for (int task : tasks.stream().toArray()) {
          writeBefore(task, others, out);
          if (!others.containsKey(task) && !superseded.contains(task)) {
            out.write(Csv.write(row(folder, task)));
          }
        }
        writeBefore(Integer.MAX_VALUE, others, out);
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static void writeBefore(
      int task, NavigableMap<Integer, List<String>> others, BufferedWriter out) throws IOException {
    while (!others.isEmpty() && others.firstKey() < task) {
      out.write(Csv.write(others.pollFirstEntry().getValue()));
    }
  }

  private List<String> row(Path folder, int task) {
    List<String> row = new ArrayList<>();
    row.add(Integer.toString(task));
    for (int i = 0; parameters != null && i < parameters.parameters().size(); i++) {
      row.add(parameters.value(i, task));
    }
    @Nullable Outcome outcome = outcomes.get(task);
    if (outcome == null) {
      row.add(bag.ended() == null ? "pending" : "not-done");
      row.addAll(Collections.nCopies(OUTCOME.size() - 2, ""));
    } else {
      row.add(state(outcome));
      row.add(Integer.toString(outcome.exitCode()));
      Optional<TaskRecord.Run> run = TaskRecords.find(folder, task).flatMap(TaskRecord::run);
      row.add(run.map(TaskRecord.Run::attempts).map(String::valueOf).orElse(""));
      row.add(run.map(TaskRecord.Run::started).map(String::valueOf).orElse(""));
      row.add(run.map(TaskRecord.Run::ended).map(String::valueOf).orElse(""));
      OptionalLong peak = run.map(TaskRecord.Run::peakMemoryBytes).orElse(OptionalLong.empty());
      row.add(peak.isPresent() ? Long.toString(peak.getAsLong()) : "");
      row.add(outcome.provider());
      row.add(outcome.received());
    }
    row.add(bag.id());
    return row;
  }

  private String state(Outcome outcome) {
    if (outcome.exitCode() != 0) {
      return "failed";
    }
    if (!outcome.missingOutput()) {
      return "succeeded";
    }
    // Only a bag that requires its outputs lists failed tasks with exit code 0.
    return bag.failed().stream().anyMatch(failed -> failed.exitCode() == 0)
        ? "failed"
        : "succeeded-missing-output";
  }

  /** Reads the rows of other bags for tasks of which this bag has no result in the folder. */
  private void readOthers(
      Path file, TaskSet tasks, TaskSet superseded, NavigableMap<Integer, List<String>> others)
      throws IOException {
    try {
      Csv.forEach(
          Files.readString(file),
          row -> {
            List<String> fields = withPeakMemory(row);
            checkColumns(row.line(), fields);
            if (row.line() > 1 && !fields.getLast().equals(bag.id())) {
              int task = Integer.parseInt(fields.getFirst());
              boolean ours =
                  tasks.contains(task) && outcomes.containsKey(task) && !superseded.contains(task);
              if (!ours) {
                others.put(task, fields);
              }
            }
          });
    } catch (IllegalArgumentException e) {
      FileAlreadyExistsException conflict =
          new FileAlreadyExistsException(
              file.toString(),
              null,
              "exists, and was not written for a bag with these parameters. Move it, or give"
                  + " another folder");
      conflict.initCause(e);
      throw conflict;
    }
  }

  /** Earlier versions of this program wrote no peak memory. */
  private List<String> withPeakMemory(Csv.Row row) {
    if (row.fields().size() != header.size() - 1) {
      return row.fields();
    }
    List<String> fields = new ArrayList<>(row.fields());
    fields.add(header.indexOf(PEAK_MEMORY), row.line() == 1 ? PEAK_MEMORY : "");
    return fields;
  }

  private void checkColumns(int line, List<String> fields) {
    boolean same = line == 1 ? fields.equals(header) : fields.size() == header.size();
    if (!same) {
      throw new IllegalArgumentException("Line " + line + " has other columns.");
    }
  }
}
