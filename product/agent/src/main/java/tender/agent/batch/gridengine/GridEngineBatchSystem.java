package tender.agent.batch.gridengine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.BatchReservation;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.BatchSystemException.Kind;
import tender.agent.batch.ClusterInfo;
import tender.agent.batch.EndedTask;
import tender.agent.batch.EndedTask.EndReason;
import tender.agent.batch.OwnTask;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.command.BatchCommandRunner.CommandResult;
import tender.agent.batch.folder.WorkFolder;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * Grid Engine as the agent's batch system. It keeps only the configuration of queue and hosts in
 * memory: everything else is read from Grid Engine, and the id of a submitted array is in its
 * chunk's folder.
 *
 * <p>It makes no reservations. Jobs in an advance reservation of Grid Engine may use only its
 * processors, cannot start before it begins, and are deleted when it ends; a {@link
 * BatchReservation} must allow other processors too.
 */
public final class GridEngineBatchSystem implements BatchSystem {
  /** A command's arguments may have at most 2 MiB together, and far less on some systems. */
  private static final int MAX_RANGES = 2_000;

  /** Used where Grid Engine reports no limit. */
  private static final int UNLIMITED_JOBS = 1_000_000;

  /** The id of an array, followed by its tasks. */
  private static final Pattern SUBMITTED = Pattern.compile("(\\d+)(\\.\\S*)?\\s*");

  /** Messages of qdel and qalter about jobs or tasks that were changed, or that no longer exist. */
  private static final List<String> IGNORED_ERRORS =
      List.of(
          "does not exist",
          "for deletion",
          "in deletion",
          "has deleted",
          "sets scheduling priority");

  private final GridEngineSettings settings;
  private final WorkFolder workFolder;
  private final GridEngineCommands commands;
  private final GridEngineJobNames names;
  private final StoppedTasks stopped;
  private final GridEngineHosts hosts;
  private volatile @Nullable Long queueLimitMillis;
  private volatile @Nullable ComplexAttributes attributes;

  public GridEngineBatchSystem(GridEngineSettings settings, WorkFolder workFolder) {
    this.settings = settings;
    this.workFolder = workFolder;
    this.commands = new GridEngineCommands(settings.cell());
    this.hosts = new GridEngineHosts(commands);
    this.names = GridEngineJobNames.of(System.getProperty("user.name"), workFolder.path());
    this.stopped = new StoppedTasks(workFolder.path(), names);
  }

  @Override
  public ClusterInfo clusterInfo() {
    QueueConfiguration queue = readQueueConfiguration();
    settings.parallelEnvironment().ifPresent(queue::requireParallelEnvironment);
    String slots = commands.run(List.of("qstat", "-f", "-xml", "-q", settings.queue()));
    ComplexAttributes requestable = readAttributes();
    requestable.requireKnown(settings.features());
    Map<String, Integer> slotsByHost = QueueConfiguration.usableSlotsByHost(slots);
    Map<String, String> configuration =
        GridEngineText.configuration(commands.run(List.of("qconf", "-sconf")));
    // The first line of every command's help is the version.
    String version = commands.run(List.of("qstat", "-help")).lines().findFirst().orElse("");
    return new ClusterInfo(
        "Grid Engine (" + version.strip() + ")",
        QueueConfiguration.usableSlots(slots),
        limit(configuration, "max_aj_tasks"),
        limit(configuration, "max_jobs"),
        settings.parallelEnvironment().isPresent() ? Integer.MAX_VALUE : 1,
        // Grid Engine kills immediately.
        /* stopMillis= */ 0,
        /* canReserve= */ false,
        new GridEngineNodes(requestable, settings.features())
            .read(slotsByHost, hosts.read(slotsByHost.keySet())));
  }

  @Override
  public List<String> warnings() {
    return readAttributes().warnings();
  }

  @Override
  public QueueSnapshot queue() {
    QstatReader reader = readQueue();
    reader.broken().forEach(task -> deleteBroken(reader, task));
    var shown = new HashSet<List<Object>>();
    reader.own().forEach(task -> shown.add(List.of(task.jobName(), task.arrayIndex())));
    List<EndedTask> ended = new ArrayList<>(stopped.read());
    ended.removeIf(task -> shown.contains(List.of(task.jobName(), task.arrayIndex())));
    return new QueueSnapshot(reader.local(), reader.own(), ended, List.of());
  }

  /** Grid Engine would keep a broken task in the queue indefinitely. */
  private void deleteBroken(QstatReader reader, OwnTask task) {
    stopped.record(new EndedTask(task.jobName(), task.arrayIndex(), EndReason.BROKEN));
    delete(reader, task.jobName(), TaskSet.range(task.arrayIndex(), task.arrayIndex() + 1));
  }

  @Override
  public void submit(ArrayJob job) {
    if (job.isSubmitted()) {
      return;
    }
    Set<String> found = readQueue().jobIds(job.name());
    job.recordSubmitted(found.isEmpty() ? qsub(job) : found.iterator().next());
  }

  @Override
  public void applyQueueOrder(List<String> waiting) {
    Priorities.changes(waiting, readQueue().ranks())
        .forEach(
            (jobId, priority) ->
                requireSuccess(
                    commands.runUnchecked(List.of("qalter", "-p", priority.toString(), jobId))));
  }

