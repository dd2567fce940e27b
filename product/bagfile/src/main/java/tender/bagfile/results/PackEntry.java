package tender.bagfile.results;

import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskList;
import tender.support.text.InputChecks;

/**
 * A file of one task in a {@link ResultPack}.
 *
 * @param taskIndex in the bag, from 0
 * @param path {@code stdout}, {@code stderr}, {@code task.json}, {@code out-refused}, or a file
 *     that the task wrote, below {@code out}
 */
public record PackEntry(int taskIndex, RelativePath path) {
  public static final String STDOUT = "stdout";
  public static final String STDERR = "stderr";

  /** A {@link TaskRecord}. */
  public static final String RECORD = "task.json";

  /** Lists the outputs that are missing, with reasons; present only if some are missing. */
  public static final String REFUSED = "out-refused";

  private static final String OUTPUTS = "out/";

  /** The files that every task may have, checked once: a pack names them for each task. */
  private static final Map<String, RelativePath> COMMON =
      Stream.of(STDOUT, STDERR, RECORD, REFUSED)
          .collect(Collectors.toUnmodifiableMap(Function.identity(), RelativePath::new));

  private static final Pattern ENTRY_NAME =
      Pattern.compile("(0|[1-9][0-9]{0,6})/(.*)", Pattern.DOTALL);

  public PackEntry {
    InputChecks.between(taskIndex, 0, TaskList.MAX_TASKS - 1, "A task index in a result pack");
    if (!COMMON.containsKey(path.value()) && !path.value().startsWith(OUTPUTS)) {
      throw new IllegalArgumentException(
          "A result pack has the file %s of task %s, and may have stdout, stderr, task.json, out-refused and files below out."
              .formatted(InputChecks.quoted(path.value()), taskIndex));
    }
  }

  public static PackEntry stdout(int task) {
    return new PackEntry(task, path(STDOUT));
  }

  public static PackEntry stderr(int task) {
    return new PackEntry(task, path(STDERR));
  }

  public static PackEntry record(int task) {
    return new PackEntry(task, path(RECORD));
  }

  public static PackEntry refused(int task) {
    return new PackEntry(task, path(REFUSED));
  }

  /** A file that the task wrote, by its path in the task's folder. */
  public static PackEntry output(int task, RelativePath file) {
    return new PackEntry(task, new RelativePath(OUTPUTS + file.value()));
  }

  /** Parses the name of a zip entry. */
  static PackEntry parse(String name) {
    Matcher matcher = ENTRY_NAME.matcher(name);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "A result pack has the entry %s, and its name must begin with a task index."
              .formatted(InputChecks.quoted(name)));
    }
    return new PackEntry(Integer.parseInt(matcher.group(1)), path(matcher.group(2)));
  }

  private static RelativePath path(String name) {
    RelativePath common = COMMON.get(name);
    return common == null ? new RelativePath(name) : common;
  }

  /** The name of the zip entry. */
  @Override
  public String toString() {
    return taskIndex + "/" + path;
  }
}
