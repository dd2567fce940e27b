package tender.core.plan.reschedule;

import tender.core.plan.ConservativePlanner;
import tender.core.plan.EdfSchedule;
import tender.core.plan.Plan;
import tender.core.plan.Planner;
import tender.core.plan.Snapshot;
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
import tender.core.profile.Profile;

/**
 * Earliest deadline first, event by event, for a machine whose owner promises deadlines.
 *
 * <p>Rules. After every event everything that waits is planned afresh by {@link EdfSchedule}, and
 * starts when that plan says. But list scheduling is not monotone: now and then, when somebody ends
 * early, the fresh plan makes somebody end later than the plan in force would, and later than was
 * promised. Then the plan in force is kept and only {@link ConservativePlanner compressed}, which
 * makes nobody later. So a promise, once the plan in force keeps it, can only be broken by jobs
 * that outlive their estimates.
 */
public final class EdfScheduler implements PlanningScheduler {
  private static final Planner COMPRESSION = ConservativePlanner.withCompression();

  private static final int NOT_PLANNED = -1;

  private final Cluster cluster;
  private final RunningTasks running;

  /** The plan in force. */
  private Plan currentPlan = Plan.empty();

  /** The jobs that waited when the plan in force was made, as they are now. */
  private Job[] planned = {};

  /** At each job of the plan in force: how many of its runs have started. */
  private int[] startedRuns = {};

  /** At each job of the plan in force: how many of its tasks wait. */
  private int[] tasksLeft = {};

  private final List<Job> incomingJobs = new ArrayList<>();
  private boolean changed;
  private int plans;

  /** A job that waits and its place in the plan in force, {@link #NOT_PLANNED} if it has none. */
  private record Waiting(Job job, int place) {}

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
  public void ended(Job job, int tasks, long startedMillis, long nowMillis) {
    running.remove(job, tasks, startedMillis);
    // Who ends when he was expected to leaves nothing that was not planned with.
    changed |= nowMillis != startedMillis + job.durationMillis();
  }

  @Override
  public void replace(Job replacement) {
    incomingJobs.replaceAll(job -> job.id().equals(replacement.id()) ? replacement : job);
    for (int job = 0; job < planned.length; job++) {
      if (planned[job].id().equals(replacement.id())) {
        planned[job] = replacement;
        tasksLeft[job] = Math.min(tasksLeft[job], replacement.tasks());
      }
    }
    changed = true;
  }

