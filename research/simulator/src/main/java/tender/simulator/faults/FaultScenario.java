package tender.simulator.faults;

import tender.core.model.Time;

/**
 * The size of a simulation; its exact numbers are drawn between these bounds.
 *
 * @param faultPeriodMillis how long faults are injected, from the start
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

  /** Two replicas, three providers and five bags: fast, and enough for most bugs to show. */
  public static final FaultScenario SMALL =
      new FaultScenario(2, 3, 3, 5, 5, 12, 3, 20 * Time.MINUTE_MILLIS);

  /** Three replicas, up to twenty providers, up to fifty bags. */
  public static final FaultScenario LARGE =
      new FaultScenario(3, 5, 20, 10, 50, 60, 12, 60 * Time.MINUTE_MILLIS);
}
