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
import tender.agent.batch.Chunk;
import tender.agent.batch.ChunkTask;
import tender.agent.batch.EndedTask;
import tender.agent.batch.EndedTask.Why;
import tender.agent.batch.Evidence;
import tender.agent.batch.Hold;
import tender.agent.batch.LocalJob;
import tender.agent.batch.OwnTask;
import tender.agent.batch.PartFolder;
import tender.agent.batch.Pilots;
import tender.agent.batch.Queue;
import tender.agent.batch.Site;
import tender.agent.batch.TaskEnvironment;
import tender.agent.batch.TaskFolders;
import tender.agent.batch.process.Submission.Running;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * A batch system of plain processes on this machine: so many slots, first come first served. What
 * fits no longer makes all behind it wait; an array that has as many running as it may does not.
 * Where a {@link Ground} tells several holders apart, each of them has all the slots.
 *
 * <p>Arrays outlive the program: they are kept in {@code WORK/processes}, and a new program finds
 * out from claims and endings which tasks are over, which run (their claims name the process) and
 * which wait. Local jobs are known only to the program that started them. There are no holds.
 */
public final class ProcessBatchSystem implements BatchSystem {
  private static final int LARGEST_ARRAY = 10_000;
  private static final int MOST_JOBS = 100_000;

  /** How long it is told how a task ended, and how long a task may take to end when it is asked. */
  private static final long REMEMBERED_MILLIS = 5 * Time.MINUTE_MILLIS;

  private static final long GRACE_SECONDS = 5;

  private final TaskFolders folders;
  private final Ground ground;
  private final int processors;
  private final Path kept;
  private final List<Submission> submissions = new ArrayList<>();
  private final List<Ended> ended = new ArrayList<>();
  private final Map<String, Integer> taken = new HashMap<>();
  private int localJobs;

  private record Ended(long atMillis, EndedTask task) {}

  /** Takes up what an earlier program left in the working folder. */
  public ProcessBatchSystem(TaskFolders folders, int processors) throws IOException {
    this(folders, processors, new PlainGround());
  }

  public ProcessBatchSystem(TaskFolders folders, int processors, Ground ground) throws IOException {
    this.folders = folders;
    this.processors = processors;
    this.ground = ground;
    this.kept = Files.createDirectories(folders.work().resolve("processes"));
    synchronized (this) {
      for (ArrayRecord array : ArrayRecord.readAll(kept)) {
        takeUp(array);
      }
      startWhatFits();
    }
  }

  @Override
  public Site look() {
    return new Site(
        ground.description(),
        processors,
        LARGEST_ARRAY,
        MOST_JOBS,
        processors,
        /* mayReserve= */ false);
  }

  @Override
  public synchronized Queue queue() {
    var local = new ArrayList<LocalJob>();
    var own = new ArrayList<OwnTask>();
    for (Submission submission : submissions) {
      submission.running.forEach(
          (index, running) -> submission.show(index, running.startedMillis, local, own));
      submission.waiting.stream().forEach(index -> submission.show(index, Time.NEVER, local, own));
    }
    long now = System.currentTimeMillis();
    ended.removeIf(old -> old.atMillis() < now - REMEMBERED_MILLIS);
    return new Queue(local, own, ended.stream().map(Ended::task).toList(), List.of());
  }

  @Override
  public synchronized void submit(ArrayJob job) {
    if (job.isSubmitted()) {
      return;
    }
    requireRoom(job.name(), job.width(), job.size());
    try {
      if (submissions.stream().noneMatch(other -> other.isArray(job.name()))) {
        var array = new ArrayRecord(System.currentTimeMillis(), job);
        array.write(kept);
        submissions.add(submission(array));
      }
    } catch (IOException e) {
      throw new BatchSystemException(
          Kind.REFUSED, "The array " + job.name() + " cannot be kept: " + e.getMessage(), e);
    }
    job.submittedAs(job.name());
    startWhatFits();
  }

  /** A job of somebody else, as a cluster's own users would submit it. Returns its id. */
  public synchronized String submitLocal(int width, long limitMillis, List<String> command) {
    String id = "local" + ++localJobs;
    requireRoom(id, width, 1);
    submissions.add(
        new Submission(
            id,
            ground.holder(Optional.empty()),
            /* array= */ null,
            1,
            width,
            Time.requireDuration(limitMillis, "that limits " + id),
            1,
            System.currentTimeMillis(),
            index -> Submission.quiet(new ProcessBuilder(command))));
    startWhatFits();
    return id;
  }