  /**
   * Makes room for a large job and gives it to a smaller one. Fewer tasks can fit worse than more,
   * since list scheduling is not monotone; but whoever can keep to a plan with the large one can
   * keep to the same plan with some of its tasks left out.
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
        tasksLeft[job] = 0;
      }
    }
    changed = true;
  }

  @Override
  public void startDue(long nowMillis, StartListener starts) {
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
          // Somebody should have ended by now, and word of it may still come at this instant.
          free += tasks * planned[job].width();
          break;
        }
        startedRuns[job]++;
        tasksLeft[job] -= tasks;
        running.add(planned[job], tasks, nowMillis);
        starts.onStart(planned[job], tasks);
      }
    }
  }

  @Override
  public void removeTasks(Job job, int tasks) {
    for (Job newcomer : List.copyOf(incomingJobs)) {
      if (newcomer.id().equals(job.id())) {
        incomingJobs.remove(newcomer);
        if (newcomer.tasks() > tasks) {
          incomingJobs.add(newcomer.withTasks(newcomer.tasks() - tasks));
        }
      }
    }
    for (int place = 0; place < planned.length; place++) {
      if (planned[place].id().equals(job.id())) {
        tasksLeft[place] = Math.max(0, tasksLeft[place] - tasks);
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

  /** Whether what should have started by now does not fit beside what runs. */
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
        cluster, nowMillis, running.at(nowMillis), waiting().stream().map(Waiting::job).toList());
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
    return plans;
  }

  @Override
  public Map<JobId, Long> expectedEnds(long nowMillis) {
    replanIfChanged(nowMillis);
    Map<JobId, Long> ends = new LinkedHashMap<>();
    running.addExpectedEnds(nowMillis, ends);
    for (int job = 0; job < planned.length; job++) {
      if (tasksLeft[job] > 0) {
        ends.merge(planned[job].id(), currentPlan.completionMillis(job), Math::max);
      }
    }
    return ends;
  }

  /** In the order in which they will be planned, so that sorting them again costs little. */
  private List<Waiting> waiting() {
    List<Waiting> waiting = new ArrayList<>(planned.length + incomingJobs.size());
    for (int job = 0; job < planned.length; job++) {
      if (tasksLeft[job] > 0) {
        waiting.add(new Waiting(planned[job].withTasks(tasksLeft[job]), job));
      }
    }
    for (Job newcomer : incomingJobs) {
      waiting.add(new Waiting(newcomer, NOT_PLANNED));
    }
    waiting.sort((left, right) -> Job.BY_DEADLINE.compare(left.job, right.job));
    return waiting;
  }

  /**
   * The schedule in which newcomers may look for room. Empty when a fresh plan would make somebody
   * late: then there is room only {@link #freeBesidePlan beside} the plan in force.
   */
  @Override
  public Optional<EdfSchedule> edfSchedule(long nowMillis) {
    EdfSchedule fresh = EdfSchedule.of(snapshot(nowMillis));
    return delaysPromisedJob(fresh.plan()) ? Optional.empty() : Optional.of(fresh);
  }

  @Override
  public Profile freeBesidePlan(long nowMillis) {
    boolean isOverdue = nextStartMillis() < nowMillis;
    if (changed
        || isOverdue
        || running.hasOverdueTask(nowMillis)
        || isDueStartBlocked(nowMillis)) {
      replan(nowMillis);
    }
    Profile free = snapshot(nowMillis).freeBesideRunning();
    currentPlan.takeFrom(free, startedRuns);
    return free;
  }

  private void replan(long nowMillis) {
    if (isQueueEmpty()) {
      setCurrentPlan(Plan.empty());
      return;
    }
    Snapshot snapshot = snapshot(nowMillis);
    Plan fresh = EdfSchedule.of(snapshot).plan();
    setCurrentPlan(delaysPromisedJob(fresh) ? lessDelaying(fresh, snapshot) : fresh);
  }

  private boolean isQueueEmpty() {
    for (int left : tasksLeft) {
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
    tasksLeft = new int[planned.length];
    Arrays.setAll(tasksLeft, job -> planned[job].tasks());
    incomingJobs.clear();
    changed = false;
    plans++;
  }

  /** The plan in force cannot be kept either if somebody runs longer than it counts on. */
  private Plan lessDelaying(Plan fresh, Snapshot snapshot) {
    Plan kept = COMPRESSION.plan(snapshot, currentPlan);
    return worstDelayMillis(kept) < worstDelayMillis(fresh) ? kept : fresh;
  }

  /** Whether a plan of all that wait makes somebody late whom the plan in force does not. */
  private boolean delaysPromisedJob(Plan plan) {
    return worstDelayMillis(plan) > 0;
  }

  /** By how much a plan of all that wait makes somebody later than he may be, at worst. */
  private long worstDelayMillis(Plan plan) {
    List<Waiting> waiting = waiting();
    long worstMillis = 0;
    for (int job = 0; job < waiting.size(); job++) {
      long acceptableMillis = acceptableMillis(waiting.get(job));
      worstMillis = Math.max(worstMillis, plan.completionMillis(job) - acceptableMillis);
    }
    return worstMillis;
  }

  /** Newcomers too: one may have been promised a gap of the plan in force, which it must get. */
  private long acceptableMillis(Waiting waiting) {
    long deadlineMillis = waiting.job.deadlineMillis();
    return waiting.place == NOT_PLANNED
        ? deadlineMillis
        : Math.max(deadlineMillis, currentPlan.completionMillis(waiting.place));
  }
}
