package tender.core.promise;

/**
 * A forecast and the promise that was made from it.
 *
 * @param promisedMillis when the work was promised to have ended
 */
public record Expectation(Forecast forecast, long promisedMillis) {

  /** Whether work that ended then kept the promise. */
  public boolean isKept(long endedMillis) {
    return endedMillis <= promisedMillis;
  }
}