  @Override
  public synchronized void cancel(String jobName, TaskSet indexes) {
    for (Submission submission : List.copyOf(submissions)) {
      if (submission.isArray(jobName)) {
        for (int index : submission.waiting.stream().filter(indexes::contains).toArray()) {
          submission.waiting.clear(index);
          remember(submission, index, Why.CANCELLED);
        }
        submission.running.forEach(
            (index, running) -> {
              if (indexes.contains(index)) {
                stop(running, Why.CANCELLED);
              }
            });
        forgetIfOver(submission);
      }
    }
    startWhatFits();
  }

  /** Those that are not in the list, since they came later or run, stay in front. */
  @Override
  public synchronized void giveWay(List<String> waiting) {
    submissions.sort(Comparator.comparingInt(submission -> waiting.indexOf(submission.name)));
  }

  /** Cannot: there is nobody here from whom processors would have to be kept. */
  @Override
  public boolean reserve(Hold hold) {
    return false;
  }

  @Override
  public void release(String holdName) {}

  /** Ends all that runs and forgets all that waits. */
  public synchronized void stop() {
    for (Submission submission : List.copyOf(submissions)) {
      submission.waiting.clear();
      submission.running.values().forEach(running -> stop(running, Why.CANCELLED));
      forgetIfOver(submission);
    }
  }

  private void requireRoom(String name, int width, int size) {
    if (width > processors || size > LARGEST_ARRAY) {
      throw new BatchSystemException(
          Kind.REFUSED,
          "%s has %d tasks of %d processors; there are %d processors and at most %d tasks."
              .formatted(name, size, width, processors, LARGEST_ARRAY));
    }
  }

  private void startWhatFits() {
    var full = new HashSet<String>();
    for (Submission submission : List.copyOf(submissions)) {
      while (submission.wantsToStart() && !full.contains(submission.holder)) {
        if (submission.width > processors - taken.getOrDefault(submission.holder, 0)) {
          full.add(submission.holder);
        } else {
          start(submission, submission.waiting.nextSetBit(0));
        }
      }
    }
  }

  private void start(Submission submission, int index) {
    submission.waiting.clear(index);
    try {
      Process process = submission.process.of(index).start();
      watch(submission, index, process.toHandle(), System.currentTimeMillis());
      var _ =
          process
              .onExit()
              .thenAccept(over -> over(submission, index, Optional.of(over.exitValue())));
    } catch (IOException e) {
      remember(submission, index, Why.BROKEN);
      forgetIfOver(submission);
    }
  }

  private void watch(Submission submission, int index, ProcessHandle handle, long startedMillis) {
    ArrayJob array = submission.array;
    var running =
        new Running(
            handle,
            startedMillis,
            () ->
                array == null
                    ? handle.descendants().toList()
                    : ground.processes(array, index, handle));
    taken.merge(submission.holder, submission.width, Integer::sum);
    submission.running.put(index, running);
    stopLate(submission, index, running);
  }

  /** Looks whether its time is up, and if not, again when it may be. */
  private synchronized void stopLate(Submission submission, int index, Running running) {
    if (submission.running.get(index) != running) {
      return;
    }
    long ranMillis = System.currentTimeMillis() - running.startedMillis;
    long leftMillis =
        submission.array == null
            ? submission.limitMillis - ranMillis
            : ground.leftMillis(submission.array, index, ranMillis);
    if (leftMillis <= 0) {
      stop(running, Why.TIME_LIMIT);
    } else {
      after(leftMillis).execute(() -> stopLate(submission, index, running));
    }
  }

  private static void stop(Running running, Why why) {
    running.stop(why);
    after(GRACE_SECONDS * Time.SECOND_MILLIS).execute(running::kill);
  }

  private static Executor after(long millis) {
    return CompletableFuture.delayedExecutor(Math.max(0, millis), TimeUnit.MILLISECONDS);
  }

  /**
   * @param exitCode of the script; nobody tells when it is not our child
   */
  private synchronized void over(Submission submission, int index, Optional<Integer> exitCode) {
    Running running = submission.running.remove(index);
    if (running != null) {
      taken.merge(submission.holder, -submission.width, Integer::sum);
      tidy(submission, index);
      running
          .stoppedFor()
          .or(() -> exitCode.filter(code -> code != 0).map(ProcessBatchSystem::why))
          .ifPresent(why -> remember(submission, index, why));
      forgetIfOver(submission);
      startWhatFits();
    }
  }

