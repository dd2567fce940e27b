package tender.experiments.queueing;

import tender.experiments.queueing.QueueingPrediction.NoSteadyState;
import tender.experiments.queueing.QueueingPrediction.Stage;
import tender.experiments.queueing.QueueingPrediction.SteadyState;

/**
 * How long jobs wait at best, by the model: they are valued, wait for a site, and wait at the site,
 * whose processors are divided as is best (A.21 to A.25).
 *
 * <p>The paper calls this near-optimal. It is no bound in the strict sense: a job keeps a site from
 * others while it waits for one (as if sites ran one job at a time), and then once more a part of
 * the site; nothing is backfilled. A scheduler may well do better, and the paper's does.
 *
 * <p>The same partition makes the wait and the slowdown least (A.24, A.25), for a job's wait does
 * not depend on its run time. So there is one minimum to find, not two.
 */
public final class QueueingBound {
  private QueueingBound() {}

  /** For a partition that is given. */
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
   * For the best partition into so many parts.
   *
   * @throws IllegalArgumentException if they are more than {@link QueueingModel#maxBlocks}
   */
  public static QueueingPrediction best(QueueingModel model, int parts) {
    // As loaded as the sites together, and more than any of its parts: steady if anything is.
    QueueingPrediction undivided = of(model, ProcessorPartition.of(model.processorsPerSite()));
    return undivided instanceof NoSteadyState
        ? undivided
        : of(model, new PartitionSearch(model).best(parts));
  }

  /**
   * For the best partition into at most so many parts. More parts are not always better: they leave
   * less choice where to cut, as the last must hold the largest job.
   */
  public static QueueingPrediction bestUpTo(QueueingModel model, int mostParts) {
    QueueingPrediction best = best(model, 1);
    for (int parts = 2; parts <= Math.min(mostParts, model.maxBlocks()); parts++) {
      if (best instanceof SteadyState least
          && best(model, parts) instanceof SteadyState other
          && other.siteSeconds() < least.siteSeconds()) {
        best = other;
      }
    }
    return best;
  }
}
