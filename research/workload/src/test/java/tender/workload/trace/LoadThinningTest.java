package tender.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class LoadThinningTest {
  private static final long START_SECONDS = 5_000;
  private static final long INTERVAL_SECONDS = 100_000;
  private static final int PROCESSORS = 8;
  private static final JobFilter FILTER = JobFilter.ALL.processors(2, 8);

  private final List<TraceJob> trace = trace(1);

  @Test
  void jobsKeepTheirArrivalTimes() {
    List<TraceJob> kept = thin(0.5).jobs();

    assertThat(kept).hasSizeBetween(50, 900).extracting(TraceJob::submitSeconds).isSorted();
    for (TraceJob job : kept) {
      TraceJob original = trace.get((int) job.number());
      assertThat(job).isEqualTo(original.submittedAt(original.submitSeconds() - START_SECONDS));
      assertThat(job.submitSeconds()).isBetween(0L, INTERVAL_SECONDS - 1);
      assertThat(FILTER.test(job)).isTrue();
    }
  }

  @Test
  void loadIsReachedWithinOneJob() {
    for (double load = 0.1; load < 1; load += 0.1) {
      double ofOneJob = 8 * 400.0 / (PROCESSORS * INTERVAL_SECONDS);
      assertThat(thin(load).load()).isCloseTo(load, within(ofOneJob));
    }
  }

  @Test
  void jobsOfLowerLoadAreAmongThoseOfHigherLoad() {
    assertThat(thin(0.8).jobs()).containsAll(thin(0.4).jobs());
  }

  /** Half of the jobs of each half of the window are kept, up to chance. */
  @Test
  void jobsAreRemovedEverywhere() {
    List<TraceJob> all = thin(100).jobs();
    double load = LoadMeasure.ESTIMATE.load(all, PROCESSORS, INTERVAL_SECONDS) / 2;
    List<TraceJob> kept = thin(load).jobs();

    assertThat(countFirstHalf(kept)).isCloseTo(countFirstHalf(all) / 2, within(40L));
    assertThat(kept.size()).isCloseTo(all.size() / 2, within(60));
  }

  @Test
  void widestJobIsAlwaysKept() {
    for (long seed = 0; seed < 100; seed++) {
      List<TraceJob> jobs = new ArrayList<>(trace(seed));
      TraceJob widest = new TraceJob(5_000, 50_000, 100, 9, 100);
      jobs.removeIf(job -> job.submitSeconds() > 50_000);
      jobs.add(widest);
      LoadThinning thinning = thinning(0.05, JobFilter.ALL);

      assertThat(thinning.thin(jobs, START_SECONDS).jobs())
          .contains(widest.submittedAt(50_000 - START_SECONDS));
    }
  }

  @Test
  void shortTraceGivesAllJobs() {
    assertThat(thinning(0.5, FILTER).thin(List.of(), 0).jobs()).isEmpty();
    TraceJob only = new TraceJob(1, 7, 10, 2, 20);
    assertThat(thinning(0.5, FILTER).thin(List.of(only), 0).jobs()).containsExactly(only);
  }

  private ScaledTrace thin(double load) {
    return thinning(load, FILTER).thin(trace, START_SECONDS);
  }

  private static LoadThinning thinning(double load, JobFilter filter) {
    return new LoadThinning(PROCESSORS, INTERVAL_SECONDS, load, LoadMeasure.ESTIMATE, filter);
  }

  private static long countFirstHalf(List<TraceJob> jobs) {
    return jobs.stream().filter(job -> job.submitSeconds() < INTERVAL_SECONDS / 2).count();
  }

  /** 2,000 jobs in about 200,000 seconds; the number of a job is its index. */
  private static List<TraceJob> trace(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<TraceJob> jobs = new ArrayList<>();
    long submitSeconds = 0;
    for (int number = 0; number < 2_000; number++) {
      submitSeconds += random.nextInt(200);
      long estimateSeconds = random.nextLong(100, 400);
      jobs.add(new TraceJob(number, submitSeconds, 10, random.nextInt(1, 9), estimateSeconds));
    }
    return jobs;
  }
}
