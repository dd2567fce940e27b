package tender.core.plan.reschedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.node.ObservedUse;
import tender.core.plan.ConservativePlanner;
import tender.core.plan.EdfSchedule;
import tender.core.plan.Plan;
import tender.core.plan.Planner;
import tender.core.plan.Snapshot;
import tender.core.profile.Profile;

/**
 * Earliest deadline first, event by event, for a machine whose owner promises deadlines.
 *
 * <p>Rules. After every event all waiting jobs are planned again by {@link EdfSchedule}, and start
 * according to that plan. But list scheduling is not monotone: occasionally, when a job ends early,
 * the new plan makes a job end later than the current plan would, and later than promised. Then the
 * current plan is kept and only {@link ConservativePlanner compressed}, which delays no job. So a
 * promise that the current plan keeps can only be broken by jobs that exceed their estimates. On a
 * cluster with nodes, the new plan is always followed, because the nodes of waiting tasks are
 * chosen by the batch system.
 */
public final class EdfScheduler implements PlanningScheduler {
  private static final Planner COMPRESSION = ConservativePlanner.withCompression();
  private static final Planner SAME_STARTS = ConservativePlanner.withoutCompression();

  private static final int NOT_PLANNED = -1;

  private final Cluster cluster;
  private final RunningTasks running;

  /** The plan that is being followed. */
  private Plan currentPlan = Plan.empty();

  /** The jobs of the current plan, as they are now. */
  private Job[] planned = {};

  /** For each job of the current plan: how many of its runs have started. */
  private int[] startedRuns = {};

  /** For each job of the current plan: how many of its tasks are waiting. */
  private int[] waitingTasks = {};

  private final List<Job> incomingJobs = new ArrayList<>();
  private Optional<List<ObservedUse>> onNodes = Optional.empty();
  private boolean changed;
  private int planCount;

  /** A waiting job and its index in the current plan, {@link #NOT_PLANNED} if it has none. */
  private record Waiting(Job job, int index) {}

  public EdfScheduler(Cluster cluster) {
    this.cluster = cluster;
    running = new RunningTasks(cluster);
  }

  @Override
  public void submit(Job job, long nowMillis) {
    incomingJobs.add(job);
    changed = true;
  }

  @Override
  public void addRunning(Job job, int tasks, long startedMillis) {
    running.add(job, tasks, startedMillis);
    changed = true;
  }

  @Override
  public void nodesObserved(List<ObservedUse> uses) {
    Optional<List<ObservedUse>> observed = Optional.of(List.copyOf(uses));
    changed |= !observed.equals(onNodes);
    onNodes = observed;
  }

  @Override
  public void ended(Job job, int tasks, long startedMillis, long nowMillis) {
    running.remove(job, tasks, startedMillis);
    // A job that ends exactly as expected frees nothing that the plan does not know.
    changed |= nowMillis != startedMillis + job.durationMillis();
  }

  @Override
  public void replace(Job replacement) {
    incomingJobs.replaceAll(job -> job.id().equals(replacement.id()) ? replacement : job);
    for (int job = 0; job < planned.length; job++) {
      if (planned[job].id().equals(replacement.id())) {
        planned[job] = replacement;
        waitingTasks[job] = Math.min(waitingTasks[job], replacement.tasks());
      }
    }
    changed = true;
  }

  @Override
  public void shorten(JobId id, long durationMillis) {
    incomingJobs.replaceAll(job -> shortened(job, id, durationMillis));
    for (int job = 0; job < planned.length; job++) {
      planned[job] = shortened(planned[job], id, durationMillis);
    }
    running.shorten(id, durationMillis);
    changed = true;
  }

  private static Job shortened(Job job, JobId id, long durationMillis) {
    return job.id().equals(id) && durationMillis < job.durationMillis()
        ? job.withDuration(durationMillis)
        : job;
  }

  /**
   * Plans a large job and then reduces it to fewer tasks. Because list scheduling is not monotone,
   * fewer tasks alone may not fit where more do; but if all jobs can keep to a plan with the large
   * job, they can keep to the same plan with some of its tasks left out.
   */
  @Override
  public void submitShrunk(Job large, int tasks, long nowMillis) {
    submit(large, nowMillis);
    replan(nowMillis);
    replace(large.withTasks(tasks));
  }

