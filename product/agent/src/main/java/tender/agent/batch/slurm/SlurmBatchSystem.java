package tender.agent.batch.slurm;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.BatchReservation;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.BatchSystemException.Kind;
import tender.agent.batch.ClusterInfo;
import tender.agent.batch.LocalAccount;
import tender.agent.batch.MeasuredRun;
import tender.agent.batch.OwnTask;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.command.BatchCommandRunner.CommandResult;
import tender.agent.batch.folder.WorkFolder;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * Slurm as the agent's batch system. It keeps only the partition's nodes in memory: everything else
 * is read from Slurm, and the id of a submitted array is in its chunk's folder.
 */
public final class SlurmBatchSystem implements BatchSystem {
  /** A command argument may have at most 128 KiB. */
  private static final int MAX_LIST_CHARS = 60_000;

  private static final Pattern SUBMITTED = Pattern.compile("(\\d+)(;\\S*)?\\s*");

  private final SlurmSettings settings;
  private final WorkFolder workFolder;
  private final SlurmCommands commands;
  private final SlurmReservations reservations;
  private final String user = System.getProperty("user.name");
  private final SecureRandom random = new SecureRandom();
  private volatile @Nullable PartitionNodes partitionNodes;

  /** The agent's jobs in the queue at the last read; null before the first one. */
  private volatile @Nullable Set<OwnTask> lastOwn;

  public SlurmBatchSystem(SlurmSettings settings, WorkFolder workFolder) {
    this.settings = settings;
    this.workFolder = workFolder;
    this.commands = new SlurmCommands(settings.configuration(), workFolder.launcher());
    reservations = new SlurmReservations(commands, this::configuration, settings, user);
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
    SlurmConfiguration configuration = configuration();
    return new ClusterInfo(
        "Slurm " + configuration.version(),
        Integer.parseInt(counts[0]) + Integer.parseInt(counts[1]),
        configuration.maxArraySize(),
        configuration.maxJobs(),
        Integer.MAX_VALUE,
        configuration.killWaitSeconds() * Time.SECOND_MILLIS,
        reservations.arePossible(configuration, random),
        SlurmNodes.read(
            commands.run(
                List.of("sinfo", "-h", "-N", "-p", settings.partition(), "-o", SlurmNodes.FORMAT)),
            configuration.schedulesMemory(),
            configuration.schedulesMemory() ? defaultMemoryMib() : 0));
  }

  /** None is planned as nothing; {@link #warnings} tells the owner to set it. */
  private int defaultMemoryMib() {
    return DefaultMemory.mibPerProcessor(
            SlurmConfiguration.values(configurationText()),
            SlurmConfiguration.partitions(partitionsText())
                .getOrDefault(settings.partition(), Map.of()),
            settings.options())
        .orElse(0);
  }

  private SlurmConfiguration configuration() {
    return SlurmConfiguration.read(configurationText());
  }

  private String configurationText() {
    return commands.run(List.of("scontrol", "show", "config"));
  }

  private String partitionsText() {
    return commands.run(List.of("scontrol", "show", "partition", "--oneliner"));
  }

  @Override
  public List<String> warnings() {
    return new SlurmWarnings(configurationText(), partitionsText(), settings)
        .all(partitionNodes().partitions());
  }

  @Override
  public Optional<String> submissionFailure() {
    CommandResult result = commands.runUnchecked(SbatchCommand.trial(settings));
    return result.exitCode() == 0
        ? Optional.empty()
        : Optional.of(String.valueOf(result.failure(Kind.REFUSED).getMessage()));
  }

  @Override
  public boolean isAdministrator() {
    return user.equals(configuration().slurmUser());
  }

  @Override
  public QueueSnapshot queue() {
    PartitionNodes nodes = partitionNodes();
    SqueueReader reader = reader();
    reader.read(squeue(reader, SlurmState.QUERIED_STATES));
    // Slurm holds a job whose reservation was deleted until it is released.
    reader
        .heldWithoutReservation()
        .forEach(
            (jobId, name) ->
                commands.runForJob(name, List.of("scontrol", "release", jobId)).outputOrThrow());
    String reserved = commands.run(List.of("scontrol", "show", "reservation", "--oneliner"));
    return new QueueSnapshot(
        reader.local(),
        reader.own(),
        reader.ended(),
        ReservationReader.read(reserved, user, nodes),
        measuredRuns(reader));
  }

  /**
   * The agent's jobs that have ended, with Slurm's own times. Successful jobs are queried only when
   * a job has left the queue since the last read.
   */
  private List<MeasuredRun> measuredRuns(SqueueReader queue) {
    Set<OwnTask> present = queue.own().stream().map(OwnTask::waiting).collect(Collectors.toSet());
    Set<OwnTask> previous = lastOwn;
    lastOwn = present;
    if (previous != null && present.containsAll(previous)) {
      return queue.measured();
    }
    SqueueReader completed = reader();
    completed.read(ownJobs("-t", "COMPLETED", completed.format()));
    return Stream.concat(queue.measured().stream(), completed.measured().stream()).toList();
  }

  @Override
  public void submit(ArrayJob job) {
    if (job.isSubmitted()) {
      return;
    }
    Set<String> found = find(job.name());
    job.recordSubmitted(found.isEmpty() ? sbatch(job) : found.iterator().next());
  }

