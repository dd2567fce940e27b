package tender.experiments.optimum;

/**
 * The size of a cycle and the scarcity of its processors.
 *
 * @param scarcity processors that all jobs need, divided by the processors of all queues: demand
 *     over supply in the paper's valuations. It determines how wide jobs are.
 */
public record CycleParameters(int jobs, int queues, double scarcity) {
  public CycleParameters {
    if (jobs < 1 || queues < 1 || !(scarcity > 0)) {
      throw new IllegalArgumentException(
          "A cycle has %d jobs, %d queues and a scarcity of %s. All must be above 0."
              .formatted(jobs, queues, scarcity));
    }
  }
}
