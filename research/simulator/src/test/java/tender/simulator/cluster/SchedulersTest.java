package tender.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tender.core.model.Cluster;
import tender.core.plan.Planners;
import tender.workload.trace.TraceJob;

class SchedulersTest {
  private static final Cluster CLUSTER = Cluster.of(Workloads.PROCESSORS);
  private static final int SEEDS = 20;
  private static final int JOBS = 400;

  static Iterable<String> names() {
    return Schedulers.all().keySet();
  }

  @Test
  void schedulersHaveTheNamesOfPlanners() {
    assertThat(Schedulers.all().keySet()).isEqualTo(Planners.all().keySet());
  }

  @ParameterizedTest
  @MethodSource("names")
  void schedulesHaveNoViolations(String name) {
    for (long seed = 0; seed < SEEDS; seed++) {
      ClusterSchedule schedule = run(name, Workloads.busy(seed, JOBS));
      assertThat(ScheduleVerifier.verify(schedule)).as("seed %d", seed).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void orderOfTheInputDoesNotMatter(String name) {
    List<TraceJob> jobs = Workloads.busy(1, JOBS);
    List<TraceJob> shuffled = new ArrayList<>(jobs);
    Collections.shuffle(shuffled, new Random(2));
    assertThat(starts(run(name, shuffled))).isEqualTo(starts(run(name, jobs)));
  }

  @Test
  void fcfsNeverReordersJobs() {
    for (long seed = 0; seed < SEEDS; seed++) {
      assertThat(starts(run("fcfs", Workloads.busy(seed, JOBS)))).as("seed %d", seed).isSorted();
    }
  }

  @Test
  void backfillingShortensTheMeanWait() {
    double fcfsMillis = 0;
    double easyMillis = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      List<TraceJob> jobs = Workloads.busy(seed, JOBS);
      fcfsMillis += ScheduleMeasures.of(run("fcfs", jobs)).meanWaitMillis();
      easyMillis += ScheduleMeasures.of(run("easy", jobs)).meanWaitMillis();
    }
    assertThat(easyMillis).isPositive().isLessThan(fcfsMillis);
  }

  private static ClusterSchedule run(String name, List<TraceJob> jobs) {
    return ClusterSimulation.run(jobs, CLUSTER, Schedulers.all().get(name));
  }

  private static List<Long> starts(ClusterSchedule schedule) {
    List<Long> starts = new ArrayList<>();
    for (int index = 0; index < schedule.jobs().size(); index++) {
      starts.add(schedule.startMillis(index));
    }
    return starts;
  }
}
