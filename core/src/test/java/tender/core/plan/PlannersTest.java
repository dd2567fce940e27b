package tender.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.RunningJob;
import tender.core.model.Time;

final class PlannersTest {
  private static final int SITUATIONS = 10_000;

  static Iterable<String> names() {
    return Planners.all().keySet();
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyPlanPassesVerifier(String name) {
    Planner planner = Planners.all().get(name);
    for (long seed = 0; seed < SITUATIONS; seed++) {
      Snapshot snapshot = RandomSnapshots.draw(new SplittableRandom(seed));
      List<PlanViolation> violations =
          PlanVerifier.verify(snapshot, planner.plan(snapshot)).stream()
              // These random deadlines need not be feasible.
              .filter(violation -> !(violation instanceof PlanViolation.PromiseBroken))
              .toList();
      assertThat(violations).as(name + ", seed " + seed).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void orderOfSnapshotDoesNotMatter(String name) {
    Planner planner = Planners.all().get(name);
    for (long seed = 0; seed < 1_000; seed++) {
      Snapshot snapshot = RandomSnapshots.draw(new SplittableRandom(seed));
      Snapshot reversed =
          new Snapshot(
              snapshot.cluster(),
              snapshot.nowMillis(),
              snapshot.running().reversed(),
              snapshot.waiting().reversed());
      Plan plan = planner.plan(snapshot);
      Plan planOfReversed = planner.plan(reversed);
      int last = snapshot.waiting().size() - 1;
      for (int job = 0; job <= last; job++) {
        assertThat(planOfReversed.startMillis(last - job)).isEqualTo(plan.startMillis(job));
        assertThat(planOfReversed.completionMillis(last - job))
            .isEqualTo(plan.completionMillis(job));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void blockedJobIsLeftOutAndRestIsPlanned(String name) {
    Snapshot snapshot =
        new Snapshot(
            Cluster.of(4),
            0,
            List.of(new RunningJob(new JobId("endless"), 2, 0, Time.NEVER)),
            List.of(
                Job.rigid(new JobId("narrow"), 1, 5, -2, Time.NEVER),
                Job.rigid(new JobId("wide"), 3, 5, -1, Time.NEVER)));
    Plan plan = Planners.all().get(name).plan(snapshot);

    assertThat(plan.startMillis(0)).isZero();
    assertThat(plan.runs(1)).isZero();
    assertThat(PlanVerifier.verify(snapshot, plan)).isEmpty();
  }

  @Test
  void fcfsNeverOvertakes() {
    for (long seed = 0; seed < 2_000; seed++) {
      Snapshot snapshot = RandomSnapshots.draw(new SplittableRandom(seed));
      Plan plan = ForecastPlanner.fcfs().plan(snapshot);
      long latestMillis = Long.MIN_VALUE;
      for (int job : snapshot.order(Job.BY_ARRIVAL)) {
        assertThat(plan.startMillis(job)).isGreaterThanOrEqualTo(latestMillis);
        latestMillis = plan.runStartMillis(job, plan.runs(job) - 1);
      }
    }
  }
}
