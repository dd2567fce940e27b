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
import tender.core.model.BagId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.bagfile.ProfiledRuntimes;
import tender.bagfile.WorkOrder;

/**
 * Runs profilers by the batch system, one at a time, and waits for what they say. Who waits is not
 * the thread that decides: that one only looks at the queue, and shows it here.
 */
final class ProfilerRunner {
  private static final Logger LOG = System.getLogger(ProfilerRunner.class.getName());

  /** A job that is not in the queue, and has not ended, may just be on its way. */
  private static final int MAX_MISSING_READS = 3;

  private final EstimateSettings settings;
  private final BatchSystem batch;
  private final WorkFolder folders;
  private final BagInputs inputs;
  private final Clock clock;
  private final Semaphore oneAtATime = new Semaphore(1);
  private final Map<String, ActiveProfiler> active = new ConcurrentHashMap<>();

  /** A profiler that is with the batch system. */
  private static final class ActiveProfiler {
    final ProfilerJob job;
    final long submittedMillis;
    final CompletableFuture<ProfiledRuntimes> times = new CompletableFuture<>();
    int missingReads;

    ActiveProfiler(ProfilerJob job, long submittedMillis) {
      this.job = job;
      this.submittedMillis = submittedMillis;
    }

    void fail(String why) {
      times.completeExceptionally(new ProfilerException(why));
    }
  }

  ProfilerRunner(
      EstimateSettings settings,
      BatchSystem batch,
      WorkFolder folders,
      BagInputs inputs,
      Clock clock) {
    this.settings = settings;
    this.batch = batch;
    this.folders = folders;
    this.inputs = inputs;
    this.clock = clock;
  }

  boolean isIdle() {
    return active.isEmpty();
  }

  /** Waits until the profiler of a bag has said how long tasks take. Leaves nothing behind. */
  ProfiledRuntimes run(BagId bag, WorkOrder order) throws ProfilerException, InterruptedException {
    long endMillis = clock.millis() + settings.profilerMillis();
    if (!oneAtATime.tryAcquire(settings.profilerMillis(), TimeUnit.MILLISECONDS)) {
      throw new ProfilerException("Others took all of the time that it has.");
    }
    ProfilerJob job = new ProfilerJob(bag, order, folders);
    try {
      ProfiledRuntimes times = await(submit(job), Math.max(1, endMillis - clock.millis()));
      cleanUp(job);
      return times;
    } catch (ProfilerException e) {
      cleanUp(job);
      throw e;
    } finally {
      // Who is interrupted leaves the job to the next life of the agent.
      active.remove(job.name());
      oneAtATime.release();
    }
  }

  private ActiveProfiler submit(ProfilerJob job) throws ProfilerException {
    try {
      ArrayJob array = job.prepare(inputs, settings.profilerMillis());
      batch.submit(array);
    } catch (IOException | RuntimeException e) {
      throw new ProfilerException("It cannot be run: " + e, e);
    }
    ActiveProfiler submitted = new ActiveProfiler(job, clock.millis());
    active.put(job.name(), submitted);
    return submitted;
  }

  private ProfiledRuntimes await(ActiveProfiler submitted, long mostMillis)
      throws ProfilerException, InterruptedException {
    try {
      return submitted.times.get(mostMillis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new ProfilerException(
          "It has not ended after " + settings.profilerMillis() / Time.SECOND_MILLIS + " s.", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof ProfilerException failed
          ? failed
          : new ProfilerException("It cannot be read: " + e.getCause(), e);
    }
  }

  private void cleanUp(ProfilerJob job) {
    try {
      batch.cancel(job.name(), TaskSet.first(1));
      job.delete();
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.WARNING, "The job {0} leaves something behind: {1}", job.name(), e);
    }
  }

  /** Somebody more important needs the processors. */
  void preempt() {
    active.values().forEach(one -> one.fail("It makes room for local users."));
  }

  /**
   * Looks for what has become of them.
   *
   * @param askedMillis when the queue was asked for
   * @return the queue with profilers as local jobs, for they are no part of a bag's tasks, and what
   *     they take is not on offer
   */
  QueueSnapshot update(QueueSnapshot queue, long askedMillis) {
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
        local.add(asLocal(profiler, task));
      }
    }
    active.values().stream()
        .filter(one -> queue.ownTasks().stream().noneMatch(task -> isOf(one, task)))
        .filter(one -> one.submittedMillis < askedMillis)
        .forEach(one -> onMissing(one, queue));
    return new QueueSnapshot(local, own, queue.endedTasks(), queue.reservations());
  }

  private static boolean isOf(ActiveProfiler profiler, OwnTask task) {
    return task.jobName().equals(profiler.job.name());
  }

  private LocalJob asLocal(ActiveProfiler profiler, OwnTask task) {
    return new LocalJob(
        task.jobName(),
        profiler.job.width(),
        task.running(),
        profiler.submittedMillis,
        task.startedMillis(),
        settings.profilerMillis(),
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
        profiler.fail("The batch system has stopped it: " + stopped.getFirst() + ".");
      } else if (profiler.job.hasEnded()) {
        profiler.times.complete(profiler.job.read());
      } else if (!stopped.isEmpty()) {
        profiler.fail("The batch system has stopped it: " + stopped.getFirst() + ".");
      } else if (++profiler.missingReads >= MAX_MISSING_READS) {
        profiler.fail("The batch system has lost it.");
      }
    } catch (IOException | ProfilerException e) {
      profiler.times.completeExceptionally(e);
    }
  }
}
