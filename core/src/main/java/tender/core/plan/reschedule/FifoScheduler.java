package tender.core.plan.reschedule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.plan.ConservativePlanner;
import tender.core.plan.EdfSchedule;
import tender.core.plan.Plan;
import tender.core.plan.Planner;
import tender.core.plan.PlanningGranularity;
import tender.core.plan.Snapshot;
import tender.core.profile.ArrayProfile;
import tender.core.profile.TaskRuns;

/**
 * First come, first served with conservative backfilling, for a machine whose owner reports
 * expected ends and tries to improve them (Netto and Buyya, "Coordinated rescheduling of
 * Bag-of-Tasks for executions on multiple resource providers", 2012).
 *
 * <p>Rules. An incoming job gets the earliest places that all jobs before it leave. When a job ends
 * early or is withdrawn, the waiting jobs are moved one by one, in the order of a {@link
 * ReschedulingPolicy}, to the earliest places that are free if their own count as free: no job can
 * lose. Only a job that exceeds its estimate delays others; then jobs keep the places that they
 * can, and the rest is placed again.
 */
public final class FifoScheduler implements PlanningScheduler {
  private static final Planner WITHOUT_COMPRESSION = ConservativePlanner.withoutCompression();

  private final Cluster cluster;
  private final ReschedulingPolicy policy;
  private final PlanningGranularity granularity;
  private final RunningTasks running;

  /** In order of arrival. */
  private final List<QueuedJob> queue = new ArrayList<>();

  private final List<QueuedJob> toPlace = new ArrayList<>();

  /** The processors left free by all running and planned tasks. */
  private ArrayProfile free;

  /** Whether the profile and the planned places are no longer correct. */
  private boolean isInvalid;

  /** Whether processors were freed that waiting jobs might use. */
  private boolean hasGaps;

  private int planCount;

  /** A waiting job as it was planned before any job was moved. */
  private record QueuedCandidate(QueuedJob queued, ReschedulingPolicy.Candidate candidate) {}

  public FifoScheduler(
      Cluster cluster, ReschedulingPolicy policy, PlanningGranularity granularity) {
    this.cluster = cluster;
    this.policy = policy;
    this.granularity = granularity;
    running = new RunningTasks(cluster);
    free = ArrayProfile.of(-Time.LIMIT_MILLIS, cluster.processors());
  }

  @Override
  public void submit(Job job, long nowMillis) {
    QueuedJob incoming = new QueuedJob(granularity, job);
    queue.add(incoming);
    toPlace.add(incoming);
    replanIfChanged(nowMillis);
  }

  /**
   * Fewer tasks never end later when no other job is moved, so the large job need not be planned.
   */
  @Override
  public void submitShrunk(Job large, int tasks, long nowMillis) {
    submit(large.withTasks(tasks), nowMillis);
  }

  @Override
  public void addRunning(Job job, int tasks, long startedMillis) {
    running.add(job, tasks, startedMillis);
    isInvalid = true;
  }

  @Override
  public void ended(Job job, int tasks, long startedMillis, long nowMillis) {
    running.remove(job, tasks, startedMillis);
    long expectedMillis = startedMillis + job.durationMillis();
    if (expectedMillis > nowMillis && !isInvalid) {
      free.trimBefore(nowMillis);
      free.release(nowMillis, expectedMillis, tasks * job.width());
      hasGaps = true;
    } else if (expectedMillis != nowMillis) {
      isInvalid = true;
      hasGaps = true;
    }
  }

  @Override
  public void replace(Job replacement) {
    for (QueuedJob queued : queue) {
      if (queued.job.id().equals(replacement.id())) {
        hasGaps |= replacement.tasks() < queued.job.tasks();
        release(queued);
        queued.replace(replacement);
        toPlace.remove(queued);
        toPlace.add(queued);
      }
    }
  }

  /** Waiting tasks keep their starts until jobs are moved in the order of the policy. */
  @Override
  public void shorten(JobId id, long durationMillis) {
    boolean isShorter = running.shorten(id, durationMillis);
    for (QueuedJob queued : queue) {
      if (queued.job.id().equals(id) && durationMillis < queued.job.durationMillis()) {
        queued.replace(queued.job.withDuration(durationMillis));
        isShorter = true;
      }
    }
    isInvalid |= isShorter;
    hasGaps |= isShorter;
  }