  @Override
  public void withdraw(JobId id) {
    incomingJobs.removeIf(job -> job.id().equals(id));
    for (int job = 0; job < startedRuns.length; job++) {
      if (planned[job].id().equals(id)) {
        startedRuns[job] = currentPlan.runs(job);
        waitingTasks[job] = 0;
      }
    }
    changed = true;
  }

  @Override
  public void startDue(long nowMillis, StartListener listener) {
    if (changed) {
      replan(nowMillis);
    }
    int free = running.freeProcessors();
    for (int job = 0; job < startedRuns.length; job++) {
      while (startedRuns[job] < currentPlan.runs(job)
          && currentPlan.runStartMillis(job, startedRuns[job]) <= nowMillis) {
        int tasks = currentPlan.runTasks(job, startedRuns[job]);
        free -= tasks * planned[job].width();
        if (free < 0) {
          // A running job should have ended by now, and its end may still be reported.
          free += tasks * planned[job].width();
          break;
        }
        startedRuns[job]++;
        waitingTasks[job] -= tasks;
        running.add(planned[job], tasks, nowMillis);
        listener.onStart(planned[job], tasks);
      }
    }
  }

  @Override
  public void removeTasks(Job job, int tasks) {
    for (Job incoming : List.copyOf(incomingJobs)) {
      if (incoming.id().equals(job.id())) {
        incomingJobs.remove(incoming);
        if (incoming.tasks() > tasks) {
          incomingJobs.add(incoming.withTasks(incoming.tasks() - tasks));
        }
      }
    }
    for (int index = 0; index < planned.length; index++) {
      if (planned[index].id().equals(job.id())) {
        waitingTasks[index] = Math.max(0, waitingTasks[index] - tasks);
      }
    }
    changed = true;
  }

  @Override
  public void replanIfOverdue(long nowMillis) {
    if (nextStartMillis() < nowMillis) {
      replan(nowMillis);
    }
  }

  @Override
  public void replanIfChanged(long nowMillis) {
    if (changed) {
      replan(nowMillis);
    }
  }

  @Override
  public void replanAroundOverdue(long nowMillis) {
    changed |= isDueStartBlocked(nowMillis);
  }

  /** Whether due tasks do not fit next to the running ones. */
  private boolean isDueStartBlocked(long nowMillis) {
    long free = running.freeProcessors();
    for (int job = 0; job < startedRuns.length; job++) {
      for (int run = startedRuns[job];
          run < currentPlan.runs(job) && currentPlan.runStartMillis(job, run) <= nowMillis;
          run++) {
        free -= (long) currentPlan.runTasks(job, run) * planned[job].width();
      }
    }
    return free < 0;
  }

  @Override
  public long nextStartMillis() {
    long nextMillis = Time.NEVER;
    for (int job = 0; job < startedRuns.length; job++) {
      if (startedRuns[job] < currentPlan.runs(job)) {
        nextMillis = Math.min(nextMillis, currentPlan.runStartMillis(job, startedRuns[job]));
      }
    }
    return nextMillis;
  }

  @Override
  public Snapshot snapshot(long nowMillis) {
    return new Snapshot(
        cluster,
        nowMillis,
        running.at(nowMillis),
        waiting().stream().map(Waiting::job).toList(),
        onNodes);
  }

  @Override
  public Plan plan() {
    Plan.Builder left = new Plan.Builder(currentPlan.jobs());
    for (int job = 0; job < planned.length; job++) {
      for (int run = startedRuns[job]; run < currentPlan.runs(job); run++) {
        left.add(job, currentPlan.runStartMillis(job, run), currentPlan.runTasks(job, run));
      }
    }
    return left.build();
  }

  @Override
  public int planCount() {
    return planCount;
  }

  /** By deadline, as planned: in order of arrival, the batch system would not follow the plan. */
  @Override
  public List<JobId> queueOrder(long nowMillis) {
    return waiting().stream().map(waiting -> waiting.job().id()).toList();
  }

  @Override
  public Map<JobId, Long> expectedEnds(long nowMillis) {
    replanIfChanged(nowMillis);
    Map<JobId, Long> ends = new LinkedHashMap<>();
    running.addExpectedEnds(nowMillis, ends);
    for (int job = 0; job < planned.length; job++) {
      if (waitingTasks[job] > 0) {
        ends.merge(planned[job].id(), currentPlan.completionMillis(job), Math::max);
      }
    }
    return ends;
  }

