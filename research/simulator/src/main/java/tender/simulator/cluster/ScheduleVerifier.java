package tender.simulator.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.plan.PlanViolation;
import tender.workload.trace.TraceJob;

/**
 * Checks a finished schedule with no knowledge of how it came about: every job started, none before
 * its submission, and never more processors busy than there are. That none started twice is not to
 * be seen in a schedule; the simulation itself refuses it.
 *
 * <p>The sweep over time costs a sort of all instants and no object for each, so that hundreds of
 * thousands of jobs take a fraction of the time that reading them does.
 */
public final class ScheduleVerifier {
  private ScheduleVerifier() {}

  /** Everything that is wrong with a schedule; empty for a sound one. */
  public static List<PlanViolation> verify(ClusterSchedule schedule) {
    List<PlanViolation> violations = new ArrayList<>();
    List<TraceJob> jobs = schedule.jobs();
    for (int place = 0; place < jobs.size(); place++) {
      TraceJob job = jobs.get(place);
      long startMillis = schedule.startMillis(place);
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
    for (int place = 0; place < schedule.jobs().size(); place++) {
      if (schedule.startMillis(place) != Time.NEVER) {
        int width = schedule.jobs().get(place).processors();
        change[Arrays.binarySearch(instantMillis, schedule.startMillis(place))] += width;
        change[Arrays.binarySearch(instantMillis, schedule.endMillis(place))] -= width;
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

  /** All instants at which something starts or ends, each once, in order. */
  private static long[] instants(ClusterSchedule schedule) {
    long[] all = new long[2 * schedule.jobs().size()];
    int size = 0;
    for (int place = 0; place < schedule.jobs().size(); place++) {
      if (schedule.startMillis(place) != Time.NEVER) {
        all[size++] = schedule.startMillis(place);
        all[size++] = schedule.endMillis(place);
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