  @Override
  public void withdraw(JobId id) {
    for (QueuedJob queued : List.copyOf(queue)) {
      if (queued.job.id().equals(id)) {
        release(queued);
        queue.remove(queued);
        toPlace.remove(queued);
        hasGaps = true;
      }
    }
  }

  /** Removes the places that start first. */
  @Override
  public void removeTasks(Job job, int tasks) {
    for (QueuedJob queued : List.copyOf(queue)) {
      if (queued.job.id().equals(job.id())) {
        if (queued.job.tasks() <= tasks) {
          queue.remove(queued);
          toPlace.remove(queued);
        } else {
          queued.replace(queued.job.withTasks(queued.job.tasks() - tasks));
          queued.places.removeFirst(queued.places.allTasks() - queued.plannedJob.tasks());
        }
        isInvalid = true;
        hasGaps = true;
      }
    }
  }

  @Override
  public void startDue(long nowMillis, StartListener listener) {
    replanIfChanged(nowMillis);
    int freeNow = running.freeProcessors();
    for (QueuedJob queued : List.copyOf(queue)) {
      while (queued.places.firstStartMillis() <= nowMillis) {
        freeNow -= queued.places.tasks(0) * queued.plannedJob.width();
        if (freeNow < 0) {
          // A running job should have ended by now, and its end may still be reported.
          return;
        }
        start(queued, nowMillis, listener);
      }
    }
  }

  private void start(QueuedJob queued, long nowMillis, StartListener listener) {
    Job job = queued.job;
    int plannedTasks = queued.places.tasks(0);
    int tasks = plannedTasks * queued.plannedJob.width() / job.width();
    running.add(job, tasks, nowMillis);
    // A job that starts late is expected to end late.
    isInvalid |= queued.places.firstStartMillis() != nowMillis;
    queued.places.removeFirst(plannedTasks);
    if (tasks == job.tasks()) {
      queue.remove(queued);
    } else {
      queued.replace(job.withTasks(job.tasks() - tasks));
    }
    listener.onStart(job, tasks);
  }

  @Override
  public long nextStartMillis() {
    long nextMillis = Time.NEVER;
    for (QueuedJob queued : queue) {
      nextMillis = Math.min(nextMillis, queued.places.firstStartMillis());
    }
    return nextMillis;
  }

  @Override
  public void replanIfOverdue(long nowMillis) {
    if (nextStartMillis() < nowMillis) {
      isInvalid = true;
      replanIfChanged(nowMillis);
    }
  }

  @Override
  public void replanIfChanged(long nowMillis) {
    if (isInvalid) {
      placeAllAgain(nowMillis);
    }
    for (QueuedJob queued : toPlace) {
      place(queued, nowMillis);
    }
    toPlace.clear();
    if (hasGaps) {
      moveEarlier(nowMillis);
    }
    isInvalid = false;
    hasGaps = false;
  }

  @Override
  public void replanAroundOverdue(long nowMillis) {
    long freeNow = running.freeProcessors();
    for (QueuedJob queued : queue) {
      TaskRuns places = queued.places;
      for (int i = 0; i < places.size() && places.startMillis(i) <= nowMillis; i++) {
        freeNow -= (long) places.tasks(i) * queued.plannedJob.width();
      }
    }
    isInvalid |= freeNow < 0;
  }

  @Override
  public void bagCompletionChanged(JobId part, long completionMillis) {
    for (QueuedJob queued : queue) {
      if (queued.job.id().equals(part)) {
        queued.bagEndMillis = completionMillis;
      }
    }
  }

  @Override
  public List<JobId> queueOrder(long nowMillis) {
    List<ReschedulingPolicy.Candidate> candidate =
        queue.stream().map(QueuedJob::candidate).toList();
    return YieldOrder.of(candidate, policy, nowMillis).stream()
        .map(other -> other.job().id())
        .toList();
  }

