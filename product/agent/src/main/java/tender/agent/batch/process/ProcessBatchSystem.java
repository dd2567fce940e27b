package tender.agent.batch.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.BatchSystemException.Kind;
import tender.agent.batch.folder.ChunkFile;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.EndedTask;
import tender.agent.batch.EndedTask.EndReason;
import tender.agent.batch.folder.TaskExit;
import tender.agent.batch.BatchReservation;
import tender.agent.batch.LocalJob;
import tender.agent.batch.OwnTask;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.folder.PilotArray;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.ClusterInfo;
import tender.agent.batch.TaskEnvironment;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.batch.process.ProcessJob.RunningProcess;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * A batch system of plain processes on this machine: so many slots, first come first served. What
 * fits no longer makes all behind it wait; an array that has as many running as it may does not.
 * Where a {@link ProcessIsolation} tells several holders apart, each of them has all the slots.
 *
 * <p>Arrays outlive the program: they are kept in {@code WORK/processes}, and a new program finds
 * out from claims and endings which tasks are over, which run (their claims name the process) and
 * which wait. Local jobs are known only to the program that started them. There are no holds.
 */
public final class ProcessBatchSystem implements BatchSystem {
  private static final int MAX_ARRAY_SIZE = 10_000;
  private static final int MAX_JOBS = 100_000;

  /** How long it is told how a task ended, and how long a task may take to end when it is asked. */
  private static final long RETENTION_MILLIS = 5 * Time.MINUTE_MILLIS;

  private static final long GRACE_SECONDS = 5;

  private final WorkFolder folders;
  private final ProcessIsolation isolation;
  private final int processors;
  private final Path recordFolder;
  private final List<ProcessJob> jobs = new ArrayList<>();
  private final List<RecentEnd> ended = new ArrayList<>();
  private final Map<String, Integer> usedProcessors = new HashMap<>();
  private int localJobs;

  private record RecentEnd(long atMillis, EndedTask task) {}

  /** Takes up what an earlier program left in the working folder. */
  public ProcessBatchSystem(WorkFolder folders, int processors) throws IOException {
    this(folders, processors, new NoIsolation());
  }

  public ProcessBatchSystem(WorkFolder folders, int processors, ProcessIsolation ground) throws IOException {
    this.folders = folders;
    this.processors = processors;
    this.isolation = ground;
    this.recordFolder = Files.createDirectories(folders.path().resolve("processes"));
    synchronized (this) {
      for (ArrayRecord array : ArrayRecord.readAll(recordFolder)) {
        recover(array);
      }
      startWhatFits();
    }
  }

  @Override
  public ClusterInfo clusterInfo() {
    return new ClusterInfo(
        isolation.description(),
        processors,
        MAX_ARRAY_SIZE,
        MAX_JOBS,
        processors,
        /* mayReserve= */ false);
  }

  @Override
  public synchronized QueueSnapshot queue() {
    var local = new ArrayList<LocalJob>();
    var own = new ArrayList<OwnTask>();
    for (ProcessJob submission : jobs) {
      submission.running.forEach(
          (index, running) -> submission.addTo(index, running.startedMillis, local, own));
      submission.waiting.stream().forEach(index -> submission.addTo(index, Time.NEVER, local, own));
    }
    long now = System.currentTimeMillis();
    ended.removeIf(old -> old.atMillis() < now - RETENTION_MILLIS);
    return new QueueSnapshot(local, own, ended.stream().map(RecentEnd::task).toList(), List.of());
  }

  @Override
  public synchronized void submit(ArrayJob job) {
    if (job.isSubmitted()) {
      return;
    }
    requireFits(job.name(), job.width(), job.size());
    try {
      if (jobs.stream().noneMatch(other -> other.isArray(job.name()))) {
        var array = new ArrayRecord(System.currentTimeMillis(), job);
        array.write(recordFolder);
        jobs.add(toJob(array));
      }
    } catch (IOException e) {
      throw new BatchSystemException(
          Kind.REFUSED, "The array " + job.name() + " cannot be kept: " + e.getMessage(), e);
    }
    job.recordSubmitted(job.name());
    startWhatFits();
  }

  /** A job of somebody else, as a cluster's own users would submit it. Returns its id. */
  public synchronized String submitLocal(int width, long limitMillis, List<String> command) {
    String id = "local" + ++localJobs;
    requireFits(id, width, 1);
    jobs.add(
        new ProcessJob(
            id,
            isolation.holder(Optional.empty()),
            /* array= */ null,
            1,
            width,
            Time.requireDuration(limitMillis, "that limits " + id),
            1,
            System.currentTimeMillis(),
            index -> ProcessJob.withoutOutput(new ProcessBuilder(command))));
    startWhatFits();
    return id;
  }

