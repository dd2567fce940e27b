package tender.core.compose;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Divides a number of tasks in proportion to weights, in whole tasks and within caps.
 *
 * <p>A share above its cap is reduced to the cap, and the excess goes to the others in proportion.
 * The tasks left by rounding go one by one to the largest fractions (largest remainder); among
 * equal fractions the first comes first. If no share below its cap has a weight, all of them weigh
 * the same.
 */
final class Apportionment {
  private Apportionment() {}

  /**
   * The shares, which add up to the total.
   *
   * @throws IllegalArgumentException if the caps add up to less than the total
   */
  static int[] share(int total, double[] weights, int[] caps) {
    if (Arrays.stream(caps).asLongStream().sum() < total) {
      throw new IllegalArgumentException(
          "The caps " + Arrays.toString(caps) + " add up to less than " + total + " tasks.");
    }
    double[] quotas = quotas(total, weights, caps);
    int[] shares = new int[quotas.length];
    int left = total;
    for (int i = 0; i < shares.length; i++) {
      shares[i] = Math.min(caps[i], (int) quotas[i]);
      left -= shares[i];
    }
    Integer[] byRemainder = indices(shares.length);
    Arrays.sort(byRemainder, Comparator.comparingDouble(i -> shares[i] - quotas[i]));
    for (int i = 0; left > 0; i = (i + 1) % byRemainder.length) {
      int next = byRemainder[i];
      if (shares[next] < caps[next]) {
        shares[next]++;
        left--;
      }
    }
    return shares;
  }

  /** The fractional shares: in proportion, except where a cap is lower. */
  private static double[] quotas(int total, double[] weights, int[] caps) {
    Integer[] byCap = indices(weights.length);
    Arrays.sort(byCap, Comparator.comparingDouble(i -> caps[i] / weights[i]));
    double[] weightFrom = new double[weights.length + 1];
    for (int i = weights.length - 1; i >= 0; i--) {
      weightFrom[i] = weightFrom[i + 1] + weights[byCap[i]];
    }
    double[] quotas = new double[weights.length];
    double left = total;
    int first = 0;
    while (first < byCap.length && weightFrom[first] > 0) {
      int next = byCap[first];
      if (left * weights[next] / weightFrom[first] <= caps[next]) {
        break;
      }
      quotas[next] = caps[next];
      left -= caps[next];
      first++;
    }
    for (int i = first; i < byCap.length; i++) {
      int next = byCap[i];
      quotas[next] =
          weightFrom[first] > 0
              ? left * weights[next] / weightFrom[first]
              : left / (byCap.length - first);
    }
    return quotas;
  }

  private static Integer[] indices(int count) {
    Integer[] indices = new Integer[count];
    Arrays.setAll(indices, i -> i);
    return indices;
  }
}
