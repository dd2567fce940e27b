package tender.core.model;

import tender.core.check.ValueChecks;

/**
 * A provider's offer to complete {@code tasks} tasks of a bag by {@code completionMillis}. An offer
 * holds no capacity until it is reserved, and says nothing else about the provider.
 */
public record Offer(ProviderId provider, int tasks, long completionMillis, Money pricePerTask) {
  public Offer {
    ValueChecks.positive(tasks, "The number of tasks in an offer of " + provider);
    Time.requireInstant(completionMillis, "of an offer of " + provider);
    pricePerTask.requireNotNegative("The price in an offer of " + provider);
  }

  /** An offer at no charge. */
  public static Offer free(ProviderId provider, int tasks, long completionMillis) {
    return new Offer(provider, tasks, completionMillis, Money.ZERO);
  }
}
