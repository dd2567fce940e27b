package tender.agent.batch.slurm;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.BatchSystemException.Kind;
import tender.agent.batch.BatchCommandRunner.CommandResult;
import tender.agent.batch.BatchReservation;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.ClusterInfo;
import tender.agent.batch.folder.WorkFolder;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * Slurm as the agent's batch system. Keeps nothing in memory but what the partition stands on: who
 * is asked is Slurm, and the id of a submitted array stands in its chunk's folder.
 */
public final class SlurmBatchSystem implements BatchSystem {
  /** A command's argument has at most 128 KiB. */
  private static final int MAX_LIST_CHARS = 60_000;

  private static final Pattern SUBMITTED = Pattern.compile("(\\d+)(;\\S*)?\\s*");

  private final SlurmSettings settings;
  private final WorkFolder folders;
  private final SlurmCommands commands;
  private final String user = System.getProperty("user.name");
  private final SecureRandom random = new SecureRandom();
  private volatile @Nullable PartitionNodes partitionNodes;

  public SlurmBatchSystem(SlurmSettings settings, WorkFolder folders) {
    this.settings = settings;
    this.folders = folders;
    this.commands = new SlurmCommands(settings.configuration());
  }

  @Override
  public ClusterInfo clusterInfo() {
    partitionNodes = readPartitionNodes();
    String processors =
        commands.run(List.of("sinfo", "-h", "-p", settings.partition(), "-o", "%C")).strip();
    // Allocated/idle/other/total; others are down or drained.
    if (!processors.matches("\\d{1,9}/\\d{1,9}/\\d{1,9}/\\d{1,9}")) {
      throw SlurmText.unparsable("the partition's processors", processors);
    }
    String[] counts = processors.split("/");
    SlurmConfiguration configuration =
        SlurmConfiguration.read(commands.run(List.of("scontrol", "show", "config")));
    return new ClusterInfo(
        "Slurm " + configuration.version(),
        Integer.parseInt(counts[0]) + Integer.parseInt(counts[1]),
        configuration.maxArraySize(),
        configuration.maxJobs(),
        Integer.MAX_VALUE,
        mayReserve(configuration));
  }

  @Override
  public QueueSnapshot queue() {
    PartitionNodes on = partitionNodes();
    SqueueReader reader = reader();
    reader.read(squeue(reader, SlurmState.QUERIED_STATES));
    reader.heldWithoutReservation().forEach(this::releaseHeldJob);
    String reservations = commands.run(List.of("scontrol", "show", "reservation", "--oneliner"));
    return new QueueSnapshot(
        reader.local(), reader.own(), reader.ended(), ReservationReader.read(reservations, user, on));
  }

  @Override
  public void submit(ArrayJob job) {
    if (job.isSubmitted()) {
      return;
    }
    Set<String> found = find(job.name());
    job.recordSubmitted(found.isEmpty() ? sbatch(job) : found.iterator().next());
  }

  @Override
  public void applyQueueOrder(List<String> waiting) {
    SqueueReader reader = reader();
    reader.read(squeue(reader, "PENDING"));
    Niceness.changes(waiting, reader.ranks(), settings.nice()).forEach(this::setNice);
  }

  private void setNice(String jobId, long nice) {
    CommandResult said = commands.runUnchecked(List.of("scontrol", "update", "jobid=" + jobId, "nice=" + nice));
    // Said of those tasks of an array that have started or ended; the others are changed all the
    // same.
    if (said.exitCode() != 0
        && !said.errorContains("Job has already finished")
        && !said.errorContains("Job is no longer pending")) {
      throw said.failure(Kind.REFUSED);
    }
  }

  @Override
  public void cancel(String jobName, TaskSet indexes) {
    for (String jobId : indexes.isEmpty() ? Set.<String>of() : find(jobName)) {
      for (String list : lists(indexes)) {
        commands.run(List.of("scancel", jobId + "_[" + list + "]"));
      }
    }
  }

  @Override
  public boolean reserve(BatchReservation hold) {
    long fromSeconds = Math.floorDiv(hold.fromMillis(), Time.SECOND_MILLIS);
    boolean later = hold.fromMillis() > System.currentTimeMillis();
    CommandResult said =
        commands.runUnchecked(
            createReservation(
                hold.name(),
                later ? SlurmText.instant(fromSeconds) : "now",
                Math.ceilDiv(hold.untilMillis(), Time.SECOND_MILLIS),
                Math.ceilDiv(hold.processors(), partitionNodes().threadsPerCore())));
    if (said.exitCode() == 0) {
      return true;
    }
    // That it is there already Slurm finds out last: its own cores may be what is busy.
    if (commands.runUnchecked(List.of("scontrol", "show", "reservation", hold.name())).exitCode()
        == 0) {
      return true;
    }
    if (said.errorContains("Requested nodes are busy")
        || said.errorContains("Requested node configuration is not available")
        || said.errorContains("overlaps another")) {
      return false;
    }
    throw said.failure(Kind.REFUSED);
  }

