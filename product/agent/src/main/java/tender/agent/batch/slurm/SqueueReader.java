package tender.agent.batch.slurm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import tender.agent.batch.ArrayIndexes;
import tender.agent.batch.EndedTask;
import tender.agent.batch.LocalAccount;
import tender.agent.batch.LocalJob;
import tender.agent.batch.MeasuredRun;
import tender.agent.batch.NodeAllocation;
import tender.agent.batch.OwnTask;
import tender.agent.batch.slurm.SlurmState.Phase;
import tender.core.model.Time;

/**
 * Parses the output of squeue in the agent's format.
 *
 * <p>A job is the agent's if its user is the agent's, or the {@link LocalAccount} that its name
 * ends with, and its working directory is the agent's work folder: so two agents of one user do not
 * mix up their jobs, and other users cannot forge one. Names, working directories and reasons are
 * other users' text and may contain bars and line breaks. Therefore every row begins with a random
 * mark, lines without it are skipped, and these texts are the last fields.
 */
final class SqueueReader {
  /** All fields before the reason are written by Slurm itself. */
  private static final List<String> FIELDS =
      List.of(
          "arraytaskid",
          "state",
          "username",
          "numcpus",
          "submittime",
          "starttime",
          "endtime",
          "timelimit",
          "deadline",
          "prioritylong",
          "nice",
          "tres-alloc",
          "tres-per-node",
          "oversubscribe",
          "nodelist",
          "reason",
          "workdir",
          "name");

  private static final int TASK_ID = 0;
  private static final int STATE = 1;
  private static final int USER = 2;
  private static final int PROCESSORS = 3;
  private static final int SUBMITTED = 4;
  private static final int STARTED = 5;
  private static final int ENDED = 6;
  private static final int LIMIT = 7;
  private static final int DEADLINE = 8;
  private static final int PRIORITY = 9;
  private static final int NICE = 10;
  private static final int RESOURCES = 11;
  private static final int PER_NODE = 12;
  private static final int SHARING = 13;
  private static final int NODES = 14;
  private static final int REASON = 15;
  private static final int FOLDER_AND_NAME = 16;

  /** A job that waits for one of these reasons would not start even if all processors were free. */
  private static final Set<String> NON_RESOURCE_REASONS =
      Set.of(
          "BeginTime",
          "Dependency",
          "DependencyNeverSatisfied",
          "JobHeldAdmin",
          "JobHeldUser",
          "PartitionDown",
          "PartitionInactive");

  /** Jobs in one output, with each task of an array as a job. More than any Slurm accepts. */
  private static final int MAX_JOBS = 1_000_000;

  private final String user;
  private final String work;
  private final String mark;
  private final HostList hosts = new HostList(HostList.MAX_NODES);
  private int jobsLeft;

  private final List<LocalJob> local = new ArrayList<>();
  private final List<OwnTask> own = new ArrayList<>();
  private final List<EndedTask> ended = new ArrayList<>();
  private final List<MeasuredRun> measured = new ArrayList<>();
  private final Map<String, String> names = new LinkedHashMap<>();
  private final Map<String, String> heldWithoutReservation = new LinkedHashMap<>();
  private final Map<String, SlurmRank> ranks = new LinkedHashMap<>();

  /**
   * The position of a waiting job in Slurm's order.
   *
   * @param priority higher starts earlier; {@code nice} is already subtracted
   */
  record SlurmRank(String jobId, long priority, long nice, boolean ours) {}

  /**
   * @param work the agent's working folder
   * @param mark random letters and digits
   */
  SqueueReader(String user, Path work, String mark) {
    this(user, work, mark, MAX_JOBS);
  }

  /**
   * With another limit.
   *
   * @param maxJobs an output with more is rejected
   */
  SqueueReader(String user, Path work, String mark, int maxJobs) {
    jobsLeft = maxJobs;
    this.user = user;
    this.work = work.toString();
    this.mark = mark;
  }

  /** The option that makes squeue print rows for this reader, without padding or truncation. */
  String format() {
    return "--Format=arrayjobid:0" + mark + "|," + String.join(":0|,", FIELDS) + ":0|";
  }

  SqueueReader read(String output) {
    output.lines().forEach(this::readLine);
    return this;
  }

  List<LocalJob> local() {
    return local;
  }

  List<OwnTask> own() {
    return own;
  }

  List<EndedTask> ended() {
    return ended;
  }

  /** The agent's jobs that have started and ended, with Slurm's own times. */
  List<MeasuredRun> measured() {
    return measured;
  }

  /** The names of the agent's arrays, by Slurm's ids. */
  Map<String, String> names() {
    return names;
  }

  /** The names of the agent's arrays that Slurm holds because their reservation was deleted. */
  Map<String, String> heldWithoutReservation() {
    return heldWithoutReservation;
  }

  /**
   * The positions of all waiting jobs, by the ids of other users' jobs and the names of the agent's
   * arrays.
   */
  Map<String, SlurmRank> ranks() {
    return ranks;
  }

  private void readLine(String line) {
    int end = line.indexOf(mark + "|");
    if (end <= 0 || !line.chars().limit(end).allMatch(Character::isDigit)) {
      return;
    }
    String jobId = line.substring(0, end);
    String[] fields = line.substring(end + mark.length() + 1).split("\\|", FOLDER_AND_NAME + 1);
    if (fields.length <= FOLDER_AND_NAME) {
      throw SlurmText.unparsable("a row of the queue", line);
    }
    SlurmState state = SlurmState.of(fields[STATE]);
    Optional<String> name = nameInWorkFolder(fields);
    if (name.isPresent() && LocalAccount.isGenuine(name.get(), fields[USER], user)) {
      readOwn(jobId, name.get(), state, fields);
    } else {
      readLocal(jobId, state, fields);
    }
  }

