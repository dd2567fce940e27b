package tender.core.promise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How much longer than forecast to promise, learned from what became of earlier promises, so that a
 * wanted share of them is kept and no more time is taken than that needs.
 *
 * <p>The last real spans are kept, each as a multiple of its forecast. A promise looks at those
 * whose forecasts waited for a like part of their time, since what starts at once is far easier to
 * foresee than what waits for others, and takes the multiple below which a share of them lies: the
 * <em>level</em>. (Conformal prediction; of those nearest: Lei and Wasserman, "Distribution-free
 * Prediction Bands for Non-parametric Regression", 2014.)
 *
 * <p>That alone would be right only if the future were like the past. So the level moves: a broken
 * promise raises it, a kept one lowers it, in such a proportion that it stands still where the
 * wanted share is kept (Gibbs and Candès, "Adaptive Conformal Inference Under Distribution Shift",
 * NeurIPS 2021). In the long run the wanted share is then kept, whatever the spans are distributed
 * like and however they change. Above the largest multiple known there is nothing to go by: a level
 * above 1 takes that one and as much more as it is above 1, so that what was broken in a row is
 * made up for.
 *
 * <p>The multiple can be below 1: where users ask for twice the time that they need, forecasts are
 * too long, and that is learned as well.
 *
 * @param wantedKept the share of promises that are to be kept
 * @param level the share of past multiples that the next promise covers
 * @param lessons the last ones, the oldest first
 */
public record Slack(double targetKept, double level, List<Observation> observations) {
  /** Fewer say too little to promise anything shorter than the forecast. */
  private static final int MIN_OBSERVATIONS = 10;

  private static final int MAX_OBSERVATIONS = 400;
  private static final int NEAREST = 50;

  /** By how much a promise moves the level, at most. */
  private static final double STEP = 0.03;

  private static final double HIGHEST_LEVEL = 2;

  /**
   * What one promise taught.
   *
   * @param waitShare the part of the forecast time that was waiting
   * @param multiple how long it really took, as a multiple of the forecast
   */
  public record Observation(double waitShare, double multiple) {}

  public Slack {
    if (!(targetKept > 0 && targetKept < 1)) {
      throw new IllegalArgumentException(
          "The share of promises to be kept is "
              + targetKept
              + ", and must be between 0 and 1, such as 0.95.");
    }
    observations = List.copyOf(observations);
  }

  /** Nothing is known yet: what is forecast is promised. */
  public static Slack withoutObservations(double wantedKept) {
    return new Slack(wantedKept, wantedKept, List.of());
  }

  /** The same knowledge for one who wants to keep another share. */
  public Slack withTargetKept(double otherKept) {
    return otherKept == targetKept ? this : new Slack(otherKept, otherKept, observations);
  }

  /** What to promise, by what is known. */
  public Expectation promise(Forecast forecast) {
    double spanMillis = forecast.spanMillis() * multiple(forecast);
    return new Expectation(forecast, forecast.madeMillis() + (long) Math.ceil(spanMillis));
  }

  /** How many times as long as forecast a promise is. */
  public double multiple(Forecast forecast) {
    if (observations.isEmpty()) {
      return 1;
    }
    double multiple = quantile(nearest(forecast.waitShare()));
    return observations.size() < MIN_OBSERVATIONS ? Math.max(1, multiple) : multiple;
  }

  /** The multiples of those that waited for a like part, of equals the latest; ascending. */
  private double[] nearest(double waitShare) {
    return observations.reversed().stream()
        .sorted(Comparator.comparingDouble(lesson -> Math.abs(lesson.waitShare - waitShare)))
        .limit(NEAREST)
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

  /** What is known after the work of a promise has ended. */
  public Slack withOutcome(Expectation expected, long endedMillis) {
    Forecast forecast = expected.forecast();
    List<Observation> more = new ArrayList<>(observations);
    more.add(new Observation(forecast.waitShare(), forecast.multiple(endedMillis)));
    double missed = expected.isKept(endedMillis) ? 0 : 1;
    double moved = level + STEP * (missed - (1 - targetKept));
    return new Slack(
        targetKept,
        Math.clamp(moved, 0, HIGHEST_LEVEL),
        more.subList(Math.max(0, more.size() - MAX_OBSERVATIONS), more.size()));
  }
}