  @Override
  public void release(String holdName) {
    // A reservation that jobs name cannot be deleted, even while they run; and were it to end
    // by itself, those that wait would be held for ever.
    String inIt =
        commands.run(List.of("squeue", "-h", "-a", "-u", user, "-R", holdName, "-o", "%F"));
    for (String jobId : new TreeSet<>(inIt.lines().map(String::strip).toList())) {
      CommandResult said =
          commands.runUnchecked(List.of("scontrol", "update", "jobid=" + jobId, "reservationname="));
      // Said of those tasks of an array that have ended; the others are changed all the same.
      if (said.exitCode() != 0 && !said.errorContains("Job has already finished")) {
        throw said.failure(Kind.REFUSED);
      }
    }
    CommandResult deleted = commands.runUnchecked(List.of("scontrol", "delete", "reservationname=" + holdName));
    if (deleted.exitCode() != 0 && !deleted.errorContains("Requested reservation is invalid")) {
      throw deleted.failure(Kind.REFUSED);
    }
  }

  private String sbatch(ArrayJob job) {
    // Slurm counts limits in minutes.
    long limitMinutes = Math.ceilDiv(job.limitMillis(), Time.MINUTE_MILLIS);
    var command =
        new ArrayList<>(
            List.of(
                "sbatch",
                "--parsable",
                "--job-name=" + job.name(),
                "--array=0-" + (job.size() - 1) + "%" + job.maxRunning(),
                "--partition=" + settings.partition(),
                "--ntasks=1",
                "--cpus-per-task=" + job.width(),
                "--time=" + limitMinutes,
                "--nice=" + settings.nice(),
                "--no-requeue",
                // Also the mark by which the queue's reader knows our jobs.
                "--chdir=" + folders.path(),
                "--output=/dev/null",
                "--error=/dev/null",
                // The environment of this command, which has what a task may expect and no more.
                "--export=ALL"));
    job.reservation().ifPresent(hold -> command.add("--reservation=" + hold));
    command.add(folders.script().toString());
    command.add(job.folder().toString());
    command.add(Long.toString(60 * limitMinutes));
    String printed = commands.run(command);
    Matcher matcher = SUBMITTED.matcher(printed);
    if (!matcher.matches()) {
      throw SlurmText.unparsable("a submitted job", printed);
    }
    return matcher.group(1);
  }

  /** What Slurm prints of all jobs on our nodes in these states. */
  private String squeue(SqueueReader reader, String states) {
    String partitions = String.join(",", partitionNodes().partitions());
    return commands.run(
        List.of("squeue", "-h", "-a", "-t", states, "-p", partitions, reader.format()));
  }

  /** Our arrays of this name that Slurm knows, also those that have ended a short while ago. */
  private Set<String> find(String jobName) {
    SqueueReader reader = reader();
    return reader
        .read(
            commands.run(
                List.of(
                    "squeue",
                    "-h",
                    "-a",
                    "-t",
                    "all",
                    "-u",
                    user,
                    "--name=" + jobName,
                    reader.format())))
        .jobIds();
  }

  /** Slurm holds a job whose reservation is gone, and lets go of it when it is told to. */
  private void releaseHeldJob(String jobId) {
    commands.run(List.of("scontrol", "release", jobId));
  }

  private SqueueReader reader() {
    var bytes = new byte[12];
    random.nextBytes(bytes);
    return new SqueueReader(user, folders.path(), "m" + HexFormat.of().formatHex(bytes));
  }

  private PartitionNodes partitionNodes() {
    PartitionNodes known = partitionNodes;
    if (known == null) {
      known = readPartitionNodes();
      partitionNodes = known;
    }
    return known;
  }

  private PartitionNodes readPartitionNodes() {
    PartitionNodes asked =
        PartitionNodes.read(
            commands.run(List.of("sinfo", "-h", "-a", "-N", "-o", PartitionNodes.FORMAT)),
            settings.partition());
    if (asked.nodes().isEmpty()) {
      throw new BatchSystemException(
          Kind.REFUSED,
          "The partition '%s' has no nodes. Name one of those that sinfo lists."
              .formatted(settings.partition()));
    }
    return asked;
  }

  private List<String> createReservation(String name, String start, long endSeconds, int cores) {
    return List.of(
        "scontrol",
        "create",
        "reservation",
        "ReservationName=" + name,
        "StartTime=" + start,
        "EndTime=" + SlurmText.instant(endSeconds),
        "CoreCnt=" + cores,
        "Users=" + user,
        "PartitionName=" + settings.partition(),
        // Its jobs may start before it begins, and may use processors outside of it.
        "Flags=FLEX");
  }

  /**
   * Root and Slurm's own user may. So may operators, which only the accounting database knows:
   * where there is one, a minute of one core in ten years is reserved and given back.
   */
  private boolean mayReserve(SlurmConfiguration configuration) {
    if (user.equals("root") || user.equals(configuration.slurmUser())) {
      return true;
    }
    if (!configuration.hasAccounting()) {
      return false;
    }
    String name = "tender-check-" + HexFormat.of().toHexDigits(random.nextLong());
    long inTenYears = System.currentTimeMillis() / Time.SECOND_MILLIS + 315_360_000;
    CommandResult said =
        commands.runUnchecked(
            createReservation(name, SlurmText.instant(inTenYears), inTenYears + 60, 1));
    if (said.exitCode() == 0) {
      commands.run(List.of("scontrol", "delete", "reservationname=" + name));
    }
    return said.exitCode() == 0;
  }

  /** The indexes as lists that are short enough for an argument. */
  private static List<String> lists(TaskSet indexes) {
    var lists = new ArrayList<String>();
    String rest = indexes.toString();
    while (rest.length() > MAX_LIST_CHARS) {
      int comma = rest.lastIndexOf(',', MAX_LIST_CHARS);
      lists.add(rest.substring(0, comma));
      rest = rest.substring(comma + 1);
    }
    lists.add(rest);
    return lists;
  }
}
