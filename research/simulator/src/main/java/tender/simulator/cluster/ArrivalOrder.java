package tender.simulator.cluster;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import tender.core.model.Job;
import tender.core.model.Time;
import tender.workload.trace.TraceJob;

/**
 * The jobs of a simulation in the order in which they arrive: by submission, then by number. A
 * job's place in this order is what the simulation calls it by.
 */
final class ArrivalOrder {
  private static final Comparator<TraceJob> BY_ARRIVAL =
      Comparator.comparingLong(TraceJob::submitSeconds).thenComparingLong(TraceJob::number);

  private final List<TraceJob> traceJobs;
  private final Job[] jobs;
  private final long[] runMillis;
  private final JobNumberIndex numberIndex;

  ArrivalOrder(List<TraceJob> unordered, int processors) {
    TraceJob[] ordered = unordered.toArray(TraceJob[]::new);
    Arrays.sort(ordered, BY_ARRIVAL);
    traceJobs = List.of(ordered);
    jobs = new Job[ordered.length];
    runMillis = new long[ordered.length];
    numberIndex = JobNumberIndex.of(traceJobs);
    for (int place = 0; place < ordered.length; place++) {
      TraceJob job = ordered[place];
      if (job.processors() > processors) {
        throw new IllegalArgumentException(
            "Job "
                + job.number()
                + " needs "
                + job.processors()
                + " processors, and the machine has "
                + processors
                + ". Maybe the trace was cleaned for another machine.");
      }
      jobs[place] = job.toRigidJob(Time.NEVER);
      runMillis[place] = job.runMillis();
    }
  }

  int size() {
    return jobs.length;
  }

  List<TraceJob> traceJobs() {
    return traceJobs;
  }

  /** The places by the numbers of the jobs. */
  JobNumberIndex numberIndex() {
    return numberIndex;
  }

  Job job(int place) {
    return jobs[place];
  }

  /** When a job comes, {@link Time#NEVER} behind the last. */
  long submitMillis(int place) {
    return place < jobs.length ? jobs[place].submittedMillis() : Time.NEVER;
  }

  /** How long a job really runs, at most as long as estimated. */
  long runMillis(int place) {
    return runMillis[place];
  }

  /** The place of a job that a scheduler hands back. */
  int indexOf(Job job) {
    return numberIndex.get(Long.parseLong(job.id().value()));
  }
}
