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
import tender.agent.batch.Queue;
import tender.agent.batch.TaskFolders;
import tender.agent.files.BagInputs;
import tender.core.model.BagId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.work.SampledTimes;
import tender.work.WorkOrder;

/**
 * Runs profilers by the batch system, one at a time, and waits for what they say. Who waits is not
 * the thread that decides: that one only looks at the queue, and shows it here.
 */
final class Profilers {
  private static final Logger LOG = System.getLogger(Profilers.class.getName());

  /** A job that is not in the queue, and has not ended, may just be on its way. */
  private static final int MISSING_AT_MOST = 3;

  private final EstimateSettings settings;
  private final BatchSystem batch;
  private final TaskFolders folders;
  private final BagInputs inputs;
  private final Clock clock;
  private final Semaphore oneAtATime = new Semaphore(1);
  private final Map<String, UnderWay> underWay = new ConcurrentHashMap<>();

  /** A profiler that is with the batch system. */
  private static final class UnderWay {
    final ProfilerJob job;
    final long submittedMillis;
    final CompletableFuture<SampledTimes> times = new CompletableFuture<>();
    int missing;

    UnderWay(ProfilerJob job, long submittedMillis) {
      this.job = job;
      this.submittedMillis = submittedMillis;
    }

    void fail(String why) {
      times.completeExceptionally(new ProfilerFailed(why));
    }
  }

  Profilers(
      EstimateSettings settings,
      BatchSystem batch,
      TaskFolders folders,
      BagInputs inputs,
      Clock clock) {
    this.settings = settings;
    this.batch = batch;
    this.folders = folders;
    this.inputs = inputs;
    this.clock = clock;
  }

  boolean isIdle() {
    return underWay.isEmpty();
  }

  /** Waits until the profiler of a bag has said how long tasks take. Leaves nothing behind. */
  SampledTimes run(BagId bag, WorkOrder order) throws ProfilerFailed, InterruptedException {
    long endMillis = clock.millis() + settings.profilerMillis();
    if (!oneAtATime.tryAcquire(settings.profilerMillis(), TimeUnit.MILLISECONDS)) {
      throw new ProfilerFailed("Others took all of the time that it has.");
    }
    ProfilerJob job = new ProfilerJob(bag, order, folders);
    try {
      SampledTimes times = await(submit(job), Math.max(1, endMillis - clock.millis()));
      tidy(job);
      return times;
    } catch (ProfilerFailed e) {
      tidy(job);
      throw e;
    } finally {
      // Who is interrupted leaves the job to the next life of the agent.
      underWay.remove(job.name());
      oneAtATime.release();
    }
  }

  private UnderWay submit(ProfilerJob job) throws ProfilerFailed {
    try {
      ArrayJob array = job.prepare(inputs, settings.profilerMillis());
      batch.submit(array);
    } catch (IOException | RuntimeException e) {
      throw new ProfilerFailed("It cannot be run: " + e, e);
    }
    UnderWay submitted = new UnderWay(job, clock.millis());
    underWay.put(job.name(), submitted);
    return submitted;
  }

  private SampledTimes await(UnderWay submitted, long mostMillis)
      throws ProfilerFailed, InterruptedException {
    try {
      return submitted.times.get(mostMillis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new ProfilerFailed(
          "It has not ended after " + settings.profilerMillis() / Time.SECOND_MILLIS + " s.", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof ProfilerFailed failed
          ? failed
          : new ProfilerFailed("It cannot be read: " + e.getCause(), e);
    }
  }

  private void tidy(ProfilerJob job) {
    try {
      batch.cancel(job.name(), TaskSet.first(1));
      job.delete();
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.WARNING, "The job {0} leaves something behind: {1}", job.name(), e);
    }
  }

  /** Somebody more important needs the processors. */
  void giveWay() {
    underWay.values().forEach(one -> one.fail("It makes room for local users."));
  }

  /**
   * Looks for what has become of them.
   *
   * @param askedMillis when the queue was asked for
   * @return the queue with profilers as local jobs, for they are no part of a bag's tasks, and what
   *     they take is not on offer
   */
  Queue see(Queue queue, long askedMillis) {
    if (underWay.isEmpty()) {
      return queue;
    }
    List<LocalJob> local = new ArrayList<>(queue.local());
    List<OwnTask> own = new ArrayList<>();
    for (OwnTask task : queue.own()) {
      UnderWay profiler = underWay.get(task.jobName());
      if (profiler == null) {
        own.add(task);
      } else {
        profiler.missing = 0;
        local.add(asLocal(profiler, task));
      }
    }
    underWay.values().stream()
        .filter(one -> queue.own().stream().noneMatch(task -> isOf(one, task)))
        .filter(one -> one.submittedMillis < askedMillis)
        .forEach(one -> over(one, queue));
    return new Queue(local, own, queue.ended(), queue.holds());
  }

  private static boolean isOf(UnderWay profiler, OwnTask task) {
    return task.jobName().equals(profiler.job.name());
  }

  private LocalJob asLocal(UnderWay profiler, OwnTask task) {
    return new LocalJob(
        task.jobName(),
        profiler.job.width(),
        task.running(),
        profiler.submittedMillis,
        task.startedMillis(),
        settings.profilerMillis(),
        Time.NEVER);
  }

  private static void over(UnderWay profiler, Queue queue) {
    try {
      List<EndedTask.Why> stopped =
          queue.ended().stream()
              .filter(task -> task.jobName().equals(profiler.job.name()))
              .map(EndedTask::why)
              .toList();
      if (stopped.stream().anyMatch(EndedTask.Why::outweighsEvidence)) {
        profiler.fail("The batch system has stopped it: " + stopped.getFirst() + ".");
      } else if (profiler.job.hasEnded()) {
        profiler.times.complete(profiler.job.read());
      } else if (!stopped.isEmpty()) {
        profiler.fail("The batch system has stopped it: " + stopped.getFirst() + ".");
      } else if (++profiler.missing >= MISSING_AT_MOST) {
        profiler.fail("The batch system has lost it.");
      }
    } catch (IOException | ProfilerFailed e) {
      profiler.times.completeExceptionally(e);
    }
  }
}
