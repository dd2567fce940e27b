package tender.experiments.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class AxisScaleTest {
  @Test
  void axisEndsAboveTallestBarInRoundSteps() {
    assertThat(AxisScale.upTo(39).labels()).containsExactly("0", "10", "20", "30", "40");
    assertThat(AxisScale.upTo(4.9).labels()).containsExactly("0", "1", "2", "3", "4", "5");
    assertThat(AxisScale.upTo(0.7).labels()).containsExactly("0", "0.2", "0.4", "0.6", "0.8");
    assertThat(AxisScale.upTo(60).top()).isEqualTo(60);
    assertThat(AxisScale.upTo(0).labels()).containsExactly("0", "1");
  }
}
