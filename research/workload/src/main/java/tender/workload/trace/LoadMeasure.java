package tender.workload.trace;

import java.util.ArrayList;
import java.util.List;

/** How the work of a job is counted in a load. */
public enum LoadMeasure {
  /** Processors times actual run time. */
  RUN_TIME,
  /** Processors times the user's estimate: the load as a planner sees it. */
  ESTIMATE;

  public double processorSeconds(TraceJob job) {
    long seconds = this == RUN_TIME ? job.runSeconds() : job.estimateSeconds();
    return (double) job.processors() * seconds;
  }

  /** The work of all jobs as a fraction of the machine's capacity in the interval. */
  public double load(List<TraceJob> jobs, int machineProcessors, long intervalSeconds) {
    double work = 0;
    for (TraceJob job : jobs) {
      work += processorSeconds(job);
    }
    return work / ((double) machineProcessors * intervalSeconds);
  }

  /**
   * The first of the jobs, as many as bring their work nearest to the target: one at least, and all
   * if they do not reach it.
   */
  List<TraceJob> firstJobs(List<TraceJob> jobs, double targetProcessorSeconds) {
    List<TraceJob> chosen = new ArrayList<>();
    double work = 0;
    for (TraceJob job : jobs) {
      double workWithJob = work + processorSeconds(job);
      // The job that crosses the target is taken if the work is then closer to the target.
      if (!chosen.isEmpty()
          && workWithJob - targetProcessorSeconds > targetProcessorSeconds - work) {
        break;
      }
      chosen.add(job);
      work = workWithJob;
      if (work >= targetProcessorSeconds) {
        break;
      }
    }
    return chosen;
  }
}
