package tender.simulator.cluster;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import tender.core.model.Job;
import tender.core.model.Time;
import tender.workload.trace.TraceJob;

/**
 * The jobs of a simulation in order of arrival: by submission, then by number. The simulation
 * identifies a job by its index in this order.
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
    for (int index = 0; index < ordered.length; index++) {
      TraceJob job = ordered[index];
      if (job.processors() > processors) {
        throw new IllegalArgumentException(
            ("Job %s needs %s processors, but the machine has %s. Clean the trace for"
                    + " this machine.")
                .formatted(job.number(), job.processors(), processors));
      }
      jobs[index] = job.toRigidJob(Time.NEVER);
      runMillis[index] = job.runMillis();
    }
  }

  int size() {
    return jobs.length;
  }

  List<TraceJob> traceJobs() {
    return traceJobs;
  }

  /** Finds the index of a job by its number. */
  JobNumberIndex numberIndex() {
    return numberIndex;
  }

  Job job(int index) {
    return jobs[index];
  }

  /** When a job arrives, {@link Time#NEVER} after the last. */
  long submitMillis(int index) {
    return index < jobs.length ? jobs[index].submittedMillis() : Time.NEVER;
  }

  /** How long a job actually runs, at most as long as estimated. */
  long runMillis(int index) {
    return runMillis[index];
  }

  /** The index of a job that a scheduler starts. */
  int indexOf(Job job) {
    return numberIndex.get(Long.parseLong(job.id().value()));
  }
}
