package tender.experiments.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * A scale from 0 to a round number, in steps of 1, 2 or 5 times a power of ten.
 *
 * @param steps how many there are
 */
public record AxisScale(double step, int steps) {
  private static final double[] ROUND = {1, 2, 5, 10};
  private static final int MOST_STEPS = 6;

  public static AxisScale upTo(double tallest) {
    if (!(tallest > 0)) {
      return new AxisScale(1, 1);
    }
    double power = Math.pow(10, Math.floor(Math.log10(tallest / MOST_STEPS)));
    double step = power;
    for (double round : ROUND) {
      step = round * power;
      if (step * MOST_STEPS >= tallest) {
        break;
      }
    }
    return new AxisScale(step, (int) Math.ceil(tallest / step - 1e-9));
  }

  public double top() {
    return step * steps;
  }

  public List<String> labels() {
    List<String> labels = new ArrayList<>();
    for (int i = 0; i <= steps; i++) {
      BigDecimal value = new BigDecimal(Double.toString(step)).multiply(BigDecimal.valueOf(i));
      labels.add(value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString());
    }
    return labels;
  }
}
