package tender.core.promise;

import java.util.ArrayList;
import java.util.List;

/**
 * How much longer than forecast to promise, learned from what became of earlier promises, so that a
 * wanted share of them is kept and no more time is taken than that needs.
 *
 * <p>The last real spans are kept, each as a multiple of its forecast. A promise takes the multiple
 * below which a share of them lies: the <em>level</em>. That alone would be right only if the
 * future were like the past. So the level moves: a broken promise raises it, a kept one lowers it,
 * in such a proportion that it stands still where the wanted share is kept (Gibbs and Candès,
 * "Adaptive Conformal Inference Under Distribution Shift", NeurIPS 2021). In the long run the
 * wanted share is then kept, whatever the spans are distributed like and however they change.
 *
 * <p>Above the largest multiple known there is nothing to go by. A level above 1 takes that one and
 * as much more as the level is above 1, so that what was broken in a row is made up for.
 *
 * <p>The multiple can be below 1: where users ask for twice the time that they need, forecasts are
 * too long, and that is learned as well.
 *
 * @param wantedKept the share of promises that are to be kept
 * @param level the share of past multiples that the next promise covers
 * @param multiples the last ones, the oldest first
 */
public record Slack(double wantedKept, double level, List<Double> multiples) {
  /** Fewer say too little to promise anything shorter than the forecast. */
  private static final int LEAST_KNOWN = 10;

  private static final int MOST_KNOWN = 200;

  /** By how much a promise moves the level, at most. */
  private static final double STEP = 0.02;

  private static final double HIGHEST_LEVEL = 2;

  public Slack {
    if (!(wantedKept > 0 && wantedKept < 1)) {
      throw new IllegalArgumentException(
          "The share of promises to be kept is "
              + wantedKept
              + ", and must be between 0 and 1, such as 0.95.");
    }
    multiples = List.copyOf(multiples);
  }

  /** Nothing is known yet: what is forecast is promised. */
  public static Slack wanting(double wantedKept) {
    return new Slack(wantedKept, wantedKept, List.of());
  }

  /** What to promise when this much is forecast, by what is known. */
  public Expectation promise(long madeMillis, long forecastMillis) {
    return new Expectation(madeMillis, forecastMillis, stretch(madeMillis, forecastMillis));
  }

  private long stretch(long madeMillis, long forecastMillis) {
    double spanMillis = Math.max(0, forecastMillis - madeMillis) * multiple();
    return Math.max(madeMillis, madeMillis + (long) Math.ceil(spanMillis));
  }

  /** How many times as long as forecast the next promise is. */
  public double multiple() {
    int known = multiples.size();
    if (known == 0) {
      return 1;
    }
    double[] ascending = multiples.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    double multiple = quantile(ascending);
    return known < LEAST_KNOWN ? Math.max(1, multiple) : multiple;
  }

  private double quantile(double[] ascending) {
    int rank = (int) Math.ceil(level * (ascending.length + 1));
    return rank > ascending.length
        ? ascending[ascending.length - 1] * Math.max(1, level)
        : ascending[Math.max(0, rank - 1)];
  }

  /** What is known after the work of a promise has ended. */
  public Slack after(Expectation expected, long endedMillis) {
    List<Double> more = new ArrayList<>(multiples);
    more.add(expected.multiple(endedMillis));
    double missed = expected.isKept(endedMillis) ? 0 : 1;
    double moved = level + STEP * (missed - (1 - wantedKept));
    return new Slack(
        wantedKept,
        Math.clamp(moved, 0, HIGHEST_LEVEL),
        more.subList(Math.max(0, more.size() - MOST_KNOWN), more.size()));
  }
}
