package tender.experiments.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * The scale of an axis from 0 to a round number, in steps of 1, 2 or 5 times a power of ten.
 *
 * @param steps number of steps
 */
record AxisScale(double step, int steps) {
  private static final double[] ROUND = {1, 2, 5, 10};
  private static final int MAX_STEPS = 6;

  static AxisScale upTo(double tallest) {
    if (!(tallest > 0)) {
      return new AxisScale(1, 1);
    }
    double power = Math.pow(10, Math.floor(Math.log10(tallest / MAX_STEPS)));
    double step = power;
    for (double round : ROUND) {
      step = round * power;
      if (step * MAX_STEPS >= tallest) {
        break;
      }
    }
    return new AxisScale(step, (int) Math.ceil(tallest / step - 1e-9));
  }

  double top() {
    return step * steps;
  }

  List<String> labels() {
    List<String> labels = new ArrayList<>();
    for (int i = 0; i <= steps; i++) {
      BigDecimal value = new BigDecimal(Double.toString(step)).multiply(BigDecimal.valueOf(i));
      labels.add(value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString());
    }
    return labels;
  }
}
