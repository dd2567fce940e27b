package tender.core.provider;

import tender.core.model.Money;
import tender.core.model.Time;
import tender.core.offer.OfferSteps;
import tender.core.provider.state.ReservedPart;

/**
 * The terms on which a cluster's owner takes part.
 *
 * @param offerValidMillis how long offers are valid
 * @param leaseMillis how long a reservation is held without a commit
 * @param reportIntervalMillis how often results are reported while a part runs, and repeated until
 *     they are accepted; {@link Time#NEVER}: once, when the part is done
 * @param disclosureLevel what is disclosed in addition to offers
 * @param pricePerProcessorHour the price of the work
 * @param taskStarter what starts waiting tasks
 * @param planningPolicy how waiting jobs are planned
 * @param estimateTimeoutMillis how long the provider's own estimate may take before it makes
 *     offers; 0 to use the users' estimates
 * @param offerSteps for which sizes of a bag's part it makes offers
 * @param firm whether processors are reserved for its promises, so that they are firm
 */
public record ProviderTerms(
    long offerValidMillis,
    long leaseMillis,
    long reportIntervalMillis,
    DisclosureLevel disclosureLevel,
    Money pricePerProcessorHour,
    TaskStarter taskStarter,
    PlanningPolicy planningPolicy,
    long estimateTimeoutMillis,
    OfferSteps offerSteps,
    boolean firm) {

  /**
   * As in the papers: free of charge, started by the provider, earliest deadline first, with users'
   * estimates.
   */
  public ProviderTerms(
      long offerValidMillis,
      long leaseMillis,
      long reportIntervalMillis,
      DisclosureLevel disclosureLevel) {
    this(
        offerValidMillis,
        leaseMillis,
        reportIntervalMillis,
        disclosureLevel,
        Money.ZERO,
        TaskStarter.PROVIDER,
        new PlanningPolicy.Edf(),
        0,
        OfferSteps.FIVE,
        false);
  }

  public ProviderTerms withPrice(Money pricePerProcessorHour) {
    return with(
        pricePerProcessorHour,
        taskStarter,
        planningPolicy,
        estimateTimeoutMillis,
        offerSteps,
        firm);
  }

  public ProviderTerms withTaskStarter(TaskStarter taskStarter) {
    return with(
        pricePerProcessorHour,
        taskStarter,
        planningPolicy,
        estimateTimeoutMillis,
        offerSteps,
        firm);
  }

  public ProviderTerms withPlanningPolicy(PlanningPolicy planningPolicy) {
    return with(
        pricePerProcessorHour,
        taskStarter,
        planningPolicy,
        estimateTimeoutMillis,
        offerSteps,
        firm);
  }

  public ProviderTerms withEstimates(long estimateTimeoutMillis) {
    return with(
        pricePerProcessorHour,
        taskStarter,
        planningPolicy,
        estimateTimeoutMillis,
        offerSteps,
        firm);
  }

  public ProviderTerms withOfferSteps(OfferSteps offerSteps) {
    return with(
        pricePerProcessorHour,
        taskStarter,
        planningPolicy,
        estimateTimeoutMillis,
        offerSteps,
        firm);
  }

  public ProviderTerms withFirm(boolean firm) {
    return with(
        pricePerProcessorHour,
        taskStarter,
        planningPolicy,
        estimateTimeoutMillis,
        offerSteps,
        firm);
  }

  private ProviderTerms with(
      Money pricePerProcessorHour,
      TaskStarter taskStarter,
      PlanningPolicy planningPolicy,
      long estimateTimeoutMillis,
      OfferSteps offerSteps,
      boolean firm) {
    return new ProviderTerms(
        offerValidMillis,
        leaseMillis,
        reportIntervalMillis,
        disclosureLevel,
        pricePerProcessorHour,
        taskStarter,
        planningPolicy,
        estimateTimeoutMillis,
        offerSteps,
        firm);
  }

  /** What starts waiting tasks on the cluster. */
  public enum TaskStarter {
    /** The provider, according to its plan: it is the batch system. */
    PROVIDER,
    /** A batch system that decides on its own; the plan is a forecast of what it will do. */
    BATCH_SYSTEM
  }

  /** How much a provider discloses; each level includes the one before. */
  public enum DisclosureLevel {
    NOTHING,
    POWER,
    POWER_AND_WORK,
    /** Free slots instead of offers, which reveal the load. */
    FREE_SLOTS
  }

  /** The price of one task, rounded up. */
  Money price(int width, long durationMillis) {
    return price(Math.multiplyExact((long) width, durationMillis));
  }

  /** The price of this much processor time, rounded up. */
  public Money price(long processorMillis) {
    return pricePerProcessorHour.forProcessorTime(processorMillis);
  }

  /** Whether the use of a part is charged. */
  boolean isPaid(ReservedPart part) {
    return part.shareAccount().isPresent() || !pricePerProcessorHour.equals(Money.ZERO);
  }

  /** How long after an offer its tasks may have to wait for the commit. */
  long startDelayMillis() {
    return offerValidMillis + leaseMillis;
  }
}
