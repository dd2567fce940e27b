package tender.simulator.market;

import tender.core.model.BagId;
import tender.core.model.Job;

/** How long tasks actually run at a site, and how much processor time they use. */
final class ActualRunTimes {
  private final SiteConfig site;
  private final MarketSimulation market;
  private final LocalJobRecords localJobs;
  private long busyMillis;

  ActualRunTimes(SiteConfig site, MarketSimulation market, LocalJobRecords localJobs) {
    this.site = site;
    this.market = market;
    this.localJobs = localJobs;
  }

  /**
   * How long tasks run that start now, and whether they are killed at the end.
   *
   * @param killed whether tasks of a bag reach their limit, the estimate, with work left; a local
   *     job that reaches its limit has ended
   */
  record RunTime(long millis, boolean killed) {}

  RunTime start(Job job, int tasks) {
    SimulatedLocalJob local = localJobs.find(job.id());
    long neededMillis =
        local != null
            ? Math.min(local.runMillis(), job.durationMillis())
            : site.cluster().durationMillis(market.bag(bagOf(job)).external().runMillis());
    long runMillis = Math.min(neededMillis, job.durationMillis());
    if (local == null) {
      market.bag(bagOf(job)).started(tasks, runMillis);
    }
    long nowMillis = market.events().nowMillis();
    long untilMillis = Math.min(nowMillis + runMillis, market.horizonMillis());
    busyMillis += Math.max(0, untilMillis - nowMillis) * tasks * job.width();
    return new RunTime(runMillis, runMillis < neededMillis);
  }

  long busyMillis() {
    return busyMillis;
  }

  /** The id of a part's job is its reservation's id, which begins with the bag's id. */
  private static BagId bagOf(Job job) {
    String name = job.id().value();
    String reservation = name.substring(0, name.lastIndexOf('@'));
    String call = reservation.substring(0, reservation.lastIndexOf('.'));
    return new BagId(call.substring(0, call.lastIndexOf('.')));
  }
}
