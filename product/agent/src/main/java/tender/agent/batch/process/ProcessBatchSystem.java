package tender.agent.batch.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.BatchSystemException.Kind;
import tender.agent.batch.ClusterInfo;
import tender.agent.batch.EndedTask;
import tender.agent.batch.EndedTask.EndReason;
import tender.agent.batch.LocalJob;
import tender.agent.batch.OwnTask;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.command.TaskEnvironment;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.batch.process.ProcessJob.RunningProcess;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.resource.ResourceAmounts;

/**
 * A batch system of plain processes on this machine: a fixed number of slots and amount of memory,
 * first come first served. A job that does not fit blocks all jobs behind it; an array that has
 * reached its own limit of running tasks does not. If a {@link ProcessIsolation} distinguishes
 * several holders, each of them has all of that.
 *
 * <p>Arrays survive the program: their records are in {@code WORK/processes}, and the next program
 * finds out from claims and exit codes which tasks have ended, which run (claims contain the
 * process id) and which wait. Local jobs are known only to the program that started them. There are
 * no reservations.
 */
public class ProcessBatchSystem implements BatchSystem {
  private static final int MAX_ARRAY_SIZE = 10_000;
  private static final int MAX_JOBS = 100_000;

  /** How long a task may take to end after a signal. */
  private static final long GRACE_SECONDS = 5;

  private final WorkFolder workFolder;
  private final ProcessIsolation isolation;
  private final int processors;
  private final Path recordFolder;
  private final List<ProcessJob> jobs = new ArrayList<>();
  private final RecentEnds ended = new RecentEnds();
  private final MachineUse machine;
  private int localJobs;

  /** Recovers the arrays that an earlier program left in the working folder. */
  public ProcessBatchSystem(WorkFolder workFolder, int processors) throws IOException {
    this(workFolder, ResourceAmounts.ofProcessors(processors), new NoIsolation());
  }

