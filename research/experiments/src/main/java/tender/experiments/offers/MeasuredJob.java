package tender.experiments.offers;

/**
 * A job or bag, with what was asked, promised and done.
 *
 * @param weight its processors, or its tasks
 */
record MeasuredJob(
    int weight,
    long runMillis,
    long submittedMillis,
    long requestedMillis,
    long promisedMillis,
    long endedMillis,
    boolean hasPromise) {

  boolean isDelayed() {
    return !hasPromise || promisedMillis > requestedMillis;
  }

  boolean isBroken() {
    return hasPromise && endedMillis > promisedMillis;
  }

  double work() {
    return (double) weight * runMillis;
  }

  /** Its term in the paper's formula 1; without a new deadline there is none. */
  double weightedDelay() {
    if (!hasPromise || !isDelayed()) {
      return 0;
    }
    double asked = requestedMillis - submittedMillis;
    double given = promisedMillis - submittedMillis;
    return weight * (given / asked - 1) * 100;
  }
}