  @Override
  public synchronized void cancel(String jobName, TaskSet indexes) {
    for (ProcessJob submission : List.copyOf(jobs)) {
      if (submission.isArray(jobName)) {
        for (int index : submission.waiting.stream().filter(indexes::contains).toArray()) {
          submission.waiting.clear(index);
          recordEnd(submission, index, EndReason.CANCELLED);
        }
        submission.running.forEach(
            (index, running) -> {
              if (indexes.contains(index)) {
                stop(running, EndReason.CANCELLED);
              }
            });
        removeIfDone(submission);
      }
    }
    startWhatFits();
  }

  /** Those that are not in the list, since they came later or run, stay in front. */
  @Override
  public synchronized void applyQueueOrder(List<String> waiting) {
    jobs.sort(Comparator.comparingInt(submission -> waiting.indexOf(submission.name)));
  }

  /** Cannot: there is nobody here from whom processors would have to be kept. */
  @Override
  public boolean reserve(BatchReservation hold) {
    return false;
  }

  @Override
  public void release(String holdName) {}

  /** Ends all that runs and forgets all that waits. */
  public synchronized void stop() {
    for (ProcessJob submission : List.copyOf(jobs)) {
      submission.waiting.clear();
      submission.running.values().forEach(running -> stop(running, EndReason.CANCELLED));
      removeIfDone(submission);
    }
  }

  private void requireFits(String name, int width, int size) {
    if (width > processors || size > MAX_ARRAY_SIZE) {
      throw new BatchSystemException(
          Kind.REFUSED,
          "%s has %d tasks of %d processors; there are %d processors and at most %d tasks."
              .formatted(name, size, width, processors, MAX_ARRAY_SIZE));
    }
  }

  private void startWhatFits() {
    var full = new HashSet<String>();
    for (ProcessJob submission : List.copyOf(jobs)) {
      while (submission.canStart() && !full.contains(submission.holder)) {
        if (submission.width > processors - usedProcessors.getOrDefault(submission.holder, 0)) {
          full.add(submission.holder);
        } else {
          start(submission, submission.waiting.nextSetBit(0));
        }
      }
    }
  }

  private void start(ProcessJob submission, int index) {
    submission.waiting.clear(index);
    try {
      Process process = submission.processFactory.create(index).start();
      track(submission, index, process.toHandle(), System.currentTimeMillis());
      var _ =
          process
              .onExit()
              .thenAccept(over -> handleExit(submission, index, Optional.of(over.exitValue())));
    } catch (IOException e) {
      recordEnd(submission, index, EndReason.BROKEN);
      removeIfDone(submission);
    }
  }

  private void track(ProcessJob submission, int index, ProcessHandle handle, long startedMillis) {
    ArrayJob array = submission.array;
    var running =
        new RunningProcess(
            handle,
            startedMillis,
            () ->
                array == null
                    ? handle.descendants().toList()
                    : isolation.processes(array, index, handle));
    usedProcessors.merge(submission.holder, submission.width, Integer::sum);
    submission.running.put(index, running);
    enforceTimeLimit(submission, index, running);
  }

  /** Looks whether its time is up, and if not, again when it may be. */
  private synchronized void enforceTimeLimit(ProcessJob submission, int index, RunningProcess running) {
    if (submission.running.get(index) != running) {
      return;
    }
    long ranMillis = System.currentTimeMillis() - running.startedMillis;
    long leftMillis =
        submission.array == null
            ? submission.limitMillis - ranMillis
            : isolation.remainingMillis(submission.array, index, ranMillis);
    if (leftMillis <= 0) {
      stop(running, EndReason.TIME_LIMIT);
    } else {
      delayedExecutor(leftMillis).execute(() -> enforceTimeLimit(submission, index, running));
    }
  }

  private static void stop(RunningProcess running, EndReason why) {
    running.stop(why);
    delayedExecutor(GRACE_SECONDS * Time.SECOND_MILLIS).execute(running::kill);
  }

  private static Executor delayedExecutor(long millis) {
    return CompletableFuture.delayedExecutor(Math.max(0, millis), TimeUnit.MILLISECONDS);
  }

  /**
   * @param exitCode of the script; nobody tells when it is not our child
   */
  private synchronized void handleExit(ProcessJob submission, int index, Optional<Integer> exitCode) {
    RunningProcess running = submission.running.remove(index);
    if (running != null) {
      usedProcessors.merge(submission.holder, -submission.width, Integer::sum);
      cleanUp(submission, index);
      running
          .stopReason()
          .or(() -> exitCode.filter(code -> code != 0).map(ProcessBatchSystem::endReason))
          .ifPresent(why -> recordEnd(submission, index, why));
      removeIfDone(submission);
      startWhatFits();
    }
  }

