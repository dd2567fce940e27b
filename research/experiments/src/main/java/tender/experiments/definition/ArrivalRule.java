package tender.experiments.definition;

import tender.workload.trace.LoadScaling;
import tender.workload.trace.LoadThinning;

/** How the jobs of a trace are adapted to a load. */
public enum ArrivalRule {
  /** Jobs keep their arrival times, and as many are removed as necessary; {@link LoadThinning}. */
  THINNED,
  /** The first jobs that make the load are spread over the interval; {@link LoadScaling}. */
  STRETCHED
}
