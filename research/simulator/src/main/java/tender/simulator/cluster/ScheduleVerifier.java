package tender.simulator.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.plan.PlanViolation;
import tender.workload.trace.TraceJob;

/**
 * Checks a finished schedule independently of how it was made: every job started, none before its
 * submission, and never more processors busy than the machine has. A schedule cannot show that a
 * job started twice; the simulation rejects that.
 *
 * <p>The sweep over time sorts all instants and allocates no object per instant, so verifying
 * hundreds of thousands of jobs takes a fraction of the time of reading them.
 */
public final class ScheduleVerifier {
  private ScheduleVerifier() {}

  /** All violations in a schedule; empty if it is correct. */
  public static List<PlanViolation> verify(ClusterSchedule schedule) {
    List<PlanViolation> violations = new ArrayList<>();
    List<TraceJob> jobs = schedule.jobs();
    for (int index = 0; index < jobs.size(); index++) {
      TraceJob job = jobs.get(index);
      long startMillis = schedule.startMillis(index);
      if (startMillis == Time.NEVER) {
        violations.add(new PlanViolation.WrongNumberOfTasks(id(job), 1, 0));
      } else if (startMillis < job.submitMillis()) {
        violations.add(new PlanViolation.StartsTooEarly(id(job), startMillis, job.submitMillis()));
      }
    }
    checkCapacity(schedule, violations);
    return violations;
  }

  private static void checkCapacity(ClusterSchedule schedule, List<PlanViolation> violations) {
    long[] instantMillis = instants(schedule);
    long[] change = new long[instantMillis.length];
    for (int index = 0; index < schedule.jobs().size(); index++) {
      if (schedule.startMillis(index) != Time.NEVER) {
        int width = schedule.jobs().get(index).processors();
        change[Arrays.binarySearch(instantMillis, schedule.startMillis(index))] += width;
        change[Arrays.binarySearch(instantMillis, schedule.endMillis(index))] -= width;
      }
    }
    long busy = 0;
    for (int i = 0; i < change.length; i++) {
      busy += change[i];
      if (busy > schedule.processors()) {
        violations.add(new PlanViolation.Overbooked(instantMillis[i], busy, schedule.processors()));
        return;
      }
    }
  }

  /** All instants at which a job starts or ends, each once, in order. */
  private static long[] instants(ClusterSchedule schedule) {
    long[] all = new long[2 * schedule.jobs().size()];
    int size = 0;
    for (int index = 0; index < schedule.jobs().size(); index++) {
      if (schedule.startMillis(index) != Time.NEVER) {
        all[size++] = schedule.startMillis(index);
        all[size++] = schedule.endMillis(index);
      }
    }
    Arrays.sort(all, 0, size);
    int distinct = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || all[i] != all[i - 1]) {
        all[distinct++] = all[i];
      }
    }
    return Arrays.copyOf(all, distinct);
  }

  private static JobId id(TraceJob job) {
    return new JobId(Long.toString(job.number()));
  }
}
