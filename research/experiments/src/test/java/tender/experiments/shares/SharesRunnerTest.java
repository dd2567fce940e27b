package tender.experiments.shares;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.core.share.ShareTask;
import tender.experiments.claims.PaperClaim;
import tender.experiments.run.MeasuredRun;

final class SharesRunnerTest {
  private static final SharesExperiment SMALL = new SharesExperiment(2);

  @TempDir private Path folder;

  @Test
  void everyUserHasFiftyTasksAndTenHours() {
    var users = BelleTestbed.users(Interpretation.STANDARD, 1);

    assertThat(users).hasSize(10);
    for (var user : users) {
      assertThat(user.tasks()).hasSize(50);
      assertThat(user.tasks())
          .extracting(ShareTask::work)
          .allSatisfy(work -> assertThat(work).isBetween(700_000.0, 800_000.0));
      assertThat(user.deadlineMillis() - user.startMillis()).isEqualTo(36_000_000);
    }
    assertThat(BelleTestbed.users(Interpretation.STANDARD, 2)).isNotEqualTo(users);
  }

  @Test
  void resultsDoNotDependOnThreadsOrCache() throws Exception {
    var first = run("one", 1);
    assertThat(run("two", 2)).isEqualTo(first);
    assertThat(run("one", 1)).isEqualTo(first);
  }

  @Test
  void everyClaimIsCheckedAndEveryFigureIsDrawn() throws Exception {
    SharesSummary summary = new SharesSummary(SMALL, run("claims", 2));

    assertThat(SharesClaims.check(summary))
        .extracting(PaperClaim::id)
        .containsExactly(
            "P1",
            "P2",
            "P2, U3",
            "P3",
            "P3, U4 and U5",
            "P3, No-Opt",
            "P3, No-Opt and U8",
            "P2 and P3, by tasks on R4",
            "P1, otherwise",
            "P2, otherwise",
            "P3, otherwise",
            "P3, No-Opt, otherwise");
    assertThat(new SharesCharts(summary).draw()).hasSize(6);
    assertThat(summary.csv()).contains("each-by-speed,hours_U0,2,");
  }

  private List<MeasuredRun<SharesExperiment.Key>> run(String name, int threads)
      throws IOException, InterruptedException {
    return SharesRunner.run(SMALL, folder.resolve(name), threads, (done, cached, total) -> {});
  }
}
