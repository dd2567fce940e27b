package tender.server.api.view;

import java.util.Optional;
import tender.core.model.Money;

/**
 * A quote that waits for the user: either one that the user required, or the best composition if
 * the deadline or the budget cannot be met.
 *
 * @param completionMillis when the whole bag would be promised to be done
 * @param expectedMillis when the providers expect to be done, which is often earlier
 * @param surcharge how much of the price are surcharges for users of other organisations
 * @param expiresMillis when the quote expires
 * @param alternative the cheapest composition that meets the deadline but exceeds the budget
 */
public record QuoteView(
    long completionMillis,
    long expectedMillis,
    Money price,
    Money surcharge,
    long expiresMillis,
    Optional<Alternative> alternative) {

  /** Another quote that the user may accept. */
  public record Alternative(long completionMillis, Money price) {}

  /** Whether these limits accept the quote or its alternative. */
  public boolean isAcceptedBy(long maxMillis, Money maxPrice) {
    return isWithin(completionMillis, price, maxMillis, maxPrice)
        || alternative
            .filter(other -> isWithin(other.completionMillis, other.price, maxMillis, maxPrice))
            .isPresent();
  }

  private static boolean isWithin(
      long completionMillis, Money price, long maxMillis, Money maxPrice) {
    return completionMillis <= maxMillis && price.compareTo(maxPrice) <= 0;
  }
}
