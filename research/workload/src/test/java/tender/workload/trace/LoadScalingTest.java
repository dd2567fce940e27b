package tender.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class LoadScalingTest {
  /** One processor for 100 seconds. */
  private static final LoadScaling SMALL =
      new LoadScaling(1, 100, 0.5, LoadMeasure.RUN_TIME, JobFilter.ALL, 0);

  @Test
  void traceWithHighLoadIsStretched() {
    ScaledTrace scaled = SMALL.scale(jobs(0, 1, 2, 3, 4, 5, 6, 7));

    // Five jobs of 10 processor-seconds make one half of 100.
    assertThat(scaled.jobs())
        .extracting(TraceJob::submitSeconds)
        .containsExactly(0L, 20L, 40L, 60L, 80L);
    assertThat(scaled.load()).isEqualTo(0.5);
    assertThat(scaled.spanSeconds()).isEqualTo(4);
    assertThat(scaled.arrivalFactor()).isEqualTo(20);
  }

  @Test
  void traceWithLowLoadIsCompressed() {
    ScaledTrace scaled = SMALL.scale(jobs(500, 600, 700, 800, 900, 1_000));

    assertThat(scaled.jobs())
        .extracting(TraceJob::submitSeconds)
        .containsExactly(0L, 20L, 40L, 60L, 80L);
    assertThat(scaled.arrivalFactor()).isEqualTo(0.2);
  }

  @Test
  void crossingJobIsTakenIfLoadGetsCloser() {
    TraceJob first = new TraceJob(1, 0, 30, 1, 30);

    assertThat(SMALL.scale(List.of(first, new TraceJob(2, 1, 39, 1, 39))).load()).isEqualTo(0.69);
    assertThat(SMALL.scale(List.of(first, new TraceJob(2, 1, 41, 1, 41))).load()).isEqualTo(0.3);
    assertThat(SMALL.scale(List.of(new TraceJob(1, 0, 500, 1, 500))).load())
        .as("one job at least")
        .isEqualTo(5);
  }

  @Test
  void shortTraceGivesAllJobs() {
    ScaledTrace scaled = SMALL.scale(jobs(0, 7));

    assertThat(scaled.jobs()).hasSize(2);
    assertThat(scaled.load()).isEqualTo(0.2);
    assertThat(SMALL.scale(List.of()).jobs()).isEmpty();
    assertThat(SMALL.scale(List.of()).load()).isZero();
    assertThat(SMALL.scale(jobs(3, 3, 3)).jobs())
        .extracting(TraceJob::submitSeconds)
        .containsOnly(0L);
  }

  @Test
  void workIsCountedByRunTimeOrByEstimate() {
    List<TraceJob> jobs =
        List.of(
            new TraceJob(1, 0, 10, 1, 25),
            new TraceJob(2, 1, 10, 1, 25),
            new TraceJob(3, 2, 10, 1, 25));

    assertThat(SMALL.scale(jobs).jobs()).hasSize(3);
    assertThat(SMALL.measuredBy(LoadMeasure.ESTIMATE).scale(jobs).jobs()).hasSize(2);
    assertThat(LoadMeasure.ESTIMATE.load(jobs, 3, 100)).isEqualTo(0.25);
    assertThat(LoadMeasure.RUN_TIME.load(jobs, 3, 100)).isEqualTo(0.1);
  }

  @Test
  void onlyFilteredJobsAfterTheStartAreTaken() {
    List<TraceJob> jobs =
        List.of(
            new TraceJob(1, 5, 10, 64, 3_600),
            new TraceJob(2, 10, 10, 63, 3_600),
            new TraceJob(3, 11, 10, 64, 3_599),
            new TraceJob(4, 12, 10, 64, 3_600),
            new TraceJob(5, 13, 10, 633, 3_600),
            new TraceJob(6, 14, 10, 632, 129_600),
            new TraceJob(7, 15, 10, 64, 129_601));
    LoadScaling scaling =
        LoadScaling.days(1_178, 60, 0.54)
            .filteredBy(JobFilter.ALL.processors(64, 632).estimateHours(1, 36))
            .startingAt(10);

    assertThat(scaling.scale(jobs).jobs()).extracting(TraceJob::number).containsExactly(4L, 6L);
  }

  @Test
  void anyTraceKeepsItsOrderAndFillsTheInterval() {
    for (long seed = 0; seed < 2_000; seed++) {
      var random = new SplittableRandom(seed);
      List<TraceJob> trace = randomTrace(random);
      long intervalSeconds = random.nextLong(1, 10_000);
      double target = random.nextDouble(0.01, 2);
      LoadScaling scaling =
          new LoadScaling(8, intervalSeconds, target, LoadMeasure.RUN_TIME, JobFilter.ALL, 0);
      ScaledTrace scaled = scaling.scale(trace);

      List<TraceJob> jobs = scaled.jobs();
      assertThat(jobs).extracting(TraceJob::submitSeconds).isSorted();
      assertThat(jobs.getFirst().submitSeconds()).isZero();
      assertThat(jobs.getLast().submitSeconds()).isLessThan(intervalSeconds);
      assertThat(jobs)
          .extracting(TraceJob::number)
          .isEqualTo(trace.stream().limit(jobs.size()).map(TraceJob::number).toList());
      assertThat(scaled.load()).isCloseTo(nearestLoad(trace, scaling), within(1e-9));
    }
  }

  @Test
  void invalidArgumentsAreRejected() {
    assertThatThrownBy(() -> LoadScaling.days(0, 60, 0.5)).hasMessageContaining("0 processors");
    assertThatThrownBy(() -> LoadScaling.days(1, 60, 0)).hasMessageContaining("0.0");
    assertThatThrownBy(() -> LoadScaling.days(1, 60, Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> SMALL.scale(jobs(5, 4))).hasMessageContaining("Job 1 is submitted");
    assertThatThrownBy(() -> JobFilter.ALL.processors(9, 8)).hasMessageContaining("from 9 to 8");
  }

  /** Tries every number of jobs from one. */
  private static double nearestLoad(List<TraceJob> trace, LoadScaling scaling) {
    double best = Double.POSITIVE_INFINITY;
    for (int jobs = 1; jobs <= trace.size(); jobs++) {
      double load = LoadMeasure.RUN_TIME.load(trace.subList(0, jobs), 8, scaling.intervalSeconds());
      if (Math.abs(load - scaling.targetLoad()) < Math.abs(best - scaling.targetLoad())) {
        best = load;
      }
    }
    return best;
  }

  private static List<TraceJob> randomTrace(SplittableRandom random) {
    var jobs = new ArrayList<TraceJob>();
    long submitSeconds = random.nextLong(0, 1_000_000);
    int count = random.nextInt(1, 60);
    for (int number = 0; number < count; number++) {
      submitSeconds += random.nextBoolean() ? 0 : random.nextLong(1L << random.nextInt(20));
      long runSeconds = random.nextLong(1, 2_000);
      jobs.add(
          new TraceJob(number, submitSeconds, runSeconds, random.nextInt(1, 9), runSeconds + 5));
    }
    return jobs;
  }

  /** One processor for 10 seconds each. */
  private static List<TraceJob> jobs(long... submitSeconds) {
    var jobs = new ArrayList<TraceJob>();
    for (long submit : submitSeconds) {
      jobs.add(new TraceJob(jobs.size(), submit, 10, 1, 10));
    }
    return jobs;
  }
}
