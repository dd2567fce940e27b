package tender.workload.lublin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class DailyCycleTest {
  private final DailyCycle cycle = new DailyCycle(JobClass.BATCH.dailyCycle());

  @Test
  void aDaysWorthOfHalfHoursIsADay() {
    for (int days = 0; days < 10; days++) {
      assertThat(cycle.secondsAt(48.0 * days)).isEqualTo(86_400.0 * days);
    }
    assertThat(cycle.secondsAt(Math.nextDown(48.0))).isCloseTo(86_400, within(1e-6));
  }

  @Test
  void theClockRunsForwardsWithoutAJump() {
    double before = 0;
    for (double halfHours = 0; halfHours < 100; halfHours += 0.001) {
      double seconds = cycle.secondsAt(halfHours);
      assertThat(seconds - before).isBetween(0.0, 20.0);
      before = seconds;
    }
  }

  @Test
  void moreArrivesByDayThanByNight() {
    double byDay = cycle.secondsAt(25) - cycle.secondsAt(24);
    double byNight = cycle.secondsAt(1) - cycle.secondsAt(0);

    assertThat(byDay).isLessThan(1_800);
    assertThat(byNight).isGreaterThan(1_800);
  }
}
