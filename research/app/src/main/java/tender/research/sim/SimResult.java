package tender.research.sim;

import java.nio.file.Path;
import tender.simulator.cluster.ScheduleMeasures;
import tender.workload.trace.CleanTrace;

/** The result of a simulation. */
record SimResult(
    String planner,
    int processors,
    CleanTrace trace,
    ScheduleMeasures measures,
    PhaseTimer phases,
    Path schedule) {
  /** The phase in which only the engine runs. */
  static final String SIMULATE = "simulate";

  long engineJobsPerSecond() {
    return rate(phases.wallSeconds(SIMULATE));
  }

  long processJobsPerCpuSecond() {
    return rate(phases.cpuSeconds());
  }

  private long rate(double seconds) {
    return seconds > 0 ? Math.round(measures.jobs() / seconds) : 0;
  }
}