  /** Slurm's output for the agent's jobs; if they have several accounts, for all users' jobs. */
  private String ownJobs(String... options) {
    List<String> command = new ArrayList<>(List.of("squeue", "-h", "-a"));
    if (workFolder.launcher().isEmpty()) {
      command.addAll(List.of("-u", user));
    }
    command.addAll(List.of(options));
    return commands.run(command);
  }

  @Override
  public void applyQueueOrder(List<String> waiting) {
    SqueueReader reader = reader();
    reader.read(squeue(reader, "PENDING"));
    Niceness.changes(waiting, reader.ranks(), settings.nice())
        .forEach((jobId, nice) -> setNice(jobId, reader.names().getOrDefault(jobId, ""), nice));
  }

  private void setNice(String jobId, String name, long nice) {
    // Slurm reports this for tasks of an array that have started or ended; the others are changed.
    commands
        .runForJob(name, List.of("scontrol", "update", "jobid=" + jobId, "nice=" + nice))
        .requireSuccessOr("Job has already finished", "Job is no longer pending");
  }

  @Override
  public void cancel(String jobName, TaskSet indexes) {
    for (String jobId : indexes.isEmpty() ? Set.<String>of() : find(jobName)) {
      for (String list : lists(indexes)) {
        commands.runForJob(jobName, List.of("scancel", jobId + "_[" + list + "]")).outputOrThrow();
      }
    }
  }

  @Override
  public boolean reserve(BatchReservation reservation) {
    long fromSeconds = Math.floorDiv(reservation.fromMillis(), Time.SECOND_MILLIS);
    boolean later = reservation.fromMillis() > System.currentTimeMillis();
    CommandResult result =
        reservations.create(
            reservation.name(),
            later ? SlurmText.instant(fromSeconds) : "now",
            Math.ceilDiv(reservation.untilMillis(), Time.SECOND_MILLIS),
            Math.ceilDiv(reservation.processors(), partitionNodes().threadsPerCore()));
    if (result.exitCode() == 0) {
      return true;
    }
    // Slurm checks last whether the reservation already exists: its own cores may be the busy ones.
    if (commands
            .runUnchecked(List.of("scontrol", "show", "reservation", reservation.name()))
            .exitCode()
        == 0) {
      return true;
    }
    if (result.errorContains("Requested nodes are busy")
        || result.errorContains("Requested node configuration is not available")
        || result.errorContains("overlaps another")) {
      return false;
    }
    throw result.failure(Kind.REFUSED);
  }

  @Override
  public void release(String reservationName) {
    // Slurm does not delete a reservation that jobs refer to, even while they run. If it expired,
    // the waiting jobs would be held indefinitely.
    SqueueReader reader = reader();
    reader.read(ownJobs("-R", reservationName, reader.format()));
    reader
        .names()
        .forEach(
            (jobId, name) ->
                // Slurm reports this for tasks of an array that have ended; the others are changed.
                commands
                    .runForJob(
                        name, List.of("scontrol", "update", "jobid=" + jobId, "reservationname="))
                    .requireSuccessOr("Job has already finished"));
    reservations.delete(reservationName).requireSuccessOr("Requested reservation is invalid");
  }

  private String sbatch(ArrayJob job) {
    LocalAccount.ofJob(job.name())
        .ifPresent(
            account -> job.reservation().ifPresent(name -> reservations.allow(name, account)));
    String printed =
        commands.runForJob(job.name(), SbatchCommand.of(job, settings, workFolder)).outputOrThrow();
    Matcher matcher = SUBMITTED.matcher(printed);
    if (!matcher.matches()) {
      throw SlurmText.unparsable("a submitted job", printed);
    }
    return matcher.group(1);
  }

  /** Slurm's output for all jobs in these states on the partition's nodes. */
  private String squeue(SqueueReader reader, String states) {
    String partitions = String.join(",", partitionNodes().partitions());
    return commands.run(
        List.of("squeue", "-h", "-a", "-t", states, "-p", partitions, reader.format()));
  }

  /** The ids of the agent's arrays of this name that Slurm knows, including recently ended ones. */
  private Set<String> find(String jobName) {
    SqueueReader reader = reader();
    return reader.read(ownJobs("-t", "all", "--name=" + jobName, reader.format())).names().keySet();
  }

  private SqueueReader reader() {
    var bytes = new byte[12];
    random.nextBytes(bytes);
    return new SqueueReader(user, workFolder.path(), "m" + HexFormat.of().formatHex(bytes));
  }

  private PartitionNodes partitionNodes() {
    PartitionNodes nodes = partitionNodes;
    if (nodes == null) {
      nodes = readPartitionNodes();
      partitionNodes = nodes;
    }
    return nodes;
  }

  private PartitionNodes readPartitionNodes() {
    PartitionNodes nodes =
        PartitionNodes.read(
            commands.run(List.of("sinfo", "-h", "-a", "-N", "-o", PartitionNodes.FORMAT)),
            settings.partition());
    if (nodes.nodes().isEmpty()) {
      throw new BatchSystemException(
          Kind.REFUSED,
          "The setting 'slurm.partition' is '%s', which has no nodes. Name one that sinfo lists."
              .formatted(settings.partition()));
    }
    return nodes;
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
