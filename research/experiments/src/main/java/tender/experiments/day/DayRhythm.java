package tender.experiments.day;

import tender.core.model.Time;

/** The arrivals in each hour of a day, compared with their mean: most come in working hours. */
final class DayRhythm {
  static final long DAY_MILLIS = 24 * Time.HOUR_MILLIS;

  private static final double[] WEIGHTS = {
    0.80, 0.75, 0.75, 0.75, 0.75, 0.80, 0.85, 0.95, 1.05, 1.15, 1.25, 1.25,
    1.20, 1.20, 1.25, 1.25, 1.20, 1.15, 1.05, 1.00, 0.95, 0.90, 0.90, 0.85
  };

  private DayRhythm() {}

  /** The weight of an instant, which may be after the first day. */
  static double weight(long instantMillis) {
    return WEIGHTS[(int) (instantMillis % DAY_MILLIS / Time.HOUR_MILLIS)];
  }

  /** The instant of the day by which this share of the day's arrivals has come. */
  static long instantMillis(double share) {
    double left = share * WEIGHTS.length;
    int hour = 0;
    while (hour < WEIGHTS.length - 1 && left >= WEIGHTS[hour]) {
      left -= WEIGHTS[hour];
      hour++;
    }
    double ofHour = Math.min(1, left / WEIGHTS[hour]);
    return (long) ((hour + ofHour) * Time.HOUR_MILLIS);
  }
}
