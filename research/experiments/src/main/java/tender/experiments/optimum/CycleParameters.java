package tender.experiments.optimum;

/**
 * How large a cycle is, and how scarce processors are in it.
 *
 * @param scarcity what the jobs need together, as a multiple of all processors of all queues: the
 *     demand by supply of the paper's valuations. Jobs are the wider for it.
 */
public record CycleParameters(int jobs, int queues, double scarcity) {
  public CycleParameters {
    if (jobs < 1 || queues < 1 || !(scarcity > 0)) {
      throw new IllegalArgumentException(
          "A cycle of %d jobs and %d queues with a scarcity of %s is none."
              .formatted(jobs, queues, scarcity));
    }
  }
}
