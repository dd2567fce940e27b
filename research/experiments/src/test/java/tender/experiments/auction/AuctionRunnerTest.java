package tender.experiments.auction;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.core.auction.WaitingJob;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.Time;
import tender.experiments.claims.PaperClaim;
import tender.experiments.run.MeasuredRun;
import tender.experiments.run.TraceFolder;
import tender.simulator.auction.AuctionRules;
import tender.workload.random.SplitMix64;

final class AuctionRunnerTest {
  private static final AuctionExperiment SMALL = new AuctionExperiment(60, 1);

  @TempDir private Path folder;
  private AuctionWorkload workload;

  @BeforeEach
  void writeTrace() throws IOException {
    StringBuilder trace = new StringBuilder("; MaxProcs: 4008\n");
    SplitMix64 random = new SplitMix64(1);
    for (int number = 1; number <= 200; number++) {
      long submitSeconds = 500_000 + number * 2_000L;
      long runSeconds = random.nextLong(60, 600);
      int processors = 1 << random.nextInt(10);
      trace.append(
          "%d %d 0 %d %d -1 -1 %d -1 -1 1 1 1 -1 1 -1 -1 -1\n"
              .formatted(number, submitSeconds, runSeconds, processors, processors));
    }
    Files.writeString(folder.resolve("LLNL-Thunder-2007-1.1-cln.swf"), trace);
    workload = AuctionWorkload.read(new TraceFolder(folder));
  }

  @Test
  void jobsStartInSecondWeekAtThousandfoldRate() {
    var jobs = workload.jobs(AuctionScenario.ofJobs(3), 1);

    assertThat(jobs.getFirst().id().value()).isEqualTo("53");
    assertThat(jobs.get(1).submittedMillis() - jobs.get(0).submittedMillis()).isEqualTo(2_000);
    for (var job : jobs) {
      double factor =
          (double) (job.deadlineMillis() - job.submittedMillis()) / job.estimateMillis();
      assertThat(factor).isBetween(1.0, 3.0);
      assertThat(job.valuation().millicredits()).isBetween(90_000_000L, 160_000_000L);
    }
  }

  @Test
  void fixedUrgencyFollowsEquation3() {
    for (var job : workload.jobs(AuctionScenario.ofJobs(20).withUrgency(0.375), 1)) {
      assertThat(job.deadlineMillis() - job.submittedMillis())
          .isEqualTo(Math.round(job.estimateMillis() * 1.375));
    }
  }

  @Test
  void idleGridIsLimitedByClearingSpeedAndWidth() {
    IdleGrid grid = new IdleGrid(EdgTestbed.sites(1), new AuctionRules(10_000, Time.HOUR_MILLIS));
    // Submitted at 15 s, cleared at 20 s; the only queue with 1,301 processors runs 133 s of
    // work in 100 s.
    assertThat(grid.endsInTime(job(1_301, 133_000, 120_000), 0)).isTrue();
    assertThat(grid.endsInTime(job(1_301, 133_000, 119_999), 0)).isFalse();
    assertThat(grid.endsInTime(job(1_302, 1_000, 900_000), 0)).isFalse();
  }

  private static WaitingJob job(int processors, long estimateMillis, long deadlineMillis) {
    return new WaitingJob(
        new BagId("1"), processors, estimateMillis, 15_000, deadlineMillis, Money.ZERO);
  }

  @Test
  void resultsDoNotDependOnThreadsOrCache() throws Exception {
    var first = run("one", 1);
    assertThat(run("two", 2)).isEqualTo(first);
    assertThat(run("one", 1)).isEqualTo(first);
  }

  @Test
  void everyClaimIsCheckedAndEveryFigureIsDrawn() throws Exception {
    AuctionSummary summary = new AuctionSummary(SMALL, run("claims", 2));
    QueueingBoundExperiment bounds = new QueueingBoundExperiment(1, 100);
    QueueingBoundSummary bound =
        new QueueingBoundSummary(
            bounds.run(folder.resolve("claims"), 2, (done, cached, total) -> {}));

    assertThat(AuctionClaims.check(summary, bound))
        .extracting(PaperClaim::id)
        .containsExactly(
            "A1",
            "A1, 12 jobs",
            "A1, otherwise",
            "A2",
            "A3",
            "A4",
            "A4, over time",
            "A5",
            "A5, otherwise",
            "A5, over time",
            "A6",
            "A6, wide jobs",
            "T2");
    assertThat(new AuctionCharts(summary, bound).draw()).hasSize(9);
    assertThat(summary.csv()).contains("jobs-60,dam,success_percent,1,");
  }

  private List<MeasuredRun<AuctionExperiment.Key>> run(String name, int threads)
      throws IOException, InterruptedException {
    return AuctionRunner.run(
        SMALL, workload, folder.resolve(name), threads, (done, cached, total) -> {});
  }
}
