package tender.simulator.cluster;

import java.util.List;
import tender.core.model.Time;
import tender.workload.trace.TraceJob;

/** When each job of a trace started on a machine; the result of a simulation. */
public final class ClusterSchedule {
  private final int processors;
  private final List<TraceJob> jobs;
  private final JobNumberIndex numberIndex;
  private final long[] startMillis;

  /**
   * @param startMillis of each job, {@link Time#NEVER} if it did not start; not copied
   */
  ClusterSchedule(
      int processors, List<TraceJob> jobs, JobNumberIndex numberIndex, long[] startMillis) {
    this.processors = processors;
    this.jobs = jobs;
    this.numberIndex = numberIndex;
    this.startMillis = startMillis;
  }

  /** The processors of the machine. */
  public int processors() {
    return processors;
  }

  /** The jobs in order of arrival: by submission, then by number. */
  public List<TraceJob> jobs() {
    return jobs;
  }

  /** The index of the job with a number, −1 if there is none. */
  public int indexOf(long number) {
    return numberIndex.get(number);
  }

  /** When the job with an index started, {@link Time#NEVER} if it did not. */
  public long startMillis(int index) {
    return startMillis[index];
  }

  /** From the job's submission to its start. */
  public long waitMillis(int index) {
    return startMillis[index] - jobs.get(index).submitMillis();
  }

  /** When the job actually ended. */
  public long endMillis(int index) {
    return startMillis[index] + jobs.get(index).runMillis();
  }
}
