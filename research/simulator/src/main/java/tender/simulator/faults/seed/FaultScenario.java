package tender.simulator.faults.seed;

import tender.core.model.Time;

/**
 * The size of a simulation; its exact numbers are drawn between these bounds.
 *
 * @param faultPeriodMillis how long faults are injected, from the start
 * @param factorShare the share of bags with factors for deadline and budget, of those that do not
 *     bid in the auction
 * @param hostShare the share of time-shared hosts, of all sites but the first two
 * @param shareBidShare the share of bags that bid for a share of hosts, of those without factors
 *     that do not bid in the auction
 */
public record FaultScenario(
    int replicas,
    int minProviders,
    int maxProviders,
    int minBags,
    int maxBags,
    int maxTasks,
    int maxLocalJobs,
    long faultPeriodMillis,
    double factorShare,
    double hostShare,
    double shareBidShare) {

  /** Two replicas, three providers and five bags: fast, and enough for most bugs to show. */
  public static final FaultScenario SMALL =
      new FaultScenario(2, 3, 3, 5, 5, 12, 3, 20 * Time.MINUTE_MILLIS, 0, 0.2, 0.2);

  /** As small, and most bags have factors for deadline and budget. */
  public static final FaultScenario FACTORS =
      new FaultScenario(2, 3, 3, 5, 5, 12, 3, 20 * Time.MINUTE_MILLIS, 0.7, 0, 0);

  /** As small, with at least one host, and most bags bid for a share of it. */
  public static final FaultScenario HOSTS =
      new FaultScenario(2, 3, 4, 5, 5, 12, 3, 20 * Time.MINUTE_MILLIS, 0, 1, 0.8);

  /** Three replicas, up to twenty providers, up to fifty bags. */
  public static final FaultScenario LARGE =
      new FaultScenario(3, 5, 20, 10, 50, 60, 12, 60 * Time.MINUTE_MILLIS, 0, 0.3, 0.2);
}
