package tender.core.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.RunningJob;
import tender.core.model.Time;

/**
 * Checks a plan against the snapshot it was made from, independently of the planner. Every plan
 * must pass it.
 */
public final class PlanVerifier {
  private PlanVerifier() {}

  /** All violations of a plan; empty for a correct plan. */
  public static List<PlanViolation> verify(Snapshot snapshot, Plan plan) {
    List<PlanViolation> violations = new ArrayList<>();
    checkTasks(snapshot, plan, violations);
    checkStarts(snapshot, plan, violations);
    checkPromises(plan, violations);
    checkCapacity(snapshot, plan, violations);
    return violations;
  }

  /** The jobs that end later in one plan than in an earlier plan of the same queue. */
  public static List<PlanViolation> verifyNoneLater(Plan before, Plan after) {
    Map<JobId, Integer> indexes = new LinkedHashMap<>();
    for (int job = 0; job < after.jobs().size(); job++) {
      indexes.put(after.jobs().get(job).id(), job);
    }
    List<PlanViolation> violations = new ArrayList<>();
    for (int job = 0; job < before.jobs().size(); job++) {
      Integer index = indexes.get(before.jobs().get(job).id());
      if (index != null && after.completionMillis(index) > before.completionMillis(job)) {
        violations.add(
            new PlanViolation.Delayed(
                before.jobs().get(job).id(),
                before.completionMillis(job),
                after.completionMillis(index)));
      }
    }
    return violations;
  }

  private static void checkTasks(Snapshot snapshot, Plan plan, List<PlanViolation> violations) {
    Map<JobId, Integer> plannedTasks = new LinkedHashMap<>();
    for (int job = 0; job < plan.jobs().size(); job++) {
      plannedTasks.merge(plan.jobs().get(job).id(), plan.plannedTasks(job), Integer::sum);
    }
    Set<JobId> waiting = new LinkedHashSet<>();
    int maxFree = maxFreeProcessors(snapshot);
    for (Job job : snapshot.waiting()) {
      waiting.add(job.id());
      int planned = plannedTasks.getOrDefault(job.id(), 0);
      // Running jobs without an end can block a wide job indefinitely: then it cannot be planned.
      boolean placeable = job.width() <= maxFree;
      if (planned > job.tasks() || (planned < job.tasks() && placeable)) {
        violations.add(new PlanViolation.WrongNumberOfTasks(job.id(), job.tasks(), planned));
      }
    }
    Set<JobId> running = new LinkedHashSet<>();
    snapshot.running().forEach(job -> running.add(job.id()));
    for (JobId id : plannedTasks.keySet()) {
      if (!waiting.contains(id)) {
        violations.add(
            running.contains(id)
                ? new PlanViolation.RunningJobMoved(id)
                : new PlanViolation.NotWaiting(id));
      }
    }
  }

  private static void checkStarts(Snapshot snapshot, Plan plan, List<PlanViolation> violations) {
    for (int job = 0; job < plan.jobs().size(); job++) {
      Job planned = plan.jobs().get(job);
      long earliestMillis = Math.max(snapshot.nowMillis(), planned.submittedMillis());
      if (plan.startMillis(job) < earliestMillis) {
        violations.add(
            new PlanViolation.StartsTooEarly(planned.id(), plan.startMillis(job), earliestMillis));
      }
    }
  }

  private static void checkPromises(Plan plan, List<PlanViolation> violations) {
    for (int job = 0; job < plan.jobs().size(); job++) {
      Job planned = plan.jobs().get(job);
      if (plan.completionMillis(job) > planned.deadlineMillis()) {
        violations.add(
            new PlanViolation.PromiseBroken(
                planned.id(), planned.deadlineMillis(), plan.completionMillis(job)));
      }
    }
  }

  private static int maxFreeProcessors(Snapshot snapshot) {
    return snapshot.cluster().processors()
        - snapshot.running().stream()
            .filter(job -> job.expectedEndMillis() == Time.NEVER)
            .mapToInt(RunningJob::processors)
            .sum();
  }

  /** Sweeps over all instants at which processors are taken or released. */
  private static void checkCapacity(Snapshot snapshot, Plan plan, List<PlanViolation> violations) {
    List<Change> changes = new ArrayList<>();
    for (RunningJob job : snapshot.running()) {
      changes.add(new Change(snapshot.nowMillis(), job.processors()));
      changes.add(new Change(job.occupiedUntilMillis(snapshot.nowMillis()), -job.processors()));
    }
    for (int job = 0; job < plan.jobs().size(); job++) {
      Job planned = plan.jobs().get(job);
      for (int run = 0; run < plan.runs(job); run++) {
        long startMillis = plan.runStartMillis(job, run);
        long processors = (long) plan.runTasks(job, run) * planned.width();
        changes.add(new Change(startMillis, processors));
        changes.add(new Change(startMillis + planned.durationMillis(), -processors));
      }
    }
    Change[] byTime = changes.toArray(Change[]::new);
    Arrays.sort(byTime);
    long busy = 0;
    for (Change change : byTime) {
      busy += change.processors;
      if (busy > snapshot.cluster().processors()) {
        violations.add(
            new PlanViolation.Overbooked(
                change.instantMillis, busy, snapshot.cluster().processors()));
        return;
      }
    }
  }

  /** At the same instant, processors are released before others are taken. */
  private record Change(long instantMillis, long processors) implements Comparable<Change> {
    @Override
    public int compareTo(Change other) {
      int byTime = Long.compare(instantMillis, other.instantMillis);
      return byTime != 0 ? byTime : Long.compare(processors, other.processors);
    }
  }
}
