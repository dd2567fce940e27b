package tender.core.model;

/**
 * A provider's word that it will have done {@code tasks} tasks of a bag by {@code byMillis}. It
 * holds nothing until it is reserved, and says nothing else about the provider.
 */
public record Offer(ProviderId provider, int tasks, long completionMillis, Money pricePerTask) {
  public Offer {
    ValueChecks.positive(tasks, "The number of tasks in an offer of " + provider);
    Time.requireInstant(completionMillis, "of an offer of " + provider);
    if (pricePerTask.millicredits() < 0) {
      throw new IllegalArgumentException(
          "The price in an offer of " + provider + " is " + pricePerTask + ", below zero.");
    }
  }

  /** An offer for nothing in return. */
  public static Offer free(ProviderId provider, int tasks, long byMillis) {
    return new Offer(provider, tasks, byMillis, Money.ZERO);
  }
}
