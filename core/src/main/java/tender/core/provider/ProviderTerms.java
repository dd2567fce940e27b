package tender.core.provider;

import tender.core.model.Money;
import tender.core.model.Time;

/**
 * On what terms a cluster's owner takes part.
 *
 * @param offerMillis how long offers are good for
 * @param leaseMillis how long a reservation is held without being committed
 * @param reportMillis how often results are told while a part is not done, and told again while
 *     they are not accepted; {@link Time#NEVER}: once, when it is done
 * @param discloses what is told beside the offers
 * @param pricePerProcessorHour what is asked for the work
 * @param starter who starts what waits
 * @param planning by which rule it is planned
 * @param estimateMillis how long an estimate of its own may take, before anything is offered; 0 if
 *     the users' are taken as they are
 */
public record ProviderTerms(
    long offerValidMillis,
    long leaseMillis,
    long reportIntervalMillis,
    DisclosureLevel disclosureLevel,
    Money pricePerProcessorHour,
    TaskStarter taskStarter,
    PlanningPolicy planningPolicy,
    long estimateTimeoutMillis) {

  /** Work for nothing, started by the provider, earliest deadline first, by users' estimates. */
  public ProviderTerms(long offerMillis, long leaseMillis, long reportMillis, DisclosureLevel discloses) {
    this(
        offerMillis,
        leaseMillis,
        reportMillis,
        discloses,
        Money.ZERO,
        TaskStarter.PROVIDER,
        new PlanningPolicy.Edf(),
        0);
  }

  public ProviderTerms withPrice(Money pricePerProcessorHour) {
    return new ProviderTerms(
        offerValidMillis,
        leaseMillis,
        reportIntervalMillis,
        disclosureLevel,
        pricePerProcessorHour,
        taskStarter,
        planningPolicy,
        estimateTimeoutMillis);
  }

  public ProviderTerms withTaskStarter(TaskStarter starter) {
    return new ProviderTerms(
        offerValidMillis,
        leaseMillis,
        reportIntervalMillis,
        disclosureLevel,
        pricePerProcessorHour,
        starter,
        planningPolicy,
        estimateTimeoutMillis);
  }

  public ProviderTerms withPlanningPolicy(PlanningPolicy planning) {
    return new ProviderTerms(
        offerValidMillis,
        leaseMillis,
        reportIntervalMillis,
        disclosureLevel,
        pricePerProcessorHour,
        taskStarter,
        planning,
        estimateTimeoutMillis);
  }

  public ProviderTerms withEstimates(long estimateMillis) {
    return new ProviderTerms(
        offerValidMillis,
        leaseMillis,
        reportIntervalMillis,
        disclosureLevel,
        pricePerProcessorHour,
        taskStarter,
        planningPolicy,
        estimateMillis);
  }

  /** Who starts what waits on the cluster. */
  public enum TaskStarter {
    /** The provider itself, when its plan says so: it is the batch system. */
    PROVIDER,
    /** A batch system that has its own mind; the plan is a forecast of what it will do. */
    BATCH_SYSTEM
  }

  /** How much a provider tells of itself, each more than the one before. */
  public enum DisclosureLevel {
    NOTHING,
    POWER,
    POWER_AND_WORK,
    /** Free slots in place of offers, which tell the load. */
    FREE_SLOTS
  }

  /** What a task costs, rounded up. */
  Money price(int width, long durationMillis) {
    return price(Math.multiplyExact((long) width, durationMillis));
  }

  /** What so much of processors' time costs, rounded up. */
  Money price(long processorMillis) {
    return pricePerProcessorHour.forProcessorTime(processorMillis);
  }

  /** How long after an offer its tasks may have to wait for their commitment. */
  long startDelayMillis() {
    return offerValidMillis + leaseMillis;
  }
}
