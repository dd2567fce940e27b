package tender.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.queue.Scheduler;
import tender.workload.trace.TraceJob;

class ClusterSimulationTest {
  private static final Cluster CLUSTER = Cluster.of(4);

  @Test
  void eventsOfOneInstantAreHandledInOrder() {
    TraceJob endsEarly = job(1, 0, 10, 1, 20);
    TraceJob endsAtItsEstimate = job(2, 0, 10, 1, 10);
    TraceJob alsoAtItsEstimate = job(3, 0, 10, 1, 10);
    TraceJob second = job(5, 10, 1, 1, 1);
    TraceJob first = job(4, 10, 1, 1, 1);
    List<String> log = new ArrayList<>();
    ClusterSimulation.run(
        List.of(alsoAtItsEstimate, endsAtItsEstimate, endsEarly, second, first),
        CLUSTER,
        cluster -> new Logging(log));
    assertThat(log)
        .containsExactly(
            "0 submit 1",
            "0 call",
            "0 submit 2",
            "0 call",
            "0 submit 3",
            "0 call",
            "10 end 2",
            "10 end 3",
            "10 submit 4",
            "10 call",
            "10 submit 5",
            "10 call",
            "10 end 1",
            "10 call",
            "10 call",
            "10 call",
            "11 end 4",
            "11 end 5",
            "11 call",
            "11 call");
  }

  @Test
  void schedulerIsCalledAtItsPlannedInstant() {
    ClusterSchedule schedule =
        ClusterSimulation.run(
            List.of(job(1, 0, 5, 4, 30), job(2, 1, 5, 1, 5)),
            CLUSTER,
            Schedulers.all().get("conservative-no-compression"));
    assertThat(schedule.startMillis(1)).isEqualTo(30_000);
  }

  @Test
  void emptyTraceGivesEmptySchedule() {
    ClusterSchedule schedule =
        ClusterSimulation.run(List.of(), CLUSTER, Schedulers.all().get("easy"));
    assertThat(schedule.jobs()).isEmpty();
    assertThat(ScheduleMeasures.of(schedule).jobs()).isZero();
  }

  @Test
  void jobWiderThanTheMachineIsRejected() {
    assertThatThrownBy(
            () ->
                ClusterSimulation.run(
                    List.of(job(7, 0, 1, 5, 1)), CLUSTER, Schedulers.all().get("easy")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Job 7 needs 5 processors");
  }

  @Test
  void duplicateJobNumberIsRejected() {
    assertThatThrownBy(
            () ->
                ClusterSimulation.run(
                    List.of(job(7, 0, 1, 1, 1), job(7, 1, 1, 1, 1)),
                    CLUSTER,
                    Schedulers.all().get("easy")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("number 7");
  }

  @Test
  void startingAJobTwiceIsRejected() {
    Scheduler twice =
        new Logging(new ArrayList<>()) {
          @Override
          public void submit(Job job, long nowMillis) {
            super.submit(job, nowMillis);
            super.submit(job, nowMillis);
          }
        };
    assertThatThrownBy(
            () -> ClusterSimulation.run(List.of(job(7, 0, 1, 1, 1)), CLUSTER, cluster -> twice))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("job 7");
  }

  @Test
  void progressIsReported() {
    List<Integer> progress = new ArrayList<>();
    ClusterSimulation.run(
        Workloads.busy(3, 5_000),
        Cluster.of(Workloads.PROCESSORS),
        Schedulers.all().get("easy"),
        progress::add);
    assertThat(progress).isSorted().hasSize(4);
  }

  private static TraceJob job(long number, long submit, long run, int width, long estimate) {
    return new TraceJob(number, submit, run, width, estimate);
  }

  /** Starts every job immediately and logs its calls, with times in seconds. */
  private static class Logging implements Scheduler {
    private final List<String> log;
    private final List<Job> waiting = new ArrayList<>();

    Logging(List<String> log) {
      this.log = log;
    }

    @Override
    public void submit(Job job, long nowMillis) {
      log.add(nowMillis / 1_000 + " submit " + job.id());
      waiting.add(job);
    }

    @Override
    public void ended(Job job, int tasks, long startedMillis, long nowMillis) {
      log.add(nowMillis / 1_000 + " end " + job.id());
    }

    @Override
    public void startDue(long nowMillis, StartListener starts) {
      log.add(nowMillis / 1_000 + " call");
      waiting.forEach(job -> starts.onStart(job, 1));
      waiting.clear();
    }
  }
}