  @Override
  public int planCount() {
    return planCount;
  }

  @Override
  public Map<JobId, Long> expectedEnds(long nowMillis) {
    Map<JobId, Long> ends = new LinkedHashMap<>();
    running.addExpectedEnds(nowMillis, ends);
    for (QueuedJob queued : queue) {
      ends.merge(queued.job.id(), queued.endMillis(), Math::max);
    }
    return ends;
  }

  @Override
  public Snapshot snapshot(long nowMillis) {
    return new Snapshot(
        cluster, nowMillis, running.at(nowMillis), queue.stream().map(other -> other.job).toList());
  }

  /** An incoming job is never planned before others. */
  @Override
  public Optional<EdfSchedule> edfSchedule(long nowMillis) {
    return Optional.empty();
  }

  @Override
  public ArrayProfile freeBesidePlan(long nowMillis) {
    replanAroundOverdue(nowMillis);
    isInvalid |= running.hasOverdueTask(nowMillis) || nextStartMillis() < nowMillis;
    replanIfChanged(nowMillis);
    free.trimBefore(nowMillis);
    return free.copy();
  }

  private void release(QueuedJob queued) {
    // A start that is overdue is in a part of the profile that was trimmed.
    isInvalid |= queued.places.firstStartMillis() < free.originMillis();
    if (!isInvalid) {
      queued.places.releaseTo(free, queued.plannedJob.width(), queued.plannedJob.durationMillis());
    }
    queued.places.clear();
  }

  private void place(QueuedJob queued, long nowMillis) {
    Job plannedJob = queued.plannedJob;
    free.takeEach(
        plannedJob.tasks() - queued.places.allTasks(),
        plannedJob.width(),
        plannedJob.durationMillis(),
        Math.max(nowMillis, plannedJob.submittedMillis()),
        queued.places);
  }

  /** No job loses by moving to the earliest places, because its own count as free. */
  private void moveEarlier(long nowMillis) {
    planCount++;
    free.trimBefore(nowMillis);
    for (QueuedCandidate next : sortedCandidates()) {
      Job plannedJob = next.queued.plannedJob;
      next.queued.places.moveEarlier(
          free,
          plannedJob.width(),
          plannedJob.durationMillis(),
          Math.max(nowMillis, plannedJob.submittedMillis()));
      place(next.queued, nowMillis);
    }
  }

  private List<QueuedCandidate> sortedCandidates() {
    List<QueuedCandidate> sorted = new ArrayList<>(queue.size());
    for (QueuedJob queued : queue) {
      sorted.add(new QueuedCandidate(queued, queued.candidate()));
    }
    sorted.sort(Comparator.comparing(QueuedCandidate::candidate, policy.order()));
    return sorted;
  }

  private void placeAllAgain(long nowMillis) {
    planCount++;
    toPlace.forEach(queued -> queued.places.clear());
    toPlace.clear();
    Snapshot snapshot = planned(nowMillis);
    Plan plan = WITHOUT_COMPRESSION.plan(snapshot, plan());
    free = snapshot.freeBesideRunning();
    plan.takeFrom(free, new int[queue.size()]);
    for (int i = 0; i < queue.size(); i++) {
      TaskRuns places = queue.get(i).places;
      places.clear();
      for (int run = 0; run < plan.runs(i); run++) {
        places.add(plan.runStartMillis(i, run), plan.runTasks(i, run));
      }
    }
    isInvalid = false;
  }

  /** The running jobs, and the waiting jobs in the form in which they are planned. */
  Snapshot planned(long nowMillis) {
    return new Snapshot(
        cluster,
        nowMillis,
        running.at(nowMillis),
        queue.stream().map(other -> other.plannedJob).toList());
  }

  @Override
  public Plan plan() {
    Plan.Builder plan = new Plan.Builder(queue.stream().map(other -> other.plannedJob).toList());
    for (int i = 0; i < queue.size(); i++) {
      TaskRuns places = queue.get(i).places;
      for (int run = 0; run < places.size(); run++) {
        plan.add(i, places.startMillis(run), places.tasks(run));
      }
    }
    return plan.build();
  }
}
