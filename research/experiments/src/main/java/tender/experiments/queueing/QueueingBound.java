package tender.experiments.queueing;

import tender.experiments.queueing.QueueingPrediction.NoSteadyState;
import tender.experiments.queueing.QueueingPrediction.Stage;
import tender.experiments.queueing.QueueingPrediction.SteadyState;

/**
 * The near-optimal mean wait by the queueing model: jobs are valued, wait for a site, and wait at
 * the site, whose processors are partitioned optimally (A.21 to A.25).
 *
 * <p>It is not a bound in the strict sense: the model counts each job twice, once as if it occupied
 * a whole site and once in a block of the site, and it does not backfill. A scheduler may do
 * better, and the paper's does.
 *
 * <p>The same partition minimises the wait and the slowdown (A.24, A.25), because a job's wait does
 * not depend on its own run time. So one search suffices.
 */
public final class QueueingBound {
  private QueueingBound() {}

  /** The prediction for a given partition. */
  public static QueueingPrediction of(QueueingModel model, ProcessorPartition partition) {
    PriorityMg1Queue valuing = new PriorityMg1Queue(model.arrivalsPerSecond(), model.classes());
    MgmQueue dispatching =
        new MgmQueue(model.arrivalsPerSecond(), model.sites(), model.runTime().serviceTime());
    PartitionedSite site = new PartitionedSite(model, partition);
    if (valuing.load() >= 1) {
      return new NoSteadyState(Stage.VALUATION, valuing.load());
    }
    if (dispatching.load() >= 1) {
      return new NoSteadyState(Stage.DISPATCHING, dispatching.load());
    }
    if (site.load() >= 1) {
      return new NoSteadyState(Stage.SITE, site.load());
    }
    return new SteadyState(
        valuing.waitSeconds() + valuing.meanValuationSeconds(),
        dispatching.waitSeconds(),
        site.waitSeconds(),
        model.runTime().meanInverse(model.slowdownBoundSeconds()),
        partition);
  }

  /**
   * The prediction for the best partition into this number of blocks.
   *
   * @throws IllegalArgumentException if there are more than {@link QueueingModel#maxBlocks}
   */
  public static QueueingPrediction best(QueueingModel model, int blocks) {
    // The undivided site has the same load as dispatching and a higher load than any block. So
    // either all partitions have a steady state, or none has.
    QueueingPrediction undivided = of(model, ProcessorPartition.of(model.processorsPerSite()));
    return undivided instanceof NoSteadyState
        ? undivided
        : of(model, new PartitionSearch(model).best(blocks));
  }

  /**
   * The prediction for the best partition into at most this number of blocks. More blocks are not
   * always better: they restrict the sizes, because the last block must hold the largest job.
   */
  public static QueueingPrediction bestUpTo(QueueingModel model, int maxBlocks) {
    QueueingPrediction best = best(model, 1);
    for (int blocks = 2; blocks <= Math.min(maxBlocks, model.maxBlocks()); blocks++) {
      if (best instanceof SteadyState shortest
          && best(model, blocks) instanceof SteadyState other
          && other.siteSeconds() < shortest.siteSeconds()) {
        best = other;
      }
    }
    return best;
  }
}