  @Override
  public void cancel(String jobName, TaskSet indexes) {
    if (!indexes.isEmpty()) {
      delete(readQueue(), jobName, indexes);
    }
  }

  private String qsub(ArrayJob job) {
    stopped.prepare();
    long limitSeconds = Math.ceilDiv(job.limitMillis(), Time.SECOND_MILLIS);
    List<String> command =
        new ArrayList<>(
            List.of(
                "qsub",
                "-terse",
                "-N",
                names.toGridEngine(job.name()),
                "-t",
                "1-" + job.size(),
                "-tc",
                Integer.toString(job.maxRunning()),
                "-q",
                settings.queue(),
                "-l",
                String.join(",", requests(job, limitSeconds)),
                "-p",
                Integer.toString(settings.priority()),
                "-r",
                "n",
                // Sends a warning signal before the kill, which the script handles.
                "-notify",
                "-wd",
                workFolder.path().toString(),
                "-o",
                "/dev/null",
                "-e",
                "/dev/null",
                // Passes on this command's environment, which contains only what tasks should
                // inherit.
                "-V"));
    job.labels().ifPresent(labels -> command.addAll(List.of("-ac", labels.variables())));
    if (job.width() > 1) {
      command.addAll(List.of("-pe", parallelEnvironment(job), Integer.toString(job.width())));
    }
    // Runs the program itself, without a shell: nothing in it is read as an option.
    command.addAll(List.of("-b", "y", "-shell", "n", workFolder.script().toString()));
    command.addAll(List.of(job.folder().toString(), Long.toString(limitSeconds)));
    String printed = commands.run(command);
    Matcher matcher = SUBMITTED.matcher(printed);
    if (!matcher.matches()) {
      throw GridEngineText.unparsable("a submitted job", printed);
    }
    return matcher.group(1);
  }

  private List<String> requests(ArrayJob job, long limitSeconds) {
    List<String> requests = new ArrayList<>(List.of("h_rt=" + limitSeconds));
    job.request().ifPresent(wanted -> requests.addAll(attributes().requests(wanted, job.width())));
    return requests;
  }

  private String parallelEnvironment(ArrayJob job) {
    return settings
        .parallelEnvironment()
        .orElseThrow(
            () ->
                new BatchSystemException(
                    Kind.REFUSED,
                    ("The tasks of %s need %d processors each, but the setting"
                            + " 'gridengine.parallel_environment' is missing. Name one that gives a"
                            + " task several slots of one host.")
                        .formatted(job.name(), job.width())));
  }

  private void delete(QstatReader reader, String jobName, TaskSet indexes) {
    for (String jobId : reader.jobIds(jobName)) {
      List<String> ranges = ranges(jobId, indexes);
      for (int from = 0; from < ranges.size(); from += MAX_RANGES) {
        List<String> command = new ArrayList<>(List.of("qdel"));
        command.addAll(ranges.subList(from, Math.min(ranges.size(), from + MAX_RANGES)));
        requireSuccess(commands.runUnchecked(command));
      }
    }
  }

  /** For example {@code 12.3-7}; Grid Engine counts tasks from 1. */
  private static List<String> ranges(String jobId, TaskSet indexes) {
    int[] bounds = indexes.bounds();
    List<String> ranges = new ArrayList<>();
    for (int i = 0; i < bounds.length; i += 2) {
      ranges.add(jobId + "." + (bounds[i] + 1) + "-" + bounds[i + 1]);
    }
    return ranges;
  }

  private QstatReader readQueue() {
    return new QstatReader(names, settings.queue(), queueLimitMillis(), attributes())
        .read(commands.run(QstatReader.COMMAND));
  }

  private long queueLimitMillis() {
    Long limitMillis = queueLimitMillis;
    return limitMillis == null ? readQueueConfiguration().limitMillis() : limitMillis;
  }

  private ComplexAttributes attributes() {
    ComplexAttributes known = attributes;
    return known == null ? readAttributes() : known;
  }

  private ComplexAttributes readAttributes() {
    ComplexAttributes read =
        ComplexAttributes.read(commands.run(List.of("qconf", "-sc")), settings.exclusive());
    attributes = read;
    return read;
  }

  private QueueConfiguration readQueueConfiguration() {
    QueueConfiguration configuration =
        QueueConfiguration.read(
            settings.queue(), commands.run(List.of("qconf", "-sq", settings.queue())));
    queueLimitMillis = configuration.limitMillis();
    return configuration;
  }

  private static int limit(Map<String, String> configuration, String key) {
    return Optional.ofNullable(configuration.get(key))
        .filter(value -> value.matches("[1-9]\\d{0,8}"))
        .map(Integer::parseInt)
        .orElse(UNLIMITED_JOBS);
  }

  /** A command about several jobs fails if one of them no longer exists, but changes the others. */
  private static void requireSuccess(CommandResult result) {
    boolean done =
        result.output().lines().allMatch(line -> IGNORED_ERRORS.stream().anyMatch(line::contains));
    if (result.exitCode() != 0 && !done) {
      throw result.failure(Kind.REFUSED);
    }
  }
}
