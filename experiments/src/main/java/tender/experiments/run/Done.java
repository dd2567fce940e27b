package tender.experiments.run;

/**
 * A job or bag, with what was asked, promised and done.
 *
 * @param weight its processors, or its tasks
 */
record Done(
    int weight,
    long runMillis,
    long submittedMillis,
    long askedMillis,
    long promisedMillis,
    long endedMillis,
    boolean promised) {

  boolean isDelayed() {
    return !promised || promisedMillis > askedMillis;
  }

  boolean isBroken() {
    return promised && endedMillis > promisedMillis;
  }

  double work() {
    return (double) weight * runMillis;
  }

  /** Its term in the paper's formula 1; without a new deadline there is none. */
  double weightedDelay() {
    if (!promised || !isDelayed()) {
      return 0;
    }
    double asked = askedMillis - submittedMillis;
    double given = promisedMillis - submittedMillis;
    return weight * (given / asked - 1) * 100;
  }
}
