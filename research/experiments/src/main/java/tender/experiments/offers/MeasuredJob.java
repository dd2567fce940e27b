package tender.experiments.offers;

/**
 * A job or bag with its requested time, its promise and its end.
 *
 * @param weight number of processors of a job, or of tasks of a bag
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

  /** The job's term in the paper's formula 1; 0 without a promise. */
  double weightedDelay() {
    if (!hasPromise || !isDelayed()) {
      return 0;
    }
    double requestedSpan = requestedMillis - submittedMillis;
    double promisedSpan = promisedMillis - submittedMillis;
    return weight * (promisedSpan / requestedSpan - 1) * 100;
  }
}
