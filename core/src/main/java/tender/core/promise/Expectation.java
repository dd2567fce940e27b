package tender.core.promise;

/**
 * What was expected when a promise was made, and promised.
 *
 * @param promisedMillis when the work was said to have ended
 */
public record Expectation(Forecast forecast, long promisedMillis) {

  /** Whether work that ended then has kept the promise. */
  public boolean isKept(long endedMillis) {
    return endedMillis <= promisedMillis;
  }
}
