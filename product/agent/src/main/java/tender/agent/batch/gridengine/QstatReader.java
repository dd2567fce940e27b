package tender.agent.batch.gridengine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import tender.agent.batch.ArrayIndexes;
import tender.agent.batch.LocalJob;
import tender.agent.batch.NodeAllocation;
import tender.agent.batch.OwnTask;
import tender.agent.batch.gridengine.QstatXml.XmlElement;
import tender.core.model.Time;

/**
 * Parses the output of qstat: one row for each running task, and one for all waiting tasks of an
 * array.
 *
 * <p>A job is the agent's if its owner is the agent's user and its name begins with the {@link
 * GridEngineJobNames agent's prefix}.
 */
final class QstatReader {
  /** All users' jobs, with their requests and priorities. */
  static final List<String> COMMAND = List.of("qstat", "-xml", "-u", "*", "-r", "-pri");

  /** A queue request that is more than a name, which only Grid Engine can resolve. */
  private static final Pattern EXPRESSION = Pattern.compile(".*[^A-Za-z0-9_.@-].*");

  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,9}");

  /** Jobs in one output, with each task of an array as a job. */
  private static final int MAX_JOBS = 1_000_000;

  private final GridEngineJobNames names;
  private final String queue;
  private final long queueLimitMillis;
  private final ComplexAttributes attributes;
  private int jobsLeft;

  private final List<LocalJob> local = new ArrayList<>();
  private final List<OwnTask> own = new ArrayList<>();
  private final List<OwnTask> broken = new ArrayList<>();
  private final Map<String, Set<String>> jobIds = new LinkedHashMap<>();
  private final Map<String, GridEngineRank> ranks = new LinkedHashMap<>();

  /**
   * The position of a waiting job in Grid Engine's order.
   *
   * @param priority higher starts earlier
   */
  record GridEngineRank(String jobId, int priority, boolean ours) {}

  /**
   * @param queueLimitMillis the queue's time limit for jobs without one
   */
  QstatReader(
      GridEngineJobNames names, String queue, long queueLimitMillis, ComplexAttributes attributes) {
    this(names, queue, queueLimitMillis, attributes, MAX_JOBS);
  }

  /**
   * With another limit.
   *
   * @param maxJobs an output with more is rejected
   */
  QstatReader(
      GridEngineJobNames names,
      String queue,
      long queueLimitMillis,
      ComplexAttributes attributes,
      int maxJobs) {
    this.attributes = attributes;
    jobsLeft = maxJobs;
    this.names = names;
    this.queue = queue;
    this.queueLimitMillis = queueLimitMillis;
  }

  QstatReader read(String output) {
    QstatXml.read(output, "job_list").forEach(this::readRow);
    return this;
  }

  List<LocalJob> local() {
    return local;
  }

  List<OwnTask> own() {
    return own;
  }

  /** The agent's tasks that Grid Engine could not start and will not retry. */
  List<OwnTask> broken() {
    return broken;
  }

  /** Grid Engine's ids of one of the agent's arrays. */
  Set<String> jobIds(String jobName) {
    return jobIds.getOrDefault(jobName, Set.of());
  }

  /**
   * The positions of all waiting jobs, by the ids of other users' jobs and the names of the agent's
   * arrays.
   */
  Map<String, GridEngineRank> ranks() {
    return ranks;
  }

  private void readRow(XmlElement row) {
    String jobId = Integer.toString(number(row, "JB_job_number"));
    boolean running = "running".equals(row.attributes().get("state"));
    Optional<String> name = names.fromGridEngine(row.text("JB_owner"), row.text("JB_name"));
    if (name.isPresent()) {
      readOwn(jobId, name.get(), running, row);
    } else {
      readLocal(jobId, running, row);
    }
  }

  private void readOwn(String jobId, String name, boolean running, XmlElement row) {
    jobIds.computeIfAbsent(name, unseen -> new LinkedHashSet<>()).add(jobId);
    if (!running) {
      ranks.put(name, new GridEngineRank(jobId, number(row, "JB_priority"), /* ours= */ true));
    }
    long startedMillis = startedMillis(running, row);
    Optional<NodeAllocation> allocation =
        running ? Optional.of(allocation(row, running)) : Optional.empty();
    List<OwnTask> seen = !running && isBroken(row) ? broken : own;
    tasks(row)
        .map(task -> task - 1)
        .forEach(index -> seen.add(new OwnTask(name, index, running, startedMillis, allocation)));
  }

  private void readLocal(String jobId, boolean running, XmlElement row) {
    if (running ? !isQueue(row.text("queue_name")) : isNotWaitingForProcessors(row)) {
      return;
    }
    int processors = QueueConfiguration.slots(row, "slots");
    long startedMillis = startedMillis(running, row);
    // For a running job, qstat does not print when it was submitted.
    long submittedMillis =
        running ? startedMillis : GridEngineText.instantMillis(row.text("JB_submission_time"));
    long limitMillis = limitMillis(row);
    Optional<NodeAllocation> allocation = Optional.of(allocation(row, running));
    List<String> ids =
        row.find("tasks").isEmpty()
            ? List.of(jobId)
            : tasks(row).mapToObj(task -> jobId + "." + task).toList();
    for (String id : ids) {
      if (!running) {
        ranks.put(id, new GridEngineRank(jobId, number(row, "JB_priority"), /* ours= */ false));
      }
      local.add(
          new LocalJob(
              id,
              processors,
              running,
              submittedMillis,
              startedMillis,
              limitMillis,
              Time.NEVER,
              allocation));
    }
  }

  private boolean isQueue(String name) {
    return name.equals(queue) || name.startsWith(queue + "@");
  }

  /** Held, in error, or for another queue: the job would not start even if all slots were free. */
  private boolean isNotWaitingForProcessors(XmlElement row) {
    List<String> wanted =
        row.children().stream()
            .filter(child -> child.name().equals("hard_req_queue"))
            .map(QstatXml.XmlChild::text)
            .toList();
    return row.text("state").contains("h")
        || isBroken(row)
        || (!wanted.isEmpty() && wanted.stream().noneMatch(this::mayMatchQueue));
  }

  private boolean mayMatchQueue(String request) {
    return isQueue(request) || EXPRESSION.matcher(request).matches();
  }

  private static boolean isBroken(XmlElement row) {
    return row.text("state").contains("E");
  }

  private long limitMillis(XmlElement row) {
    long wantedMillis =
        Optional.ofNullable(hardRequests(row).get("h_rt"))
            .map(GridEngineText::limitMillis)
            .orElse(LocalJob.UNLIMITED_MILLIS);
    return Math.min(wantedMillis, queueLimitMillis);
  }

  /** For a job on several hosts, qstat prints only the first one. */
  private NodeAllocation allocation(XmlElement row, boolean running) {
    Map<String, String> requests = hardRequests(row);
    return new NodeAllocation(
        attributes.amounts(requests, QueueConfiguration.slots(row, "slots")),
        1,
        attributes.isExclusive(requests),
        running ? List.of(QueueConfiguration.hostName(row.text("queue_name"))) : List.of());
  }

  private static Map<String, String> hardRequests(XmlElement row) {
    Map<String, String> requests = new LinkedHashMap<>();
    row.children().stream()
        .filter(child -> child.name().equals("hard_request"))
        .forEach(child -> requests.putIfAbsent(child.label(), child.text()));
    return requests;
  }

  /** Grid Engine counts tasks from 1. */
  private IntStream tasks(XmlElement row) {
    String text = row.text("tasks");
    int[] tasks = ArrayIndexes.parse(text, "Grid Engine", jobsLeft).toArray();
    jobsLeft -= tasks.length;
    if (IntStream.of(tasks).anyMatch(task -> task == 0)) {
      throw GridEngineText.unparsable("task numbers", text);
    }
    return IntStream.of(tasks);
  }

  private static long startedMillis(boolean running, XmlElement row) {
    return running ? GridEngineText.instantMillis(row.text("JAT_start_time")) : Time.NEVER;
  }

  private static int number(XmlElement row, String name) {
    String text = row.text(name);
    if (!NUMBER.matcher(text).matches()) {
      throw GridEngineText.unparsable(name, text);
    }
    return Integer.parseInt(text);
  }
}
