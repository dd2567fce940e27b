package tender.experiments.auction;

import java.util.Arrays;
import java.util.List;
import tender.experiments.queueing.ProcessorDemand;
import tender.workload.random.SplitMix64;

/** How many processors the jobs of the queueing comparison need, which the paper does not state. */
enum JobWidths {
  /** From 1 to 64: a site runs several jobs at a time, while the model lets it run one. */
  UNIFORM("uniform", 1),
  /**
   * From 43 to 64: only the largest of a site's queues is wide enough, so that a site runs one job
   * at a time, as in the model. Only with the scale that the paper discusses.
   */
  WIDE("wide", 43);

  private static final int MAX = 64;

  private final String id;
  private final int min;

  JobWidths(String id, int min) {
    this.id = id;
    this.min = min;
  }

  @Override
  public String toString() {
    return id;
  }

  /** The scales of run times, the paper's β. */
  List<Integer> scalesSeconds() {
    return this == UNIFORM ? List.of(10, 25) : List.of(25);
  }

  int draw(SplitMix64 random) {
    return min + random.nextInt(MAX - min + 1);
  }

  /** The distribution for the model. */
  ProcessorDemand demand() {
    double[] weights = new double[MAX];
    Arrays.fill(weights, min - 1, MAX, 1);
    return ProcessorDemand.weighted(weights);
  }
}
