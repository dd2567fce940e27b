package tender.core.plan;

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
  private final Rescheduling rescheduling;
  private final RunningTasks running;

  /** In order of arrival. */
  private final List<Queued> queue = new ArrayList<>();

  private final List<Queued> toPlace = new ArrayList<>();

  /** The machine beside all that runs and all that has a place. */
  private ArrayProfile free;

  /** Whether the profile and the places are no longer true. */
  private boolean broken;

  /** Whether something was left free that those who wait might use. */
  private boolean fragmented;

  private int plans;

  /** A job that waits, with its places in the plan. */
  private static final class Queued {
    Job job;
    long bagEndMillis = -Time.LIMIT_MILLIS;
    final List<Place> places = new ArrayList<>();

    Queued(Job job) {
      this.job = job;
    }

    long startMillis() {
      return places.isEmpty() ? Time.NEVER : places.getFirst().startMillis;
    }

    long endMillis() {
      int planned = places.stream().mapToInt(Place::tasks).sum();
      return planned < job.tasks()
          ? Time.NEVER
          : places.getLast().startMillis + job.durationMillis();
    }

    Rescheduling.Waiting waiting() {
      long endMillis = endMillis();
      return new Rescheduling.Waiting(
          job, startMillis(), endMillis, Math.max(endMillis, bagEndMillis));
    }
  }

  /** Where tasks that start together stand in the plan. */
  private record Place(long startMillis, int tasks) {}

  /** Somebody who waits, as he stood before anybody was moved. */
  private record Turn(Queued queued, Rescheduling.Waiting waiting) {}

  public FifoScheduler(Cluster cluster, Rescheduling rescheduling) {
    this.cluster = cluster;
    this.rescheduling = rescheduling;
    running = new RunningTasks(cluster);
    free = ArrayProfile.of(-Time.LIMIT_MILLIS, cluster.processors());
  }

  @Override
  public void submit(Job job, long nowMillis) {
    Queued newcomer = new Queued(job);
    queue.add(newcomer);
    toPlace.add(newcomer);
    planIfChanged(nowMillis);
  }

  /** Fewer tasks end no later where nobody else is moved, so the large one needs no room. */
  @Override
  public void submitInRoomOf(Job large, int tasks, long nowMillis) {
    submit(large.withTasks(tasks), nowMillis);
  }

  @Override
  public void adopt(Job job, int tasks, long startedMillis) {
    running.add(job, tasks, startedMillis);
    broken = true;
  }

  @Override
  public void ended(Job job, int tasks, long startedMillis, long nowMillis) {
    running.remove(job, tasks, startedMillis);
    long expectedMillis = startedMillis + job.durationMillis();
    if (expectedMillis > nowMillis && !broken) {
      free.forgetBefore(nowMillis);
      free.give(nowMillis, expectedMillis, tasks * job.width());
      fragmented = true;
    } else if (expectedMillis != nowMillis) {
      broken = true;
      fragmented = true;
    }
  }

  @Override
  public void replace(Job replacement) {
    for (Queued queued : queue) {
      if (queued.job.id().equals(replacement.id())) {
        fragmented |= replacement.tasks() < queued.job.tasks();
        giveBack(queued);
        queued.job = replacement;
        toPlace.remove(queued);
        toPlace.add(queued);
      }
    }
  }

  @Override
  public void withdraw(JobId id) {
    for (Queued queued : List.copyOf(queue)) {
      if (queued.job.id().equals(id)) {
        giveBack(queued);
        queue.remove(queued);
        toPlace.remove(queued);
        fragmented = true;
      }
    }
  }

  /** Those that were to start first are taken for those that left. */
  @Override
  public void leave(Job job, int tasks) {
    for (Queued queued : List.copyOf(queue)) {
      if (queued.job.id().equals(job.id())) {
        if (queued.job.tasks() <= tasks) {
          queue.remove(queued);
          toPlace.remove(queued);
        } else {
          queued.job = queued.job.withTasks(queued.job.tasks() - tasks);
          dropFirst(queued, tasks);
        }
        broken = true;
        fragmented = true;
      }
    }
  }

  private static void dropFirst(Queued queued, int tasks) {
    int left = tasks;
    while (left > 0 && !queued.places.isEmpty()) {
      Place first = queued.places.removeFirst();
      if (first.tasks > left) {
        queued.places.addFirst(new Place(first.startMillis, first.tasks - left));
      }
      left -= Math.min(left, first.tasks);
    }
  }

  @Override
  public void startDue(long nowMillis, Starts starts) {
    planIfChanged(nowMillis);
    int freeNow = running.freeProcessors();
    for (Queued queued : List.copyOf(queue)) {
      while (queued.startMillis() <= nowMillis) {
        Place first = queued.places.getFirst();
        freeNow -= first.tasks * queued.job.width();
        if (freeNow < 0) {
          // Somebody should have ended by now, and word of it may still come at this instant.
          return;
        }
        start(queued, nowMillis, starts);
      }
    }
  }

  private void start(Queued queued, long nowMillis, Starts starts) {
    Place first = queued.places.removeFirst();
    Job job = queued.job;
    running.add(job, first.tasks, nowMillis);
    // Whoever starts late is expected to end late.
    broken |= first.startMillis != nowMillis;
    if (first.tasks == job.tasks()) {
      queue.remove(queued);
    } else {
      queued.job = job.withTasks(job.tasks() - first.tasks);
    }
    starts.start(job, first.tasks);
  }

  @Override
  public long nextStartMillis() {
    long nextMillis = Time.NEVER;
    for (Queued queued : queue) {
      nextMillis = Math.min(nextMillis, queued.startMillis());
    }
    return nextMillis;
  }

  @Override
  public void planIfOverdue(long nowMillis) {
    if (nextStartMillis() < nowMillis) {
      broken = true;
      planIfChanged(nowMillis);
    }
  }

  @Override
  public void planIfChanged(long nowMillis) {
    if (broken) {
      placeAllAnew(nowMillis);
    }
    for (Queued queued : toPlace) {
      place(queued, nowMillis);
    }
    toPlace.clear();
    if (fragmented) {
      moveForward(nowMillis);
    }
    broken = false;
    fragmented = false;
  }

  @Override
  public void planAroundLateOnes(long nowMillis) {
    long freeNow = running.freeProcessors();
    for (Queued queued : queue) {
      for (Place place : queued.places) {
        if (place.startMillis <= nowMillis) {
          freeNow -= (long) place.tasks * queued.job.width();
        }
      }
    }
    broken |= freeNow < 0;
  }

  @Override
  public void expectBag(JobId part, long byMillis) {
    for (Queued queued : queue) {
      if (queued.job.id().equals(part)) {
        queued.bagEndMillis = byMillis;
      }
    }
  }

  @Override
  public List<JobId> order() {
    return rescheduling.isCoordinated()
        ? turns().stream().map(turn -> turn.queued.job.id()).toList()
        : List.of();
  }

  @Override
  public int plans() {
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
  public Optional<EdfSchedule> schedule(long nowMillis) {
    return Optional.empty();
  }

  @Override
  public ArrayProfile freeBesidePlan(long nowMillis) {
    planAroundLateOnes(nowMillis);
    broken |= running.isSomebodyLate(nowMillis) || nextStartMillis() < nowMillis;
    planIfChanged(nowMillis);
    free.forgetBefore(nowMillis);
    return free.branch();
  }

  private void giveBack(Queued queued) {
    // Who should have started and could not, has his place in what the profile has forgotten.
    broken |= queued.startMillis() < free.originMillis();
    if (!broken) {
      for (Place place : queued.places) {
        free.give(
            place.startMillis,
            place.startMillis + queued.job.durationMillis(),
            place.tasks * queued.job.width());
      }
    }
    queued.places.clear();
  }

  private void place(Queued queued, long nowMillis) {
    Job job = queued.job;
    int placed = queued.places.stream().mapToInt(Place::tasks).sum();
    free.takeEach(
        job.tasks() - placed,
        job.width(),
        job.durationMillis(),
        Math.max(nowMillis, job.submittedMillis()),
        (startMillis, tasks) -> queued.places.add(new Place(startMillis, tasks)));
  }

  /** Nobody loses who is moved to the earliest places beside all others, for his own are among. */
  private void moveForward(long nowMillis) {
    plans++;
    free.forgetBefore(nowMillis);
    for (Turn turn : turns()) {
      Queued queued = turn.queued;
      if (hasRoomBefore(queued, nowMillis)) {
        giveBack(queued);
        place(queued, nowMillis);
      }
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

  private boolean hasRoomBefore(Queued queued, long nowMillis) {
    long lastMillis = queued.places.isEmpty() ? nowMillis : queued.places.getLast().startMillis;
    return lastMillis > nowMillis && free.mostFree(nowMillis, lastMillis) >= queued.job.width();
  }

  private void placeAllAnew(long nowMillis) {
    plans++;
    toPlace.forEach(queued -> queued.places.clear());
    toPlace.clear();
    Plan.Builder standing = new Plan.Builder(queue.stream().map(one -> one.job).toList());
    for (int i = 0; i < queue.size(); i++) {
      for (Place place : queue.get(i).places) {
        standing.add(i, place.startMillis, place.tasks);
      }
    }
    Snapshot snapshot = snapshot(nowMillis);
    Plan plan = KEEPING.plan(snapshot, standing.build());
    free = snapshot.freeBesideRunning();
    plan.takeFrom(free, new int[queue.size()]);
    for (int i = 0; i < queue.size(); i++) {
      List<Place> places = queue.get(i).places;
      places.clear();
      for (int run = 0; run < plan.runs(i); run++) {
        places.add(new Place(plan.runStartMillis(i, run), plan.runTasks(i, run)));
      }
    }
    broken = false;
  }
}