  /** What a task has left running, when it is over, does not run on. */
  private void cleanUp(ProcessJob submission, int index) {
    if (submission.array != null) {
      isolation.cleanUp(submission.array, index);
    }
  }

  /** The script itself ends with less; a signal that ended it counts from 128. */
  private static EndReason endReason(int exitCode) {
    return exitCode > 128 ? EndReason.LOST : EndReason.BROKEN;
  }

  private void recordEnd(ProcessJob submission, int index, EndReason why) {
    if (!submission.isLocal()) {
      ended.add(new RecentEnd(System.currentTimeMillis(), new EndedTask(submission.name, index, why)));
    }
  }

  private void removeIfDone(ProcessJob submission) {
    if (submission.isOver()) {
      jobs.remove(submission);
      try {
        Files.deleteIfExists(recordFolder.resolve(submission.name));
      } catch (IOException e) {
        // It will be found to be over when it is taken up.
      }
    }
  }

  private ProcessJob toJob(ArrayRecord array) {
    ArrayJob job = array.job();
    return new ProcessJob(
        job.name(),
        isolation.holder(Optional.of(job)),
        job,
        job.size(),
        job.width(),
        job.limitMillis(),
        job.maxRunning(),
        array.submittedMillis(),
        index -> processBuilder(job, index));
  }

  private ProcessBuilder processBuilder(ArrayJob job, int index) throws IOException {
    String limitSeconds = Long.toString(Math.ceilDiv(job.limitMillis(), Time.SECOND_MILLIS));
    List<String> script =
        List.of(folders.script().toString(), job.folder().toString(), limitSeconds);
    var builder = new ProcessBuilder(isolation.command(job, index, script));
    builder.environment().clear();
    builder.environment().putAll(TaskEnvironment.inherited());
    builder.environment().putAll(isolation.environment());
    builder.environment().put("SLURM_ARRAY_TASK_ID", Integer.toString(index));
    builder.environment().put("SLURM_CPUS_PER_TASK", Integer.toString(job.width()));
    return ProcessJob.withoutOutput(builder).directory(folders.path().toFile());
  }

  private void recover(ArrayRecord array) throws IOException {
    ProcessJob submission = toJob(array);
    jobs.add(submission);
    if (PilotArray.read(array.job().folder()).isPresent()) {
      recoverPilots(submission, array.job());
    } else {
      recoverTasks(submission, array.job());
    }
    removeIfDone(submission);
  }

  private void recoverPilots(ProcessJob submission, ArrayJob job) throws IOException {
    for (int index = 0; index < job.size(); index++) {
      Path begun = job.folder().resolve("pilot." + index);
      if (Files.exists(begun)) {
        submission.waiting.clear(index);
        if (!Files.exists(job.folder().resolve("over." + index))) {
          recover(submission, index, begun);
        }
      }
    }
  }

  private void recoverTasks(ProcessJob submission, ArrayJob job) throws IOException {
    PartFolder part = PartFolder.ofChunk(job.folder());
    var over = new HashSet<List<Integer>>();
    for (TaskExit evidence : part.taskExits()) {
      over.add(List.of(evidence.taskIndex(), evidence.attempt()));
    }
    List<ChunkTask> tasks = ChunkFile.read(job.folder());
    for (int index = 0; index < job.size(); index++) {
      ChunkTask task = tasks.get(index);
      if (over.contains(List.of(task.taskIndex(), task.attempt()))) {
        submission.waiting.clear(index);
        cleanUp(submission, index);
      } else if (part.isClaimed(task.taskIndex(), task.attempt())) {
        submission.waiting.clear(index);
        recover(submission, index, part.claimFile(task.taskIndex(), task.attempt()));
      }
    }
  }

  /** Somebody has begun this task: either its process still runs, or it is lost. */
  private void recover(ProcessJob submission, int index, Path claim) throws IOException {
    long claimedMillis = Files.getLastModifiedTime(claim).toMillis();
    Optional<ProcessHandle> handle = ClaimProcessFinder.find(claim, claimedMillis);
    if (handle.isEmpty()) {
      cleanUp(submission, index);
      recordEnd(submission, index, EndReason.LOST);
      return;
    }
    track(submission, index, handle.get(), claimedMillis);
    var _ = handle.get().onExit().thenAccept(over -> handleExit(submission, index, Optional.empty()));
  }
}
