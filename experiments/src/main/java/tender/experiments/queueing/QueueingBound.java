package tender.experiments.queueing;

import tender.experiments.queueing.Prediction.NoSteadyState;
import tender.experiments.queueing.Prediction.Stage;
import tender.experiments.queueing.Prediction.SteadyState;

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
  public static Prediction of(QueueingModel model, Partition partition) {
    Priorities valuing = new Priorities(model.arrivalsPerSecond(), model.classes());
    SeveralServers dispatching =
        new SeveralServers(model.arrivalsPerSecond(), model.sites(), model.runTime().serviceTime());
    SiteQueues site = new SiteQueues(model, partition);
    if (valuing.load() >= 1) {
      return new NoSteadyState(Stage.VALUING, valuing.load());
    }
    if (dispatching.load() >= 1) {
      return new NoSteadyState(Stage.DISPATCHING, dispatching.load());
    }
    if (site.load() >= 1) {
      return new NoSteadyState(Stage.SITE, site.load());
    }
    return new SteadyState(
        valuing.waitSeconds() + valuing.meanValuingSeconds(),
        dispatching.waitSeconds(),
        site.waitSeconds(),
        model.runTime().meanInverse(model.shortestSeconds()),
        partition);
  }

  /**
   * For the best partition into so many parts.
   *
   * @throws IllegalArgumentException if they are more than {@link QueueingModel#mostParts}
   */
  public static Prediction best(QueueingModel model, int parts) {
    // As loaded as the sites together, and more than any of its parts: steady if anything is.
    Prediction undivided = of(model, Partition.of(model.processorsPerSite()));
    return undivided instanceof NoSteadyState
        ? undivided
        : of(model, new PartitionSearch(model).best(parts));
  }

  /**
   * For the best partition into at most so many parts. More parts are not always better: they leave
   * less choice where to cut, as the last must hold the largest job.
   */
  public static Prediction bestUpTo(QueueingModel model, int mostParts) {
    Prediction best = best(model, 1);
    for (int parts = 2; parts <= Math.min(mostParts, model.mostParts()); parts++) {
      if (best instanceof SteadyState least
          && best(model, parts) instanceof SteadyState other
          && other.siteSeconds() < least.siteSeconds()) {
        best = other;
      }
    }
    return best;
  }
}
