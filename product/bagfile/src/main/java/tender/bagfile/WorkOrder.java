package tender.bagfile;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * What the tasks of a bag are: all that a provider must know to run them, and nothing of when or
 * for how much.
 *
 * <p>A bag numbers its tasks from 0 on without a gap. A retry of some tasks is a bag of its own, so
 * that its task 0 may be number 17 of the list: {@link #listIndex} tells.
 *
 * @param version of this form; always {@link #VERSION} by now
 * @param name for people, not unique
 * @param command for a shell, as {@link TaskCommand} reads it
 * @param only the numbers of the list that are to be done, if not all
 * @param inputs files that every task finds in its folder
 * @param outputs which files a task leaves as results, as {@link OutputGlob} reads them
 * @param width processors that each task needs at once
 * @param runtimeMillis how long one task is said to take
 * @param retries how often a task that failed is tried again
 * @param profiler for a shell, run once at a provider before it offers: prints how long tasks take
 *     there, as {@link ProfiledRuntimes} reads it
 */
public record WorkOrder(
    int version,
    String name,
    String command,
    TaskList taskList,
    Optional<TaskSet> only,
    List<InputFile> inputs,
    List<String> outputs,
    int width,
    long runtimeMillis,
    int retries,
    Optional<String> profiler) {
  public static final int VERSION = 1;

  private static final int MAX_NAME_LENGTH = 100;
  private static final int MAX_COMMAND_BYTES = 64 << 10;
  static final int MAX_INPUTS = 10_000;
  private static final int MAX_OUTPUTS = 100;
  private static final int MAX_WIDTH = 100_000;
  private static final int MAX_RETRIES = 100;

  public WorkOrder {
    InputChecks.between(version, VERSION, VERSION, "The version of a work order");
    InputChecks.printable(name, MAX_NAME_LENGTH, "The name of a work order");
    checkCommand(command, taskList);
    only.ifPresent(some -> checkOnly(some, taskList));
    inputs = List.copyOf(inputs);
    checkInputs(inputs);
    outputs = List.copyOf(outputs);
    InputChecks.between(outputs.size(), 0, MAX_OUTPUTS, "The number of outputs");
    outputs.forEach(OutputGlob::of);
    InputChecks.between(width, 1, MAX_WIDTH, "The width of a task");
    Time.requireDuration(runtimeMillis, "of a task's runtime");
    InputChecks.between(retries, 0, MAX_RETRIES, "The number of retries");
    profiler.ifPresent(text -> checkLength(text, "The profiler"));
  }

  /** Work of which nobody but its user says how long a task takes. */
  public WorkOrder(
      int version,
      String name,
      String command,
      TaskList taskList,
      Optional<TaskSet> only,
      List<InputFile> inputs,
      List<String> outputs,
      int width,
      long runtimeMillis,
      int retries) {
    this(
        version,
        name,
        command,
        taskList,
        only,
        inputs,
        outputs,
        width,
        runtimeMillis,
        retries,
        Optional.empty());
  }

  /** The same work for some numbers of the list only. */
  public WorkOrder only(TaskSet numbers) {
    return new WorkOrder(
        version,
        name,
        command,
        taskList,
        Optional.of(numbers),
        inputs,
        outputs,
        width,
        runtimeMillis,
        retries,
        profiler);
  }

  /** The same work, with a command that finds out how long its tasks take. */
  public WorkOrder withProfiler(String text) {
    return new WorkOrder(
        version,
        name,
        command,
        taskList,
        only,
        inputs,
        outputs,
        width,
        runtimeMillis,
        retries,
        Optional.of(text));
  }

  /** How many tasks the bag has. */
  public int tasks() {
    return only.map(TaskSet::size).orElse(taskList.tasks());
  }

  /** The number in the task list of a task of the bag. */
  public int listIndex(int coreTask) {
    InputChecks.between(coreTask, 0, tasks() - 1, "A task of the bag");
    return only.map(some -> some.nth(coreTask)).orElse(coreTask);
  }

  /** The command, ready to be made into the text of each task. */
  public TaskCommand taskCommand() {
    return TaskCommand.of(command, taskList);
  }

  /** The content that a provider must fetch: of the inputs and of the file of lines. */
  public Set<Digest> digests() {
    Set<Digest> digests = new TreeSet<>();
    inputs.forEach(input -> digests.add(input.digest()));
    if (taskList instanceof TaskList.Lines lines) {
      digests.add(lines.file());
    }
    return digests;
  }

  /** How many bytes the inputs have, each counted as often as it is named. */
  public long inputBytes() {
    return inputs.stream().mapToLong(InputFile::bytes).sum();
  }

  private static void checkCommand(String command, TaskList list) {
    checkLength(command, "The command");
    TaskCommand.of(command, list);
  }

  private static void checkLength(String text, String what) {
    InputChecks.text(text, MAX_COMMAND_BYTES, what);
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (text.isBlank() || bytes > MAX_COMMAND_BYTES) {
      throw new IllegalArgumentException(
          what
              + " has "
              + bytes
              + " bytes, and must have from 1 to "
              + MAX_COMMAND_BYTES
              + ", not all blank. Put what is longer into a script and give it as an input.");
    }
  }

  private static void checkOnly(TaskSet only, TaskList list) {
    if (only.isEmpty() || !TaskSet.first(list.tasks()).containsAll(only)) {
      throw new IllegalArgumentException(
          "Only the tasks "
              + InputChecks.quoted(only.toString())
              + " are to be done, and must be some from 0 to "
              + (list.tasks() - 1)
              + ".");
    }
  }

  private static void checkInputs(List<InputFile> inputs) {
    InputChecks.between(inputs.size(), 0, MAX_INPUTS, "The number of inputs");
    Set<String> files = new HashSet<>();
    for (InputFile input : inputs) {
      if (!files.add(input.path().value())) {
        throw new IllegalArgumentException(
            "The input " + InputChecks.quoted(input.path().value()) + " is there twice. Leave one out.");
      }
    }
    for (InputFile input : inputs) {
      String path = input.path().value();
      for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
        String folder = path.substring(0, slash);
        if (files.contains(folder)) {
          throw new IllegalArgumentException(
              "The input "
                  + InputChecks.quoted(folder)
                  + " is a file, and cannot be the folder of "
                  + InputChecks.quoted(path)
                  + ". Rename one.");
        }
      }
    }
  }
}
