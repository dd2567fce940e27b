package tender.core.promise;

/**
 * A forecast of when work will end.
 *
 * @param madeMillis when the forecast was made
 * @param taskMillis the estimated run time of its last task; the rest of the time is waiting
 * @param endMillis when the work is expected to end
 * @param excludedShare the share of the cluster's processors that the work cannot use, because
 *     their nodes do not have what it requests
 */
public record Forecast(long madeMillis, long taskMillis, long endMillis, double excludedShare) {

  /** For work that can use all processors. */
  public Forecast(long madeMillis, long taskMillis, long endMillis) {
    this(madeMillis, taskMillis, endMillis, 0);
  }

  /** At least one millisecond, so that all spans can be divided. */
  public double spanMillis() {
    return spanMillis(endMillis);
  }

  private double spanMillis(long untilMillis) {
    return Math.max(1, untilMillis - madeMillis);
  }

  /** The real span as a multiple of the forecast span. */
  double multiple(long endedMillis) {
    return spanMillis(endedMillis) / spanMillis();
  }

  /** The share of the time that is waiting, which is the part that is hard to predict. */
  double waitShare() {
    return Math.max(0, 1 - taskMillis / spanMillis());
  }
}
