package tender.simulator.faults;

import tender.core.model.Time;

/**
 * How large worlds are; each is drawn between the bounds.
 *
 * @param faultsMillis for how long faults happen
 */
public record FaultScenario(
    int replicas,
    int minProviders,
    int maxProviders,
    int minBags,
    int maxBags,
    int maxTasks,
    int maxLocalJobs,
    long faultPeriodMillis) {

  /** Two replicas, three providers and five bags: what one bug needs to show, and fast. */
  public static final FaultScenario SMALL = new FaultScenario(2, 3, 3, 5, 5, 12, 3, 20 * Time.MINUTE_MILLIS);

  /** Three replicas, up to twenty providers, up to fifty bags. */
  public static final FaultScenario LARGE = new FaultScenario(3, 5, 20, 10, 50, 60, 12, 60 * Time.MINUTE_MILLIS);
}
