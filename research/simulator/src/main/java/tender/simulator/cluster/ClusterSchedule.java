package tender.simulator.cluster;

import java.util.List;
import tender.core.model.Time;
import tender.workload.trace.TraceJob;

/** When each job of a trace started on a machine, as a simulation left it. */
public final class ClusterSchedule {
  private final int processors;
  private final List<TraceJob> jobs;
  private final JobNumberIndex numberIndex;
  private final long[] startMillis;

  /**
   * @param startMillis of each job, {@link Time#NEVER} if it did not start; not copied
   */
  ClusterSchedule(int processors, List<TraceJob> jobs, JobNumberIndex places, long[] startMillis) {
    this.processors = processors;
    this.jobs = jobs;
    this.numberIndex = places;
    this.startMillis = startMillis;
  }

  /** Of the machine. */
  public int processors() {
    return processors;
  }

  /** The jobs in order of arrival: by submission, then by number. */
  public List<TraceJob> jobs() {
    return jobs;
  }

  /** The place of a job in that order by its number, −1 if there is none. */
  public int indexOf(long number) {
    return numberIndex.get(number);
  }

  /** When the job in a place of that order started, {@link Time#NEVER} if it did not. */
  public long startMillis(int place) {
    return startMillis[place];
  }

  /** From its submission to its start. */
  public long waitMillis(int place) {
    return startMillis[place] - jobs.get(place).submitMillis();
  }

  /** When it really ended. */
  public long endMillis(int place) {
    return startMillis[place] + jobs.get(place).runMillis();
  }
}