  /** What a task has left running, when it is over, does not run on. */
  private void tidy(Submission submission, int index) {
    if (submission.array != null) {
      ground.over(submission.array, index);
    }
  }

  /** The script itself ends with less; a signal that ended it counts from 128. */
  private static Why why(int exitCode) {
    return exitCode > 128 ? Why.LOST : Why.BROKEN;
  }

  private void remember(Submission submission, int index, Why why) {
    if (!submission.isLocal()) {
      ended.add(new Ended(System.currentTimeMillis(), new EndedTask(submission.name, index, why)));
    }
  }

  private void forgetIfOver(Submission submission) {
    if (submission.isOver()) {
      submissions.remove(submission);
      try {
        Files.deleteIfExists(kept.resolve(submission.name));
      } catch (IOException e) {
        // It will be found to be over when it is taken up.
      }
    }
  }

  private Submission submission(ArrayRecord array) {
    ArrayJob job = array.job();
    return new Submission(
        job.name(),
        ground.holder(Optional.of(job)),
        job,
        job.size(),
        job.width(),
        job.limitMillis(),
        job.atOnce(),
        array.submittedMillis(),
        index -> process(job, index));
  }

  private ProcessBuilder process(ArrayJob job, int index) throws IOException {
    String limitSeconds = Long.toString(Math.ceilDiv(job.limitMillis(), Time.SECOND_MILLIS));
    List<String> script =
        List.of(folders.script().toString(), job.folder().toString(), limitSeconds);
    var builder = new ProcessBuilder(ground.command(job, index, script));
    builder.environment().clear();
    builder.environment().putAll(TaskEnvironment.passedOn());
    builder.environment().putAll(ground.environment());
    builder.environment().put("SLURM_ARRAY_TASK_ID", Integer.toString(index));
    builder.environment().put("SLURM_CPUS_PER_TASK", Integer.toString(job.width()));
    return Submission.quiet(builder).directory(folders.work().toFile());
  }

  private void takeUp(ArrayRecord array) throws IOException {
    Submission submission = submission(array);
    submissions.add(submission);
    if (Pilots.read(array.job().folder()).isPresent()) {
      takeUpPilots(submission, array.job());
    } else {
      takeUpTasks(submission, array.job());
    }
    forgetIfOver(submission);
  }

  private void takeUpPilots(Submission submission, ArrayJob job) throws IOException {
    for (int index = 0; index < job.size(); index++) {
      Path begun = job.folder().resolve("pilot." + index);
      if (Files.exists(begun)) {
        submission.waiting.clear(index);
        if (!Files.exists(job.folder().resolve("over." + index))) {
          takeUp(submission, index, begun);
        }
      }
    }
  }

  private void takeUpTasks(Submission submission, ArrayJob job) throws IOException {
    PartFolder part = PartFolder.ofChunk(job.folder());
    var over = new HashSet<List<Integer>>();
    for (Evidence evidence : part.evidence()) {
      over.add(List.of(evidence.task(), evidence.attempt()));
    }
    List<ChunkTask> tasks = Chunk.read(job.folder());
    for (int index = 0; index < job.size(); index++) {
      ChunkTask task = tasks.get(index);
      if (over.contains(List.of(task.task(), task.attempt()))) {
        submission.waiting.clear(index);
        tidy(submission, index);
      } else if (part.isClaimed(task.task(), task.attempt())) {
        submission.waiting.clear(index);
        takeUp(submission, index, part.claim(task.task(), task.attempt()));
      }
    }
  }

  /** Somebody has begun this task: either its process still runs, or it is lost. */
  private void takeUp(Submission submission, int index, Path claim) throws IOException {
    long claimedMillis = Files.getLastModifiedTime(claim).toMillis();
    Optional<ProcessHandle> handle = Claimant.find(claim, claimedMillis);
    if (handle.isEmpty()) {
      tidy(submission, index);
      remember(submission, index, Why.LOST);
      return;
    }
    watch(submission, index, handle.get(), claimedMillis);
    var _ = handle.get().onExit().thenAccept(over -> over(submission, index, Optional.empty()));
  }
}
