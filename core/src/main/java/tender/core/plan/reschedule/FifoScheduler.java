package tender.core.plan.reschedule;

import tender.core.plan.ConservativePlanner;
import tender.core.plan.EdfSchedule;
import tender.core.plan.PlanningGranularity;
import tender.core.plan.Plan;
import tender.core.plan.Planner;
import tender.core.plan.Snapshot;
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
import tender.core.profile.ArrayProfile;
import tender.core.profile.TaskRuns;

/**
 * First come, first served with conservative backfilling, for a machine whose owner says when
 * things will be done and wants to do them earlier (Netto and Buyya, "Coordinated rescheduling of
 * Bag-of-Tasks for executions on multiple resource providers", 2012).
 *
 * <p>Rules. Whoever comes gets the earliest places that all before him leave. When somebody ends
 * before his estimate, or goes, those who wait are moved one by one, in the order of a {@link
 * Rescheduling}, to the earliest places that are free for them if their own count as free: nobody
 * can lose. Only who outlives his estimate makes others later; then they keep the places that they
 * can, and the rest is placed anew.
 */
public final class FifoScheduler implements PlanningScheduler {
  private static final Planner KEEPING = ConservativePlanner.withoutCompression();

  private final Cluster cluster;
  private final ReschedulingPolicy rescheduling;
  private final PlanningGranularity granularity;
  private final RunningTasks running;

  /** In order of arrival. */
  private final List<Queued> queue = new ArrayList<>();

  private final List<Queued> toPlace = new ArrayList<>();

  /** The machine beside all that runs and all that has a place. */
  private ArrayProfile free;

  /** Whether the profile and the places are no longer true. */
  private boolean isInvalid;

  /** Whether something was left free that those who wait might use. */
  private boolean hasGaps;

  private int plans;

  /** A job that waits, with its places in the plan. */
  private static final class Queued {
    final PlanningGranularity grain;
    Job job;

    /** The job as it is planned; its places are those of this one's tasks. */
    Job piece;

    long bagEndMillis = -Time.LIMIT_MILLIS;
    final TaskRuns places = new TaskRuns();

    Queued(PlanningGranularity grain, Job job) {
      this.grain = grain;
      this.job = job;
      piece = grain.plannedJob(job);
    }

    void replace(Job replacement) {
      job = replacement;
      piece = grain.plannedJob(replacement);
    }

    long endMillis() {
      return places.allTasks() < piece.tasks()
          ? Time.NEVER
          : places.lastStartMillis() + piece.durationMillis();
    }

    ReschedulingPolicy.Candidate waiting() {
      long endMillis = endMillis();
      return new ReschedulingPolicy.Candidate(
          job, places.firstStartMillis(), endMillis, Math.max(endMillis, bagEndMillis));
    }
  }

  /** Somebody who waits, as he stood before anybody was moved. */
  private record Turn(Queued queued, ReschedulingPolicy.Candidate waiting) {}

  public FifoScheduler(Cluster cluster, ReschedulingPolicy rescheduling, PlanningGranularity grain) {
    this.cluster = cluster;
    this.rescheduling = rescheduling;
    this.granularity = grain;
    running = new RunningTasks(cluster);
    free = ArrayProfile.of(-Time.LIMIT_MILLIS, cluster.processors());
  }

  @Override
  public void submit(Job job, long nowMillis) {
    Queued newcomer = new Queued(granularity, job);
    queue.add(newcomer);
    toPlace.add(newcomer);
    replanIfChanged(nowMillis);
  }

