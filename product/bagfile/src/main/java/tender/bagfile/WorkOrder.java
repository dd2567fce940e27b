package tender.bagfile;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.resource.TaskRequest;
import tender.support.text.InputChecks;

/**
 * Everything that a provider needs to run the tasks of a bag. Deadline and budget are not part of
 * it.
 *
 * <p>The task indexes of a bag are contiguous from 0. A retry of some tasks is a bag of its own, so
 * that its task 0 may be task 17 of the list; see {@link #listIndex}.
 *
 * @param version of this format; always {@link #VERSION}
 * @param name shown to users, not unique
 * @param command shell command with placeholders, see {@link TaskCommand}
 * @param only the indexes of the task list that belong to the bag, if not all
 * @param inputs files that every task finds in its working folder
 * @param outputs patterns of the result files, see {@link OutputGlob}
 * @param width number of processors of one task
 * @param runtimeMillis the user's estimate of one task's run time
 * @param retries how often a failed task is retried
 * @param profiler shell command that a provider runs once before it makes an offer; it prints the
 *     runtimes of tasks there, see {@link ProfiledRuntimes}
 * @param options empty: {@link TaskOptions#DEFAULT}
 * @param resources what each task requests besides processors; empty: nothing
 * @param siteInputs data of providers that every task finds in its working folder; empty: none
 * @param results what the user says about the tasks' results; empty: {@link ResultOptions#DEFAULT}
 * @param inputPacks more files that every task finds in its working folder; empty: none
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
    Optional<String> profiler,
    Optional<TaskOptions> options,
    Optional<TaskResources> resources,
    Optional<List<SiteInput>> siteInputs,
    Optional<ResultOptions> results,
    Optional<List<InputPack>> inputPacks) {
  public static final int VERSION = 1;

  /** A bag in the auction is matched as a whole, so its size is bounded. */
  public static final int MAX_AUCTION_TASKS = 10_000;

  private static final int MAX_NAME_LENGTH = 100;
  private static final int MAX_COMMAND_BYTES = 64 << 10;

  /** Files that are not in packs. */
  public static final int MAX_INPUTS = 10_000;

  private static final int MAX_SITE_INPUTS = 100;
  private static final int MAX_OUTPUTS = 100;
  private static final int MAX_WIDTH = 100_000;
  private static final int MAX_RETRIES = 100;

  public WorkOrder {
    InputChecks.between(version, VERSION, VERSION, "The version of a work order");
    InputChecks.printable(name, MAX_NAME_LENGTH, "The name of a work order");
    checkLength(command, "The command");
    TaskCommand.of(command, taskList);
    only.ifPresent(some -> checkOnly(some, taskList));
    inputs = List.copyOf(inputs);
    InputNames.requireDistinct(inputs);
    outputs = List.copyOf(outputs);
    InputChecks.between(outputs.size(), 0, MAX_OUTPUTS, "The number of outputs");
    outputs.forEach(OutputGlob::of);
    InputChecks.between(width, 1, MAX_WIDTH, "The width of a task");
    Time.requireDuration(runtimeMillis, "of a task's runtime");
    InputChecks.between(retries, 0, MAX_RETRIES, "The number of retries");
    profiler.ifPresent(text -> checkLength(text, "The profiler"));
    options = options.filter(given -> !given.equals(TaskOptions.DEFAULT));
    resources = resources.filter(given -> !given.equals(TaskResources.NONE));
    checkContainer(options.flatMap(TaskOptions::container), inputs);
    siteInputs = siteInputs.filter(given -> !given.isEmpty()).map(List::copyOf);
    inputPacks = inputPacks.filter(given -> !given.isEmpty()).map(List::copyOf);
    InputPack.requireFit(inputPacks.orElse(List.of()), inputs);
    checkSiteInputs(
        siteInputs.orElse(List.of()), InputNames.topLevel(inputs, inputPacks.orElse(List.of())));
    results = results.filter(given -> !given.equals(ResultOptions.DEFAULT));
  }

  /** Without packs and data of providers, and with the default options for results. */
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
      int retries,
      Optional<String> profiler,
      Optional<TaskOptions> options,
      Optional<TaskResources> resources) {
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
        profiler,
        options,
        resources,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** With the default options, for tasks that request only processors. */
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
      int retries,
      Optional<String> profiler) {
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
        profiler,
        Optional.empty(),
        Optional.empty());
  }

  /** A copy restricted to some indexes of the task list. */
  public WorkOrder only(TaskSet listIndexes) {
    return with(Optional.of(listIndexes), profiler, options, resources);
  }

  /** A copy with a profiler. */
  public WorkOrder withProfiler(String text) {
    return with(only, Optional.of(text), options, resources);
  }

  /** A copy with other options. */
  public WorkOrder withOptions(TaskOptions other) {
    return with(only, profiler, Optional.of(other), resources);
  }

  /** A copy whose tasks request something besides processors. */
  public WorkOrder withResources(TaskResources other) {
    return with(only, profiler, options, Optional.of(other));
  }

  /** A copy whose tasks also find data of providers in their folders. */
  public WorkOrder withSiteInputs(List<SiteInput> other) {
    return with(taskList, inputs, Optional.of(other), results, inputPacks);
  }

  /** A copy with other options for results. */
  public WorkOrder withResults(ResultOptions other) {
    return with(taskList, inputs, siteInputs, Optional.of(other), inputPacks);
  }

  /** A copy whose tasks also find the files of packs in their folders. */
  public WorkOrder withInputPacks(List<InputPack> other) {
    return with(taskList, inputs, siteInputs, results, Optional.of(other));
  }

  /**
   * A copy for readers that may not fetch the files: all digests are {@link Digest#NONE}. Paths and
   * sizes of the inputs remain.
   */
  public WorkOrder withoutDigests() {
    TaskList list =
        taskList instanceof TaskList.Lines lines
            ? new TaskList.Lines(Digest.NONE, lines.tasks())
            : taskList;
    List<InputFile> files =
        inputs.stream()
            .map(
                input ->
                    new InputFile(input.path(), Digest.NONE, input.bytes(), input.executable()))
            .toList();
    return with(
        list,
        files,
        siteInputs,
        results,
        inputPacks.map(all -> all.stream().map(InputPack::withoutDigest).toList()));
  }

  private WorkOrder with(
      TaskList taskList,
      List<InputFile> inputs,
      Optional<List<SiteInput>> siteInputs,
      Optional<ResultOptions> results,
      Optional<List<InputPack>> inputPacks) {
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
        profiler,
        options,
        resources,
        siteInputs,
        results,
        inputPacks);
  }

  private WorkOrder with(
      Optional<TaskSet> only,
      Optional<String> profiler,
      Optional<TaskOptions> options,
      Optional<TaskResources> resources) {
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
        profiler,
        options,
        resources,
        siteInputs,
        results,
        inputPacks);
  }

  /** What each task requests from its node; empty if it needs only processors. */
  public Optional<TaskRequest> taskRequest() {
    return resources.map(given -> given.request(width));
  }

  /** The options, given or default. */
  public TaskOptions taskOptions() {
    return options.orElse(TaskOptions.DEFAULT);
  }

  /** The options for results, given or default. */
  public ResultOptions resultOptions() {
    return results.orElse(ResultOptions.DEFAULT);
  }

  /** The data of providers that tasks need. */
  public List<SiteInput> neededSiteInputs() {
    return siteInputs.orElse(List.of());
  }

  /** The packs of input files. */
  public List<InputPack> packs() {
    return inputPacks.orElse(List.of());
  }

  /** The names of the files and folders that tasks find directly in their folders. */
  public Set<String> inputNames() {
    Set<String> names = new HashSet<>(InputNames.topLevel(inputs, packs()).keySet());
    neededSiteInputs().forEach(input -> names.add(input.name()));
    return names;
  }

  /** The names of the datasets that a provider must have. */
  public SortedSet<String> datasets() {
    return neededSiteInputs().stream()
        .map(SiteInput::dataset)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The number of tasks of the bag. */
  public int tasks() {
    return only.map(TaskSet::size).orElse(taskList.tasks());
  }

  /** The index in the task list of a task of the bag. */
  public int listIndex(int taskIndex) {
    InputChecks.between(taskIndex, 0, tasks() - 1, "The task index");
    return only.map(some -> some.nth(taskIndex)).orElse(taskIndex);
  }

  /** The inverse of {@link #listIndex}, for an index that the bag has. */
  public int taskIndex(int listIndex) {
    return only.map(some -> some.intersect(TaskSet.first(listIndex)).size()).orElse(listIndex);
  }

  /** The command as a template. */
  public TaskCommand taskCommand() {
    return TaskCommand.of(command, taskList);
  }

  /** Identifies the work of a bag; a retry has the same, although it has fewer tasks. */
  public Digest workDigest() {
    return Digest.of(
        WorkOrderJson.write(
            only.isEmpty() ? this : with(Optional.empty(), profiler, options, resources)));
  }

  /** What a provider must fetch: the inputs, the packs and the file of lines. */
  public Set<Digest> digests() {
    Set<Digest> digests = new TreeSet<>();
    inputs.forEach(input -> digests.add(input.digest()));
    packs().forEach(pack -> digests.add(pack.digest()));
    if (taskList instanceof TaskList.Lines lines) {
      digests.add(lines.file());
    }
    return digests;
  }

  /** Whether a provider must fetch this file. */
  public boolean needs(Digest file) {
    return inputs.stream().anyMatch(input -> input.digest().equals(file))
        || packs().stream().anyMatch(pack -> pack.digest().equals(file))
        || (taskList instanceof TaskList.Lines lines && lines.file().equals(file));
  }

  /** Total size of the inputs; a file that is listed twice is counted twice. */
  public long inputBytes() {
    return inputs.stream().mapToLong(InputFile::bytes).sum()
        + packs().stream().mapToLong(InputPack::bytes).sum();
  }

  private static void checkLength(String text, String what) {
    InputChecks.text(text, MAX_COMMAND_BYTES, what);
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (text.isBlank() || bytes > MAX_COMMAND_BYTES) {
      throw new IllegalArgumentException(
          "%s has %s bytes, and must have from 1 to %s, not all blank. Put a long command into a script and add the script as an input."
              .formatted(what, bytes, MAX_COMMAND_BYTES));
    }
  }

  private static void checkOnly(TaskSet only, TaskList list) {
    if (only.isEmpty() || !TaskSet.first(list.tasks()).containsAll(only)) {
      throw new IllegalArgumentException(
          "The selected tasks are %s, and must be at least one task from 0 to %s."
              .formatted(InputChecks.quoted(only.toString()), list.tasks() - 1));
    }
  }

  private static void checkContainer(Optional<Container> container, List<InputFile> inputs) {
    container.ifPresent(given -> given.requireArchiveIn(inputs));
  }

  private static void checkSiteInputs(List<SiteInput> siteInputs, Map<String, String> inputNames) {
    InputChecks.between(siteInputs.size(), 0, MAX_SITE_INPUTS, "The number of site inputs");
    SiteInput.requireDistinctNames(siteInputs, inputNames);
  }
}