  /** In the order in which they will be planned, so that sorting them again costs little. */
  private List<Waiting> waiting() {
    List<Waiting> waiting = new ArrayList<>(planned.length + incomingJobs.size());
    for (int job = 0; job < planned.length; job++) {
      if (waitingTasks[job] > 0) {
        waiting.add(new Waiting(planned[job].withTasks(waitingTasks[job]), job));
      }
    }
    for (Job incoming : incomingJobs) {
      waiting.add(new Waiting(incoming, NOT_PLANNED));
    }
    waiting.sort((left, right) -> Job.BY_DEADLINE.compare(left.job, right.job));
    return waiting;
  }

  /**
   * The schedule for incoming jobs. Empty if a new plan would make a promised job late: then
   * incoming jobs can only use the {@link #freeBesidePlan gaps} of the current plan. With nodes the
   * batch system chooses them, so that the gaps of an earlier plan say little.
   */
  @Override
  public Optional<EdfSchedule> edfSchedule(long nowMillis) {
    EdfSchedule updated = EdfSchedule.of(snapshot(nowMillis));
    return hasNodes() || !delaysPromisedJob(updated.plan())
        ? Optional.of(updated)
        : Optional.empty();
  }

  private boolean hasNodes() {
    return cluster.nodes().isPresent();
  }

  @Override
  public Profile freeBesidePlan(long nowMillis) {
    boolean isOverdue = nextStartMillis() < nowMillis;
    if (changed || isOverdue || running.hasOverdueTask(nowMillis) || isDueStartBlocked(nowMillis)) {
      replan(nowMillis);
    }
    Profile free = snapshot(nowMillis).freeBesideRunning();
    if (hasNodes()) {
      currentPlan.takeAvailableFrom(free, startedRuns);
    } else {
      currentPlan.takeFrom(free, startedRuns);
    }
    return free;
  }

  private void replan(long nowMillis) {
    if (isQueueEmpty()) {
      setCurrentPlan(Plan.empty());
      return;
    }
    Snapshot snapshot = snapshot(nowMillis);
    Plan updated = EdfSchedule.of(snapshot).plan();
    setCurrentPlan(
        !hasNodes() && delaysPromisedJob(updated) ? lessDelaying(updated, snapshot) : updated);
  }

  private boolean isQueueEmpty() {
    for (int left : waitingTasks) {
      if (left > 0) {
        return false;
      }
    }
    return incomingJobs.isEmpty();
  }

  private void setCurrentPlan(Plan plan) {
    currentPlan = plan;
    planned = plan.jobs().toArray(Job[]::new);
    startedRuns = new int[planned.length];
    waitingTasks = new int[planned.length];
    Arrays.setAll(waitingTasks, job -> planned[job].tasks());
    incomingJobs.clear();
    changed = false;
    planCount++;
  }

  /**
   * A plan that follows the current one. Jobs move earlier if that delays none: an incoming job may
   * have been promised a gap into which they would move. If a running job exceeds its estimate, the
   * current plan cannot be kept either.
   */
  private Plan lessDelaying(Plan updated, Snapshot snapshot) {
    Plan best = COMPRESSION.plan(snapshot, currentPlan);
    if (delaysPromisedJob(best)) {
      Plan kept = SAME_STARTS.plan(snapshot, currentPlan);
      best = worstDelayMillis(kept) < worstDelayMillis(best) ? kept : best;
    }
    return worstDelayMillis(best) < worstDelayMillis(updated) ? best : updated;
  }

  /** Whether a plan makes a job late that is not late in the current plan. */
  private boolean delaysPromisedJob(Plan plan) {
    return worstDelayMillis(plan) > 0;
  }

  /** The largest delay of any waiting job beyond its acceptable end. */
  private long worstDelayMillis(Plan plan) {
    List<Waiting> waiting = waiting();
    long worstMillis = 0;
    for (int job = 0; job < waiting.size(); job++) {
      long acceptableMillis = acceptableMillis(waiting.get(job));
      worstMillis = Math.max(worstMillis, plan.completionMillis(job) - acceptableMillis);
    }
    return worstMillis;
  }

  /** Includes incoming jobs, because one may have been promised a gap of the current plan. */
  private long acceptableMillis(Waiting waiting) {
    long deadlineMillis = waiting.job.deadlineMillis();
    return waiting.index == NOT_PLANNED
        ? deadlineMillis
        : Math.max(deadlineMillis, currentPlan.completionMillis(waiting.index));
  }
}