  /** Fewer tasks end no later where nobody else is moved, so the large one needs no room. */
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
    for (Queued queued : queue) {
      if (queued.job.id().equals(replacement.id())) {
        hasGaps |= replacement.tasks() < queued.job.tasks();
        release(queued);
        queued.replace(replacement);
        toPlace.remove(queued);
        toPlace.add(queued);
      }
    }
  }

  @Override
  public void withdraw(JobId id) {
    for (Queued queued : List.copyOf(queue)) {
      if (queued.job.id().equals(id)) {
        release(queued);
        queue.remove(queued);
        toPlace.remove(queued);
        hasGaps = true;
      }
    }
  }

  /** Those that were to start first are taken for those that left. */
  @Override
  public void removeTasks(Job job, int tasks) {
    for (Queued queued : List.copyOf(queue)) {
      if (queued.job.id().equals(job.id())) {
        if (queued.job.tasks() <= tasks) {
          queue.remove(queued);
          toPlace.remove(queued);
        } else {
          queued.replace(queued.job.withTasks(queued.job.tasks() - tasks));
          queued.places.removeFirst(queued.places.allTasks() - queued.piece.tasks());
        }
        isInvalid = true;
        hasGaps = true;
      }
    }
  }

  @Override
  public void startDue(long nowMillis, StartListener starts) {
    replanIfChanged(nowMillis);
    int freeNow = running.freeProcessors();
    for (Queued queued : List.copyOf(queue)) {
      while (queued.places.firstStartMillis() <= nowMillis) {
        freeNow -= queued.places.tasks(0) * queued.piece.width();
        if (freeNow < 0) {
          // Somebody should have ended by now, and word of it may still come at this instant.
          return;
        }
        start(queued, nowMillis, starts);
      }
    }
  }

  private void start(Queued queued, long nowMillis, StartListener starts) {
    Job job = queued.job;
    int pieces = queued.places.tasks(0);
    int tasks = pieces * queued.piece.width() / job.width();
    running.add(job, tasks, nowMillis);
    // Whoever starts late is expected to end late.
    isInvalid |= queued.places.firstStartMillis() != nowMillis;
    queued.places.removeFirst(pieces);
    if (tasks == job.tasks()) {
      queue.remove(queued);
    } else {
      queued.replace(job.withTasks(job.tasks() - tasks));
    }
    starts.onStart(job, tasks);
  }

  @Override
  public long nextStartMillis() {
    long nextMillis = Time.NEVER;
    for (Queued queued : queue) {
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
    for (Queued queued : toPlace) {
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
    for (Queued queued : queue) {
      TaskRuns places = queued.places;
      for (int i = 0; i < places.size() && places.startMillis(i) <= nowMillis; i++) {
        freeNow -= (long) places.tasks(i) * queued.piece.width();
      }
    }
    isInvalid |= freeNow < 0;
  }

  @Override
  public void bagCompletionChanged(JobId part, long byMillis) {
    for (Queued queued : queue) {
      if (queued.job.id().equals(part)) {
        queued.bagEndMillis = byMillis;
      }
    }
  }

  @Override
  public List<JobId> queueOrder(long nowMillis) {
    List<ReschedulingPolicy.Candidate> waiting = queue.stream().map(Queued::waiting).toList();
    return YieldOrder.of(waiting, rescheduling, nowMillis).stream()
        .map(one -> one.job().id())
        .toList();
  }

  @Override
  public int planCount() {
    return plans;
  }

  @Override
  public Map<JobId, Long> expectedEnds(long nowMillis) {
    Map<JobId, Long> ends = new LinkedHashMap<>();
    running.addExpectedEnds(nowMillis, ends);
    for (Queued queued : queue) {
      ends.merge(queued.job.id(), queued.endMillis(), Math::max);
    }
    return ends;
  }

  @Override
  public Snapshot snapshot(long nowMillis) {
    return new Snapshot(
        cluster, nowMillis, running.at(nowMillis), queue.stream().map(one -> one.job).toList());
  }

  /** Nobody may take a place before others. */
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

  private void release(Queued queued) {
    // Who should have started and could not, has his place in what the profile has forgotten.
    isInvalid |= queued.places.firstStartMillis() < free.originMillis();
    if (!isInvalid) {
      queued.places.releaseTo(free, queued.piece.width(), queued.piece.durationMillis());
    }
    queued.places.clear();
  }

  private void place(Queued queued, long nowMillis) {
    Job piece = queued.piece;
    free.takeEach(
        piece.tasks() - queued.places.allTasks(),
        piece.width(),
        piece.durationMillis(),
        Math.max(nowMillis, piece.submittedMillis()),
        queued.places);
  }

  /** Nobody loses who is moved to the earliest places beside all others, for his own are among. */
  private void moveEarlier(long nowMillis) {
    plans++;
    free.trimBefore(nowMillis);
    for (Turn turn : turns()) {
      Job piece = turn.queued.piece;
      turn.queued.places.moveEarlier(
          free,
          piece.width(),
          piece.durationMillis(),
          Math.max(nowMillis, piece.submittedMillis()));
      place(turn.queued, nowMillis);
    }
  }

  private List<Turn> turns() {
    List<Turn> turns = new ArrayList<>(queue.size());
    for (Queued queued : queue) {
      turns.add(new Turn(queued, queued.waiting()));
    }
    turns.sort(Comparator.comparing(Turn::waiting, rescheduling.order()));
    return turns;
  }

  private void placeAllAgain(long nowMillis) {
    plans++;
    toPlace.forEach(queued -> queued.places.clear());
    toPlace.clear();
    Snapshot snapshot = planned(nowMillis);
    Plan plan = KEEPING.plan(snapshot, plan());
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

  /** What runs, and what waits as it is planned. */
  Snapshot planned(long nowMillis) {
    return new Snapshot(
        cluster, nowMillis, running.at(nowMillis), queue.stream().map(one -> one.piece).toList());
  }

  @Override
  public Plan plan() {
    Plan.Builder plan = new Plan.Builder(queue.stream().map(one -> one.piece).toList());
    for (int i = 0; i < queue.size(); i++) {
      TaskRuns places = queue.get(i).places;
      for (int run = 0; run < places.size(); run++) {
        plan.add(i, places.startMillis(run), places.tasks(run));
      }
    }
    return plan.build();
  }
}
