package tender.experiments.statistics;

import java.util.Arrays;
import java.util.Locale;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Statistics of a sample of independent, identically distributed values.
 *
 * @param standardDeviation of the sample, with n − 1; 0 of a single value
 * @param halfWidth of the 95 % confidence interval of the mean, by Student's t; infinite for a
 *     single value
 */
public record Sample(int size, double mean, double standardDeviation, double halfWidth) {
  private static final double UPPER_TAIL = 0.975;

  public static Sample of(double... values) {
    int size = values.length;
    if (size == 0) {
      throw new IllegalArgumentException("A sample needs at least one value.");
    }
    double mean = Arrays.stream(values).sum() / size;
    if (size == 1) {
      return new Sample(1, mean, 0, Double.POSITIVE_INFINITY);
    }
    double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    double deviation = Math.sqrt(squares / (size - 1));
    double t = TDistribution.of(size - 1).inverseCumulativeProbability(UPPER_TAIL);
    return new Sample(size, mean, deviation, t * deviation / Math.sqrt(size));
  }

  /** The mean and, if known, the half-width of its interval: {@code 1,234.5 ± 6.7}. */
  public String text(int decimals) {
    String format = "%,." + decimals + "f";
    String meanText = String.format(Locale.ROOT, format, mean);
    return Double.isInfinite(halfWidth)
        ? meanText
        : meanText + " ± " + String.format(Locale.ROOT, format, halfWidth);
  }

  /** Size, mean and half-width (empty if unknown) as CSV cells. */
  public String csvCells() {
    return String.format(Locale.ROOT, "%d,%.6f,%s", size, mean, csvHalfWidth());
  }

  /** The half-width as a CSV cell, empty if unknown. */
  public String csvHalfWidth() {
    return Double.isInfinite(halfWidth) ? "" : String.format(Locale.ROOT, "%.6f", halfWidth);
  }

  /** The half-width for error bars in charts, 0 if unknown. */
  public double errorBar() {
    return Double.isInfinite(halfWidth) ? 0 : halfWidth;
  }

  public double low() {
    return mean - halfWidth;
  }

  public double high() {
    return mean + halfWidth;
  }
}
