package tender.core.provider;

/**
 * On what terms a cluster's owner takes part.
 *
 * @param offerMillis how long offers are good for
 * @param leaseMillis how long a reservation is held without being committed
 * @param reportMillis how often results are told while a part is not done, and told again while
 *     they are not accepted; {@link tender.core.model.Time#NEVER}: once, when it is done
 * @param discloses what is told beside the offers
 */
public record Terms(long offerMillis, long leaseMillis, long reportMillis, Discloses discloses) {

  /** How much a provider tells of itself, each more than the one before. */
  public enum Discloses {
    NOTHING,
    POWER,
    POWER_AND_WORK,
    /** Free slots in place of offers, which tell the load. */
    FREE_SLOTS
  }

  /** How long after an offer its tasks may have to wait for their commitment. */
  long holdMillis() {
    return offerMillis + leaseMillis;
  }
}
