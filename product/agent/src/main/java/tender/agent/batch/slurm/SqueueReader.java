package tender.agent.batch.slurm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import tender.agent.batch.ArrayIndexes;
import tender.agent.batch.EndedTask;
import tender.agent.batch.LocalJob;
import tender.agent.batch.OwnTask;
import tender.agent.batch.slurm.SlurmState.Phase;
import tender.core.model.Time;

/**
 * Reads what squeue prints in our format.
 *
 * <p>A job is ours if its user is ours and its working directory is the agent's: two agents of one
 * user are strangers to each other, and nobody else can make a job look like ours. Names, working
 * directories and reasons are other people's text and may have bars and line breaks in them. So a
 * row begins with a mark that nobody can guess, what does not begin so is not a row, and those
 * texts stand last.
 */
final class SqueueReader {
  /** Up to the reason every field is Slurm's own. */
  private static final List<String> FIELDS =
      List.of(
          "arraytaskid",
          "state",
          "username",
          "numcpus",
          "submittime",
          "starttime",
          "timelimit",
          "deadline",
          "prioritylong",
          "nice",
          "reason",
          "workdir",
          "name");

  private static final int TASK_ID = 0;
  private static final int STATE = 1;
  private static final int USER = 2;
  private static final int PROCESSORS = 3;
  private static final int SUBMITTED = 4;
  private static final int STARTED = 5;
  private static final int LIMIT = 6;
  private static final int DEADLINE = 7;
  private static final int PRIORITY = 8;
  private static final int NICE = 9;
  private static final int REASON = 10;
  private static final int FOLDER_AND_NAME = 11;

  /** A job that waits for one of these would not start if all processors were free. */
  private static final Set<String> NON_RESOURCE_REASONS =
      Set.of(
          "BeginTime",
          "Dependency",
          "DependencyNeverSatisfied",
          "JobHeldAdmin",
          "JobHeldUser",
          "PartitionDown",
          "PartitionInactive");

  private final String user;
  private final String work;
  private final String mark;

  private final List<LocalJob> local = new ArrayList<>();
  private final List<OwnTask> own = new ArrayList<>();
  private final List<EndedTask> ended = new ArrayList<>();
  private final Set<String> jobIds = new LinkedHashSet<>();
  private final Set<String> heldWithoutReservation = new LinkedHashSet<>();
  private final Map<String, SlurmRank> ranks = new LinkedHashMap<>();

  /**
   * Where what waits stands in Slurm's order.
   *
   * @param priority the higher, the earlier; what {@code nice} takes off is off already
   */
  record SlurmRank(String jobId, long priority, long nice, boolean ours) {}

  /**
   * @param work the agent's working folder
   * @param mark letters and digits that nobody can guess
   */
  SqueueReader(String user, Path work, String mark) {
    this.user = user;
    this.work = work.toString();
    this.mark = mark;
  }

  /** The option that makes squeue print rows for this reader, unpadded and uncut. */
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

  /** Slurm's ids of our arrays. */
  Set<String> jobIds() {
    return jobIds;
  }

  /** Those of our arrays that Slurm holds back because the reservation they named is gone. */
  Set<String> heldWithoutReservation() {
    return heldWithoutReservation;
  }

  /** Where everything stands that waits, by the ids of others' jobs and the names of our arrays. */
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
    String folderAndName = fields[FOLDER_AND_NAME];
    if (fields[USER].equals(user)
        && folderAndName.startsWith(work + "|")
        && folderAndName.endsWith("|")
        && beginsWithDigit(fields[TASK_ID])) {
      String name = folderAndName.substring(work.length() + 1, folderAndName.length() - 1);
      readOwn(jobId, name, state, fields);
    } else {
      readLocal(jobId, state, fields);
    }
  }

  private void readOwn(String jobId, String name, SlurmState state, String[] fields) {
    jobIds.add(jobId);
    if (state == SlurmState.RESV_DEL_HOLD && fields[REASON].startsWith("Reservation ")) {
      heldWithoutReservation.add(jobId);
    }
    IntStream indexes = ArrayIndexes.parse(fields[TASK_ID], "Slurm");
    if (state.phase() == Phase.OVER) {
      state
          .endReason()
          .ifPresent(why -> indexes.forEach(index -> ended.add(new EndedTask(name, index, why))));
      return;
    }
    boolean running = state.phase() == Phase.RUNNING;
    if (!running) {
      ranks.put(name, rank(jobId, fields, /* ours= */ true));
    }
    long startedMillis = startedMillis(running, fields);
    indexes.forEach(index -> own.add(new OwnTask(name, index, running, startedMillis)));
  }

  private void readLocal(String jobId, SlurmState state, String[] fields) {
    boolean running = state.phase() == Phase.RUNNING;
    if (state.phase() == Phase.OVER || (!running && isNotWaitingForProcessors(state, fields[REASON]))) {
      return;
    }
    int processors = Integer.parseInt(fields[PROCESSORS]);
    long submittedMillis = SlurmText.instantMillis(fields[SUBMITTED]).orElse(0);
    long startedMillis = startedMillis(running, fields);
    long limitMillis = SlurmText.limitMillis(fields[LIMIT]);
    long deadlineMillis = SlurmText.instantMillis(fields[DEADLINE]).orElse(Time.NEVER);
    List<String> ids =
        beginsWithDigit(fields[TASK_ID])
            ? ArrayIndexes.parse(fields[TASK_ID], "Slurm")
                .mapToObj(index -> jobId + "_" + index)
                .toList()
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
              deadlineMillis));
    }
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
    // For a job that waits it is when Slurm thinks it will start.
    return running ? SlurmText.instantMillis(fields[STARTED]).orElse(Time.NEVER) : Time.NEVER;
  }

  /** Jobs that are no arrays have N/A for an index. */
  private static boolean beginsWithDigit(String text) {
    return !text.isEmpty() && Character.isDigit(text.charAt(0));
  }
}
