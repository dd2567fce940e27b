package tender.experiments.offers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tender.experiments.definition.ArrivalRule;
import tender.experiments.definition.OffersExperiment;
import tender.experiments.definition.TraceSpec;
import tender.experiments.definition.WindowRule;
import tender.workload.random.SplitMix64;
import tender.workload.trace.JobFilter;
import tender.workload.trace.TraceJob;

/** A log of 50 days in which the estimates of jobs change every ten days; windows of two days. */
final class WindowSearchTest {
  private static final long DAY_SECONDS = 24 * 60 * 60;
  private static final int PROCESSORS = 10;

  /** 20 % of ten processors in two days: 96 processor-hours. */
  private static final double LOAD = 0.2;

  private final OffersExperiment experiment = SmallOffersExperiment.withSeeds(1);

  @Test
  void candidatesStartEveryTenDaysWithinTheTrace() {
    assertThat(find(48, 4, false).candidates())
        .extracting(CandidateWindow::firstDay)
        .containsExactly(0, 10, 20, 30, 40);
  }

  @Test
  void nearestNumberOfJobsWithTheWidestJobIsUsed() {
    // Jobs of 1 to 5 hours; the widest job of 4 processors is missing from day 10 to 20.
    assertThat(find(90, 4, false).used())
        .extracting(CandidateWindow::firstDay, CandidateWindow::widest)
        .containsExactly(tuple(0, 4));
    assertThat(find(48, 4, false).used().getFirst().firstDay()).isNotEqualTo(10);
    assertThat(find(20, 4, false).used().getFirst().firstDay()).isEqualTo(40);
  }

  @Test
  void drawnWindowsAreNearAndSeedsDrawThemAll() {
    TraceWindows windows = find(22, 4, true);

    assertThat(windows.used()).hasSizeGreaterThan(1);
    assertThat(windows.used())
        .allSatisfy(window -> assertThat(window.jobs()).isCloseTo(22, within(4)));
    assertThat(windows.used().getFirst()).isEqualTo(find(22, 4, false).used().getFirst());
    Set<CandidateWindow> drawn = new HashSet<>();
    for (int seed = 0; seed < 100; seed++) {
      drawn.add(windows.of(SplitMix64.at(seed, 0)));
    }
    assertThat(drawn).containsExactlyInAnyOrderElementsOf(windows.used());
  }

  @Test
  void otherLoadKeepsTheWindow() {
    TraceSpec spec =
        new TraceSpec(
            "log",
            new WindowRule.Matched(20, LOAD, false),
            LOAD / 2,
            JobFilter.ALL.processors(1, 4));
    TraceWindows windows = WindowSearch.find(experiment, spec, PROCESSORS, trace());

    assertThat(windows.used().getFirst().firstDay()).isEqualTo(40);
    assertThat(windows.used().getFirst().jobs()).isLessThan(15);
  }

  @Test
  void stretchedWindowTakesFirstJobs() {
    TraceSpec spec = spec(90, 4, false);
    TraceWindows windows =
        WindowSearch.find(
            experiment.withArrivals(ArrivalRule.STRETCHED), spec, PROCESSORS, trace());

    assertThat(windows.used().getFirst().firstDay()).isZero();
    assertThat(windows.used().getFirst().selected().arrivalFactor()).isGreaterThan(1);
  }

  @Test
  void nearestWidthFitsIfNoWindowHasThePapers() {
    assertThat(find(48, 7, false).used()).isEqualTo(find(48, 4, false).used());
  }

  @Test
  void unreachedLoadIsReported() {
    TraceSpec spec = new TraceSpec("log", new WindowRule.Matched(48, 5, false), 5, JobFilter.ALL);
    assertThatThrownBy(() -> WindowSearch.find(experiment, spec, PROCESSORS, trace()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("None of the 5 windows of log has a load of 5.0");
  }

  @Test
  void offeredLoadIsScaledWithoutItsWindows() {
    OffersExperiment less = experiment.withOfferedLoad(0.8);

    assertThat(experiment.offeredLoad()).isCloseTo(1, within(1e-9));
    assertThat(less.offeredLoad()).isCloseTo(0.8, within(1e-9));
    assertThat(less.clusters().getFirst().local().window())
        .isEqualTo(experiment.clusters().getFirst().local().window());
    assertThat(experiment.withDrawnWindows()).as("fixed windows").isEqualTo(experiment);
  }

  private TraceWindows find(int jobs, int widest, boolean drawn) {
    return WindowSearch.find(experiment, spec(jobs, widest, drawn), PROCESSORS, trace());
  }

  private static TraceSpec spec(int jobs, int widest, boolean drawn) {
    return new TraceSpec(
        "log",
        new WindowRule.Matched(jobs, LOAD, drawn),
        LOAD,
        JobFilter.ALL.processors(1, widest));
  }

  /** A job every quarter of an hour; one processor each, except one of four every day. */
  private static List<TraceJob> trace() {
    List<TraceJob> jobs = new ArrayList<>();
    for (int quarter = 0; quarter < 50 * 96; quarter++) {
      int tenDays = quarter / 960;
      boolean isWide = quarter % 96 == 50 && tenDays != 1;
      long estimateSeconds = isWide ? 3_600 : (1L + tenDays) * 3_600;
      jobs.add(new TraceJob(quarter, quarter * 900L, 60, isWide ? 4 : 1, estimateSeconds));
    }
    jobs.add(new TraceJob(5_000, 50 * DAY_SECONDS, 60, 1, 3_600));
    return jobs;
  }
}
