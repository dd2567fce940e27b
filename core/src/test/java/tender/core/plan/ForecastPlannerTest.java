package tender.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class ForecastPlannerTest {

  @Test
  void easyMatchesNaiveImplementation() {
    for (long seed = 0; seed < 10_000; seed++) {
      Snapshot snapshot = RandomSnapshots.draw(new SplittableRandom(seed));
      Plan plan = ForecastPlanner.easy().plan(snapshot);
      Plan expected = NaiveEasy.plan(snapshot);
      for (int job = 0; job < snapshot.waiting().size(); job++) {
        assertThat(starts(plan, job))
            .as("seed " + seed + ", job " + snapshot.waiting().get(job))
            .isEqualTo(starts(expected, job));
      }
    }
  }

  private static List<Long> starts(Plan plan, int job) {
    List<Long> starts = new ArrayList<>();
    for (int run = 0; run < plan.runs(job); run++) {
      for (int task = 0; task < plan.runTasks(job, run); task++) {
        starts.add(plan.runStartMillis(job, run));
      }
    }
    return starts;
  }
}