  /**
   * With other limits and isolation.
   *
   * @param total what tasks may use together; without memory, tasks can request only processors
   * @param isolation must limit the memory of tasks that request some, if there is any
   */
  @SuppressWarnings("this-escape") // The only subclass overrides nothing.
  public ProcessBatchSystem(
      WorkFolder workFolder, ResourceAmounts total, ProcessIsolation isolation) throws IOException {
    this.workFolder = workFolder;
    this.processors = total.processors();
    this.machine = new MachineUse(total);
    this.isolation = isolation;
    this.recordFolder = Files.createDirectories(workFolder.path().resolve("processes"));
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
        GRACE_SECONDS * Time.SECOND_MILLIS,
        /* canReserve= */ false,
        machine.nodes());
  }

  @Override
  public synchronized QueueSnapshot queue() {
    var local = new ArrayList<LocalJob>();
    var own = new ArrayList<OwnTask>();
    for (ProcessJob processJob : jobs) {
      processJob.running.forEach(
          (index, running) -> {
            running.observe();
            processJob.addTo(index, running.startedMillis, machine, local, own);
          });
      processJob.waiting.stream()
          .forEach(index -> processJob.addTo(index, Time.NEVER, machine, local, own));
    }
    ended.forgetOld();
    return new QueueSnapshot(local, own, ended.tasks(), List.of(), ended.runs());
  }

  @Override
  public synchronized void submit(ArrayJob job) {
    if (job.isSubmitted()) {
      return;
    }
    requireFits(job.name(), job.width(), job.size());
    machine.requireSuits(job);
    try {
      if (jobs.stream().noneMatch(other -> other.isArray(job.name()))) {
        var array = new ArrayRecord(System.currentTimeMillis(), job);
        array.write(recordFolder);
        jobs.add(toJob(array));
      }
    } catch (IOException e) {
      throw new BatchSystemException(
          Kind.REFUSED, "Cannot record the array " + job.name() + ": " + e.getMessage(), e);
    }
    job.recordSubmitted(job.name());
    startWhatFits();
  }

  /** Submits a job like one of the cluster's own users. Returns its id. */
  public synchronized String submitLocal(int width, long limitMillis, List<String> command) {
    String id = "local" + ++localJobs;
    requireFits(id, width, 1);
    jobs.add(
        new ProcessJob(
            id,
            isolation.holder(Optional.empty()),
            /* array= */ null,
            1,
            ResourceAmounts.ofProcessors(width),
            Time.requireDuration(limitMillis, "that limits " + id),
            1,
            System.currentTimeMillis(),
            index -> ProcessJob.withoutOutput(new ProcessBuilder(command))));
    startWhatFits();
    return id;
  }

  @Override
  public synchronized void cancel(String jobName, TaskSet indexes) {
    for (ProcessJob processJob : List.copyOf(jobs)) {
      if (processJob.isArray(jobName)) {
        for (int index : processJob.waiting.stream().filter(indexes::contains).toArray()) {
          processJob.waiting.clear(index);
          recordEnd(processJob, index, EndReason.CANCELLED);
        }
        processJob.running.forEach(
            (index, running) -> {
              if (indexes.contains(index)) {
                stop(running, EndReason.CANCELLED);
              }
            });
        removeIfDone(processJob);
      }
    }
    startWhatFits();
  }

  /** Jobs that are not in the list, because they are newer or run, stay in front. */
  @Override
  public synchronized void applyQueueOrder(List<String> waiting) {
    jobs.sort(Comparator.comparingInt(processJob -> waiting.indexOf(processJob.name)));
  }

  /** Kills everything that runs and drops everything that waits. */
  public synchronized void stop() {
    for (ProcessJob processJob : List.copyOf(jobs)) {
      processJob.waiting.clear();
      processJob.running.values().forEach(running -> stop(running, EndReason.CANCELLED));
      removeIfDone(processJob);
    }
  }

  private void requireFits(String name, int width, int size) {
    if (width > processors || size > MAX_ARRAY_SIZE) {
      throw new BatchSystemException(
          Kind.REFUSED,
          "%s has %d tasks of %d processors; the limits are %d processors and %d tasks."
              .formatted(name, size, width, processors, MAX_ARRAY_SIZE));
    }
  }

  private void startWhatFits() {
    var full = new HashSet<String>();
    for (ProcessJob processJob : List.copyOf(jobs)) {
      while (processJob.canStart() && !full.contains(processJob.holder)) {
        if (machine.hasRoomFor(processJob)) {
          start(processJob, processJob.waiting.nextSetBit(0));
        } else {
          full.add(processJob.holder);
        }
      }
    }
  }

  private void start(ProcessJob processJob, int index) {
    processJob.waiting.clear(index);
    try {
      Process process = processJob.processFactory.create(index).start();
      track(processJob, index, process.toHandle(), System.currentTimeMillis());
      var _ =
          process
              .onExit()
              .thenAccept(exited -> handleExit(processJob, index, Optional.of(exited.exitValue())));
    } catch (IOException e) {
      recordEnd(processJob, index, EndReason.BROKEN);
      removeIfDone(processJob);
    }
  }

  private void track(ProcessJob processJob, int index, ProcessHandle handle, long startedMillis) {
    ArrayJob array = processJob.array;
    var running =
        new RunningProcess(
            handle,
            startedMillis,
            () ->
                array == null
                    ? handle.descendants().toList()
                    : isolation.processes(array, index, handle));
    machine.add(processJob);
    processJob.running.put(index, running);
    enforceTimeLimit(processJob, index, running);
  }

  /** Stops a process whose time is up; otherwise checks again when it may be. */
  private synchronized void enforceTimeLimit(
      ProcessJob processJob, int index, RunningProcess running) {
    if (processJob.running.get(index) != running) {
      return;
    }
    long ranMillis = System.currentTimeMillis() - running.startedMillis;
    long leftMillis =
        processJob.array == null
            ? processJob.limitMillis - ranMillis
            : isolation.remainingMillis(processJob.array, index, ranMillis);
    if (leftMillis <= 0) {
      stop(running, EndReason.TIME_LIMIT);
    } else {
      delayedExecutor(leftMillis).execute(() -> enforceTimeLimit(processJob, index, running));
    }
  }

  private static void stop(RunningProcess running, EndReason reason) {
    running.stop(reason);
    delayedExecutor(GRACE_SECONDS * Time.SECOND_MILLIS).execute(running::kill);
  }

  private static Executor delayedExecutor(long millis) {
    return CompletableFuture.delayedExecutor(Math.max(0, millis), TimeUnit.MILLISECONDS);
  }

  /**
   * @param exitCode of the script; unknown if the process is not a child of this program
   */
  private synchronized void handleExit(
      ProcessJob processJob, int index, Optional<Integer> exitCode) {
    RunningProcess running = processJob.running.remove(index);
    if (running != null) {
      machine.remove(processJob);
      cleanUp(processJob, index);
      if (!processJob.isLocal()) {
        running.killRemaining();
        ended.add(processJob.name, index, running.startedMillis);
      }
      running
          .stopReason()
          .or(() -> exitCode.filter(code -> code != 0).map(ProcessJob::endReason))
          .ifPresent(reason -> recordEnd(processJob, index, reason));
      removeIfDone(processJob);
      startWhatFits();
    }
  }

  /** Kills the processes that a task left behind. */
  private void cleanUp(ProcessJob processJob, int index) {
    if (processJob.array != null) {
      isolation.cleanUp(processJob.array, index);
    }
  }

  private void recordEnd(ProcessJob processJob, int index, EndReason reason) {
    if (!processJob.isLocal()) {
      ended.add(new EndedTask(processJob.name, index, reason));
    }
  }

  private void removeIfDone(ProcessJob processJob) {
    if (processJob.isDone()) {
      jobs.remove(processJob);
      try {
        Files.deleteIfExists(recordFolder.resolve(processJob.name));
      } catch (IOException e) {
        // The next recovery finds that it has ended.
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
        machine.amounts(job),
        job.limitMillis(),
        job.maxRunning(),
        array.submittedMillis(),
        index -> processBuilder(job, index));
  }

  private ProcessBuilder processBuilder(ArrayJob job, int index) throws IOException {
    String limitSeconds = Long.toString(Math.ceilDiv(job.limitMillis(), Time.SECOND_MILLIS));
    List<String> script =
        List.of(workFolder.script().toString(), job.folder().toString(), limitSeconds);
    var builder = new ProcessBuilder(isolation.command(job, index, script));
    builder.environment().clear();
    builder.environment().putAll(TaskEnvironment.inherited());
    builder.environment().putAll(isolation.environment());
    builder.environment().put("SLURM_ARRAY_TASK_ID", Integer.toString(index));
    builder.environment().put("SLURM_CPUS_PER_TASK", Integer.toString(job.width()));
    return ProcessJob.withoutOutput(builder).directory(workFolder.path().toFile());
  }

  private void recover(ArrayRecord array) throws IOException {
    ProcessJob processJob = toJob(array);
    jobs.add(processJob);
    StartedTasks started = StartedTasks.read(array.job());
    for (int index : started.ended()) {
      processJob.waiting.clear(index);
      cleanUp(processJob, index);
    }
    for (var claim : started.claims().entrySet()) {
      processJob.waiting.clear(claim.getKey());
      recover(processJob, claim.getKey(), claim.getValue());
    }
    removeIfDone(processJob);
  }

  /** Recovers a task that was started: either its process still runs, or the task is lost. */
  private void recover(ProcessJob processJob, int index, Path claim) throws IOException {
    long claimedMillis = Files.getLastModifiedTime(claim).toMillis();
    Optional<ProcessHandle> handle = ClaimProcessFinder.find(claim, claimedMillis);
    if (handle.isEmpty()) {
      cleanUp(processJob, index);
      recordEnd(processJob, index, EndReason.LOST);
      return;
    }
    // The kernel's time: a task could have changed that of the claim.
    long startedMillis =
        handle.get().info().startInstant().map(Instant::toEpochMilli).orElse(claimedMillis);
    track(processJob, index, handle.get(), startedMillis);
    var _ =
        handle.get().onExit().thenAccept(exited -> handleExit(processJob, index, Optional.empty()));
  }
}
