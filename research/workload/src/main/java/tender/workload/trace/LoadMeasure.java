package tender.workload.trace;

import java.util.List;

/** What counts as a job's work when load is worked out. */
public enum LoadMeasure {
  /** Processors times the time that the job really runs. */
  RUN_TIME,
  /** Processors times the time that its user asked for: the load that a planner sees coming. */
  ESTIMATE;

  public double processorSeconds(TraceJob job) {
    long seconds = this == RUN_TIME ? job.runSeconds() : job.estimateSeconds();
    return (double) job.processors() * seconds;
  }

  /** The work of all jobs as a part of what the machine can do in the interval. */
  public double load(List<TraceJob> jobs, int machineProcessors, long intervalSeconds) {
    double work = 0;
    for (TraceJob job : jobs) {
      work += processorSeconds(job);
    }
    return work / ((double) machineProcessors * intervalSeconds);
  }
}