  /** The name of an array whose working directory is the agent's. */
  private Optional<String> nameInWorkFolder(String[] fields) {
    String folderAndName = fields[FOLDER_AND_NAME];
    return folderAndName.startsWith(work + "|")
            // If the name begins with a line break, the row ends with the bar after the folder.
            && folderAndName.lastIndexOf('|') > work.length()
            && folderAndName.endsWith("|")
            && SlurmText.beginsWithDigit(fields[TASK_ID])
        ? Optional.of(folderAndName.substring(work.length() + 1, folderAndName.length() - 1))
        : Optional.empty();
  }

  private void readOwn(String jobId, String name, SlurmState state, String[] fields) {
    names.put(jobId, name);
    if (state == SlurmState.RESV_DEL_HOLD && fields[REASON].startsWith("Reservation ")) {
      heldWithoutReservation.put(jobId, name);
    }
    IntStream indexes = indexes(fields[TASK_ID]);
    if (state.phase() == Phase.OVER) {
      indexes.forEach(index -> readEnded(name, index, state, fields));
      return;
    }
    boolean running = state.phase() == Phase.RUNNING;
    if (!running) {
      ranks.put(name, rank(jobId, fields, /* ours= */ true));
    }
    long startedMillis = startedMillis(running, fields);
    Optional<NodeAllocation> allocation =
        running ? Optional.of(allocation(true, fields)) : Optional.empty();
    indexes.forEach(index -> own.add(new OwnTask(name, index, running, startedMillis, allocation)));
  }

  private void readEnded(String name, int index, SlurmState state, String[] fields) {
    state.endReason().ifPresent(reason -> ended.add(new EndedTask(name, index, reason)));
    OptionalLong startedMillis = SlurmText.instantMillis(fields[STARTED]);
    OptionalLong endedMillis = SlurmText.instantMillis(fields[ENDED]);
    if (startedMillis.isPresent() && endedMillis.isPresent()) {
      measured.add(
          new MeasuredRun(
              name,
              index,
              startedMillis.getAsLong(),
              endedMillis.getAsLong(),
              state.isClusterFault()));
    }
  }

  private void readLocal(String jobId, SlurmState state, String[] fields) {
    boolean running = state.phase() == Phase.RUNNING;
    if (state.phase() == Phase.OVER
        || (!running && isNotWaitingForProcessors(state, fields[REASON]))) {
      return;
    }
    int processors = processors(fields[PROCESSORS]);
    long submittedMillis = SlurmText.instantMillis(fields[SUBMITTED]).orElse(0);
    long startedMillis = startedMillis(running, fields);
    long limitMillis = SlurmText.limitMillis(fields[LIMIT]);
    long deadlineMillis = SlurmText.instantMillis(fields[DEADLINE]).orElse(Time.NEVER);
    Optional<NodeAllocation> allocation = Optional.of(allocation(running, fields));
    // The index is N/A for jobs that are not arrays.
    List<String> ids =
        SlurmText.beginsWithDigit(fields[TASK_ID])
            ? indexes(fields[TASK_ID]).mapToObj(index -> jobId + "_" + index).toList()
            : List.of(jobId);
    for (String id : ids) {
      if (!running) {
        ranks.put(id, rank(jobId, fields, /* ours= */ false));
      }
      local.add(
          new LocalJob(
              id,
              processors,
              running,
              submittedMillis,
              startedMillis,
              limitMillis,
              deadlineMillis,
              allocation));
    }
  }

  private NodeAllocation allocation(boolean running, String[] fields) {
    return SlurmResources.allocation(
        fields[RESOURCES],
        fields[PER_NODE],
        // OK, USER or an empty field for jobs that share nodes.
        fields[SHARING].equals("NO"),
        running ? hosts.expand(fields[NODES]) : List.of());
  }

  private IntStream indexes(String text) {
    int[] indexes = ArrayIndexes.parse(text, "Slurm", jobsLeft).toArray();
    jobsLeft -= indexes.length;
    return IntStream.of(indexes);
  }

  private static int processors(String text) {
    if (!text.matches("\\d{1,9}")) {
      throw SlurmText.unparsable("a number of processors", text);
    }
    return Integer.parseInt(text);
  }

  private static SlurmRank rank(String jobId, String[] fields, boolean ours) {
    String priority = fields[PRIORITY];
    String nice = fields[NICE];
    if (!priority.matches("\\d{1,10}") || !nice.matches("-?\\d{1,10}")) {
      throw SlurmText.unparsable("a priority", priority + " " + nice);
    }
    return new SlurmRank(jobId, Long.parseLong(priority), Long.parseLong(nice), ours);
  }

  private static boolean isNotWaitingForProcessors(SlurmState state, String reason) {
    return state != SlurmState.PENDING || NON_RESOURCE_REASONS.contains(reason);
  }

  private static long startedMillis(boolean running, String[] fields) {
    // For a waiting job, Slurm prints the expected start.
    return running ? SlurmText.instantMillis(fields[STARTED]).orElse(Time.NEVER) : Time.NEVER;
  }
}
