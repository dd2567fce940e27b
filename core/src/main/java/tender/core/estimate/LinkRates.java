package tender.core.estimate;

/**
 * The bandwidth between a provider and the market's files, which may differ by direction.
 *
 * @param fetchBytesPerSecond of inputs
 * @param sendBytesPerSecond of results
 */
public record LinkRates(long fetchBytesPerSecond, long sendBytesPerSecond) {
  public LinkRates {
    if (fetchBytesPerSecond < 1 || sendBytesPerSecond < 1) {
      throw new IllegalArgumentException(
          "The link has "
              + fetchBytesPerSecond
              + " bytes per second for inputs and "
              + sendBytesPerSecond
              + " for results; both must be above 0.");
    }
  }
}
