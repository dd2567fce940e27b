package tender.agent.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.Await;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.TaskSet;

class LargeOutputTest {
  private static final int BYTES = 40_000_000;

  @TempDir private Path folder;

  @Test
  @Timeout(120)
  void outputOverTheLimitIsReportedAndStaysAtTheSite() throws Exception {
    WorkOrder order =
        new WorkOrder(
            WorkOrder.VERSION,
            "work",
            "truncate -s " + BYTES + " big.dat",
            new TaskList.Count(1),
            Optional.empty(),
            List.of(),
            List.of("*.dat", "*.csv"),
            1,
            1_000,
            0,
            Optional.empty());
    try (TestSite site = new TestSite(folder, TestSite.TERMS, order)) {
      ReservationId part = site.runToEnd(new BagId("bag7"));
      assertThat(site.market.outcomes).containsExactly(new TaskOutcome(0, TaskSet.first(1), true));

      site.agent.received(new Message.ResultsAccepted(part, TaskSet.first(1)));
      Path bag = folder.resolve("work/bags/bag7");
      Await.until("the end of the part", () -> !Files.exists(bag.resolve("1.1")));
      assertThat(folder.resolve("work/kept/bag7/1.1/0/big.dat")).hasSize(BYTES);
    }
  }
}
