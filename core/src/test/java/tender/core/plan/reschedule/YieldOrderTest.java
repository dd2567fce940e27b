package tender.core.plan.reschedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Time;

class YieldOrderTest {
  private final ReschedulingPolicy coordinated = new CoordinatedRescheduling();

  @Test
  void shortJobPassesPartOfLaterBag() {
    var part = waiting("part", 60, 60, 500);
    var local = waiting("local", 30, 120, 150);
    assertThat(YieldOrder.of(List.of(part, local), coordinated, 10)).containsExactly(local, part);
  }

  @Test
  void noJobWaitsBeyondPlannedStart() {
    var part = waiting("part", 60, 60, 500);
    var local = waiting("local", 30, 120, 150);
    assertThat(YieldOrder.of(List.of(part, local), coordinated, 31)).containsExactly(part, local);
  }

  @Test
  void partThatDeterminesBagEndIsNotPassed() {
    var part = waiting("part", 60, 60, 120);
    var local = waiting("local", 30, 120, 150);
    assertThat(YieldOrder.of(List.of(local, part), coordinated, 0)).containsExactly(part, local);
  }

  @Test
  void blockedJobPassesNoEarlierJob() {
    var first = waiting("first", 60, 100, 900);
    var second = waiting("second", 200, 110, 310);
    var third = waiting("third", 30, 310, 400);
    assertThat(YieldOrder.of(List.of(first, second, third), coordinated, 0))
        .containsExactly(first, second, third);
  }

  private static ReschedulingPolicy.Candidate waiting(
      String name, long durationMillis, long startMillis, long bagEndMillis) {
    return new ReschedulingPolicy.Candidate(
        Job.rigid(new JobId(name), 1, durationMillis, 0, Time.NEVER),
        startMillis,
        startMillis + durationMillis,
        bagEndMillis);
  }
}
