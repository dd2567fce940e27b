package tender.cli.sim;

import java.nio.file.Path;
import tender.simulator.cluster.ScheduleMeasures;
import tender.workload.trace.CleanTrace;

/** All that a simulation gave. */
record SimResult(
    String planner,
    int processors,
    CleanTrace trace,
    ScheduleMeasures measures,
    double engineSeconds,
    double processSeconds,
    Path schedule) {

  long engineJobsPerSecond() {
    return rate(engineSeconds);
  }

  long processJobsPerSecond() {
    return rate(processSeconds);
  }

  private long rate(double seconds) {
    return seconds > 0 ? Math.round(measures.jobs() / seconds) : 0;
  }
}
