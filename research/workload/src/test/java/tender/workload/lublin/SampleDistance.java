package tender.workload.lublin;

import java.util.Arrays;

/** Distances between two samples. */
final class SampleDistance {
  private SampleDistance() {}

  /** The largest difference between the two empirical distribution functions. */
  static double kolmogorovSmirnov(double[] left, double[] right) {
    Arrays.sort(left);
    Arrays.sort(right);
    double largest = 0;
    int i = 0;
    int j = 0;
    while (i < left.length && j < right.length) {
      double value = Math.min(left[i], right[j]);
      while (i < left.length && left[i] <= value) {
        i++;
      }
      while (j < right.length && right[j] <= value) {
        j++;
      }
      largest = Math.max(largest, Math.abs((double) i / left.length - (double) j / right.length));
    }
    return largest;
  }
}
