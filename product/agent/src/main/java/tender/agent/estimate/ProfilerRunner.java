package tender.agent.estimate;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.EndedTask;
import tender.agent.batch.LocalJob;
import tender.agent.batch.OwnTask;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.files.BagInputs;
import tender.bagfile.ProfiledRuntimes;
import tender.core.model.BagId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.protocol.BagDescription;

/**
 * Runs profilers in the batch system, one at a time, and waits for their results. The event loop
 * never waits here: it only passes the state of the queue.
 */
final class ProfilerRunner {
  private static final Logger LOG = System.getLogger(ProfilerRunner.class.getName());

  /**
   * A job that is neither queued nor ended may still be starting; it is lost after this many reads.
   */
  private static final int MAX_MISSING_READS = 3;

  private final BatchSystem batch;
  private final WorkFolder workFolder;
  private final BagInputs inputs;
  private final Clock clock;
  private final Semaphore oneAtATime = new Semaphore(1);
  private final Map<String, ActiveProfiler> active = new ConcurrentHashMap<>();

  /** A submitted profiler. */
  private static final class ActiveProfiler {
    final ProfilerJob job;
    final long submittedMillis;
    final long limitMillis;
    final CompletableFuture<ProfiledRuntimes> times = new CompletableFuture<>();
    int missingReads;

    ActiveProfiler(ProfilerJob job, long submittedMillis, long limitMillis) {
      this.job = job;
      this.submittedMillis = submittedMillis;
      this.limitMillis = limitMillis;
    }

    void fail(String reason) {
      times.completeExceptionally(new ProfilerException(reason));
    }
  }

  ProfilerRunner(BatchSystem batch, WorkFolder workFolder, BagInputs inputs, Clock clock) {
    this.batch = batch;
    this.workFolder = workFolder;
    this.inputs = inputs;
    this.clock = clock;
  }

  boolean isIdle() {
    return active.isEmpty();
  }

  /**
   * Runs a bag's profiler and waits for its result. Leaves no files behind.
   *
   * @param limitMillis how long it may take, including its time in the queue
   */
  ProfiledRuntimes run(BagId bag, BagDescription description, long limitMillis)
      throws ProfilerException, InterruptedException {
    long endMillis = clock.millis() + limitMillis;
    if (!oneAtATime.tryAcquire(limitMillis, TimeUnit.MILLISECONDS)) {
      throw new ProfilerException("Other profilers used up its time limit.");
    }
    try {
      return run(create(bag, description), limitMillis, endMillis);
    } finally {
      oneAtATime.release();
    }
  }

  private ProfilerJob create(BagId bag, BagDescription description) throws ProfilerException {
    try {
      return ProfilerJob.of(bag, description, workFolder);
    } catch (IOException | RuntimeException e) {
      throw new ProfilerException("Cannot create its folder: " + e, e);
    }
  }

  private ProfiledRuntimes run(ProfilerJob job, long limitMillis, long endMillis)
      throws ProfilerException, InterruptedException {
    try {
      ProfiledRuntimes times =
          await(submit(job, limitMillis), Math.max(1, endMillis - clock.millis()));
      cleanUp(job);
      return times;
    } catch (ProfilerException e) {
      cleanUp(job);
      throw e;
    } finally {
      // If interrupted, the job is left for the next start of the agent.
      active.remove(job.name());
    }
  }

  private ActiveProfiler submit(ProfilerJob job, long limitMillis) throws ProfilerException {
    try {
      ArrayJob array = job.prepare(inputs, limitMillis);
      batch.submit(array);
    } catch (IOException | RuntimeException e) {
      throw new ProfilerException("Cannot run it: " + e, e);
    }
    ActiveProfiler submitted = new ActiveProfiler(job, clock.millis(), limitMillis);
    active.put(job.name(), submitted);
    return submitted;
  }

  private ProfiledRuntimes await(ActiveProfiler submitted, long timeoutMillis)
      throws ProfilerException, InterruptedException {
    try {
      return submitted.times.get(timeoutMillis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new ProfilerException(
          "It did not end within " + submitted.limitMillis / Time.SECOND_MILLIS + " s.", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof ProfilerException failed
          ? failed
          : new ProfilerException("Cannot read its result: " + e.getCause(), e);
    }
  }

  private void cleanUp(ProfilerJob job) {
    try {
      batch.cancel(job.name(), TaskSet.first(1));
      job.delete();
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.WARNING, "Cannot clean up after a profiler: job={0}, cause={1}", job.name(), e);
    }
  }

  /** Frees the profilers' processors for local users. */
  void preempt() {
    active.values().forEach(profiler -> profiler.fail("It was preempted by local users."));
  }

  /**
   * Checks the state of the profilers.
   *
   * @param readMillis when the queue was read
   * @return the queue with running profilers as local jobs, because they are not tasks of a bag,
   *     and their processors cannot be offered; without waiting ones, for which no task must stop
   */
  QueueSnapshot update(QueueSnapshot queue, long readMillis) {
    if (active.isEmpty()) {
      return queue;
    }
    List<LocalJob> local = new ArrayList<>(queue.localJobs());
    List<OwnTask> own = new ArrayList<>();
    for (OwnTask task : queue.ownTasks()) {
      ActiveProfiler profiler = active.get(task.jobName());
      if (profiler == null) {
        own.add(task);
      } else {
        profiler.missingReads = 0;
        if (task.running()) {
          local.add(toLocalJob(profiler, task));
        }
      }
    }
    active.values().stream()
        .filter(profiler -> queue.ownTasks().stream().noneMatch(task -> belongsTo(profiler, task)))
        .filter(profiler -> profiler.submittedMillis < readMillis)
        .forEach(profiler -> onMissing(profiler, queue));
    return new QueueSnapshot(
        local, own, queue.endedTasks(), queue.reservations(), queue.measuredRuns());
  }

  private static boolean belongsTo(ActiveProfiler profiler, OwnTask task) {
    return task.jobName().equals(profiler.job.name());
  }

  private static LocalJob toLocalJob(ActiveProfiler profiler, OwnTask task) {
    return new LocalJob(
        task.jobName(),
        profiler.job.width(),
        true,
        profiler.submittedMillis,
        task.startedMillis(),
        profiler.limitMillis,
        Time.NEVER);
  }

  private static void onMissing(ActiveProfiler profiler, QueueSnapshot queue) {
    try {
      List<EndedTask.EndReason> stopped =
          queue.endedTasks().stream()
              .filter(task -> task.jobName().equals(profiler.job.name()))
              .map(EndedTask::reason)
              .toList();
      if (stopped.stream().anyMatch(EndedTask.EndReason::overridesExitCode)) {
        profiler.fail("The batch system stopped it: " + stopped.getFirst() + ".");
      } else if (profiler.job.hasEnded()) {
        profiler.times.complete(profiler.job.read());
      } else if (!stopped.isEmpty()) {
        profiler.fail("The batch system stopped it: " + stopped.getFirst() + ".");
      } else if (++profiler.missingReads >= MAX_MISSING_READS) {
        profiler.fail("The batch system lost it.");
      }
    } catch (IOException | ProfilerException e) {
      profiler.times.completeExceptionally(e);
    }
  }
}
