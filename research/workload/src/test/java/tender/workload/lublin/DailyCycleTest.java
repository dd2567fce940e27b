package tender.workload.lublin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class DailyCycleTest {
  private final DailyCycle cycle = new DailyCycle(JobClass.BATCH.dailyCycle());

  @Test
  void uniformDayIsClockDay() {
    for (int days = 0; days < 10; days++) {
      assertThat(cycle.secondsAt(48.0 * days)).isEqualTo(86_400.0 * days);
    }
    assertThat(cycle.secondsAt(Math.nextDown(48.0))).isCloseTo(86_400, within(1e-6));
  }

  @Test
  void clockAdvancesWithoutJumps() {
    double previous = 0;
    for (double halfHours = 0; halfHours < 100; halfHours += 0.001) {
      double seconds = cycle.secondsAt(halfHours);
      assertThat(seconds - previous).isBetween(0.0, 20.0);
      previous = seconds;
    }
  }

  @Test
  void moreJobsArriveByDayThanByNight() {
    double byDay = cycle.secondsAt(25) - cycle.secondsAt(24);
    double byNight = cycle.secondsAt(1) - cycle.secondsAt(0);

    assertThat(byDay).isLessThan(1_800);
    assertThat(byNight).isGreaterThan(1_800);
  }
}
