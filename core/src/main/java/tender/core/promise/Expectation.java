package tender.core.promise;

/**
 * What was expected when a promise was made.
 *
 * @param madeMillis when that was
 * @param forecastMillis when the work would end, as far as could be seen
 * @param promisedMillis when it was said to have ended
 */
public record Expectation(long madeMillis, long forecastMillis, long promisedMillis) {

  /** Whether work that ended then has kept the promise. */
  public boolean isKept(long endedMillis) {
    return endedMillis <= promisedMillis;
  }

  /** How long it really took, as a multiple of what was forecast. */
  double multiple(long endedMillis) {
    return span(endedMillis) / span(forecastMillis);
  }

  /** At least a millisecond, so that every span can be compared with every other. */
  private double span(long untilMillis) {
    return Math.max(1, untilMillis - madeMillis);
  }
}
