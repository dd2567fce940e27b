package tender.core.promise;

/**
 * When work will end, as far as can be seen.
 *
 * @param madeMillis when it was looked
 * @param workMillis how long its last task takes by its estimate; the rest of the time is waiting
 * @param endMillis when it will have ended
 */
public record Forecast(long madeMillis, long taskMillis, long endMillis) {

  /** At least a millisecond, so that every span can be compared with every other. */
  double spanMillis() {
    return spanMillis(endMillis);
  }

  private double spanMillis(long untilMillis) {
    return Math.max(1, untilMillis - madeMillis);
  }

  /** How long it really took, as a multiple of what was forecast. */
  double multiple(long endedMillis) {
    return spanMillis(endedMillis) / spanMillis();
  }

  /** The part of the time that is waiting: what others do with it is what is hard to foresee. */
  double waitShare() {
    return Math.max(0, 1 - taskMillis / spanMillis());
  }
}
