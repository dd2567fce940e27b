package tender.core.promise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How much longer than forecast to promise, learned from the outcomes of earlier promises, so that
 * a target share of promises is kept without promising later than necessary.
 *
 * <p>The last real spans are kept, each as a multiple of its forecast. A promise uses those whose
 * forecasts had a similar share of waiting, because work that starts immediately is far easier to
 * predict than work that waits for others, and a similar share of processors that the work cannot
 * use, because one local job can occupy all nodes of a rare kind. It takes the multiple below which
 * a share of them lies: the <em>level</em>. (Conformal prediction; with nearest neighbours: Lei and
 * Wasserman, "Distribution-free Prediction Bands for Non-parametric Regression", 2014.)
 *
 * <p>That alone would be right only if the future were like the past. So the level is adapted: a
 * broken promise raises it and a kept one lowers it, in a proportion that leaves it constant when
 * the target share is kept (Gibbs and Candès, "Adaptive Conformal Inference Under Distribution
 * Shift", NeurIPS 2021). In the long run the target share is kept, independently of the
 * distribution of the spans and how it changes. Above the largest known multiple there is no
 * observation: a level above 1 takes the largest one and increases it by as much as the level
 * exceeds 1, which compensates for a series of broken promises.
 *
 * <p>The multiple can be below 1: if users request twice the time that they need, forecasts are too
 * long, and that is learned as well.
 *
 * @param targetKept the share of promises that should be kept
 * @param level the share of past multiples that the next promise covers
 * @param observations the last observations, oldest first
 */
public record Slack(double targetKept, double level, List<Observation> observations) {
  /** With fewer observations, nothing shorter than the forecast is promised. */
  private static final int MIN_OBSERVATIONS = 10;

  private static final int MAX_OBSERVATIONS = 400;
  private static final int MIN_NEAREST = 50;

  /** The largest change of the level by one promise. */
  private static final double STEP = 0.03;

  private static final double MAX_LEVEL = 2;

  /** So that 0.9 / (1 - 0.9) is 9. */
  private static final double ROUNDING = 1e-9;

  /**
   * The outcome of one promise.
   *
   * @param waitShare the share of the forecast time that was waiting
   * @param multiple the real span as a multiple of the forecast
   * @param excludedShare the share of the processors that the work could not use
   */
  public record Observation(double waitShare, double multiple, double excludedShare) {
    private double distance(double otherWaitShare, double otherExcludedShare) {
      return Math.abs(waitShare - otherWaitShare) + Math.abs(excludedShare - otherExcludedShare);
    }
  }

  public Slack {
    if (!(targetKept > 0 && targetKept < 1)) {
      throw new IllegalArgumentException(
          "The target share of kept promises is "
              + targetKept
              + ", and must be between 0 and 1, such as 0.95.");
    }
    observations = List.copyOf(observations);
  }

  /** Without observations, exactly the forecast is promised. */
  public static Slack withoutObservations(double targetKept) {
    return new Slack(targetKept, targetKept, List.of());
  }

  /** A copy with the same observations and another target. */
  public Slack withTargetKept(double newTarget) {
    return newTarget == targetKept ? this : new Slack(newTarget, newTarget, observations);
  }

  /** The promise for a forecast. */
  public Expectation promise(Forecast forecast) {
    return expectation(forecast, multiple(forecast));
  }

  /**
   * The promise for a forecast.
   *
   * @param initialMultiple the least multiple until enough has been learned
   */
  public Expectation promise(Forecast forecast, double initialMultiple) {
    double multiple = multiple(forecast);
    return expectation(forecast, canReachTarget() ? multiple : Math.max(initialMultiple, multiple));
  }

  private boolean canReachTarget() {
    return observations.size() >= leastForTarget();
  }

  /**
   * How many observations the target needs: the largest of n is exceeded by the next one with a
   * probability of 1 / (n + 1).
   */
  private int leastForTarget() {
    return Math.min(MAX_OBSERVATIONS, (int) Math.ceil(targetKept / (1 - targetKept) - ROUNDING));
  }

  private static Expectation expectation(Forecast forecast, double multiple) {
    double spanMillis = forecast.spanMillis() * multiple;
    return new Expectation(forecast, forecast.madeMillis() + (long) Math.ceil(spanMillis));
  }

  /** The promised span as a multiple of the forecast. */
  public double multiple(Forecast forecast) {
    if (observations.isEmpty()) {
      return 1;
    }
    double multiple = quantile(nearest(forecast));
    return observations.size() < MIN_OBSERVATIONS ? Math.max(1, multiple) : multiple;
  }

  /** The multiples of the most similar forecasts, latest first among equals; ascending. */
  private double[] nearest(Forecast forecast) {
    double waitShare = forecast.waitShare();
    double excludedShare = forecast.excludedShare();
    return observations.reversed().stream()
        .sorted(Comparator.comparingDouble(seen -> seen.distance(waitShare, excludedShare)))
        .limit(Math.max(MIN_NEAREST, leastForTarget()))
        .mapToDouble(Observation::multiple)
        .sorted()
        .toArray();
  }

  private double quantile(double[] ascending) {
    int rank = (int) Math.ceil(level * (ascending.length + 1));
    return rank > ascending.length
        ? ascending[ascending.length - 1] * Math.max(1, level)
        : ascending[Math.max(0, rank - 1)];
  }

  /** The slack after the work of a promise has ended. */
  public Slack withOutcome(Expectation expectation, long endedMillis) {
    Forecast forecast = expectation.forecast();
    List<Observation> more = new ArrayList<>(observations);
    more.add(
        new Observation(
            forecast.waitShare(), forecast.multiple(endedMillis), forecast.excludedShare()));
    double missed = expectation.isKept(endedMillis) ? 0 : 1;
    double moved = level + STEP * (missed - (1 - targetKept));
    return new Slack(
        targetKept,
        Math.clamp(moved, 0, MAX_LEVEL),
        more.subList(Math.max(0, more.size() - MAX_OBSERVATIONS), more.size()));
  }
}
