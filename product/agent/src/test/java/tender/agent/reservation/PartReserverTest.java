package tender.agent.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.batch.LocalJob;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.batch.process.ProcessBatchSystem;
import tender.agent.execution.ExecutionSettings;
import tender.agent.files.KeptOutputs;
import tender.agent.files.SiteResultFolders;
import tender.agent.pilot.PilotSettings;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.ProviderId;
import tender.core.model.Time;

class PartReserverTest {
  private static final long NOW = 1_000_000;
  private static final ProviderId NORTH = new ProviderId("north");
  private static final ReservationId PART =
      new ReservationId(new CallId(new BagId("b1"), 1), 0, NORTH);

  @TempDir private Path folder;

  /** Local jobs could delay it, although it is promised as firm. */
  @Test
  void partWithoutAFreeBlockOfProcessorsIsRefused() throws IOException {
    PartReserver reserver =
        new PartReserver(
            new ProcessBatchSystem(new WorkFolder(folder), 8),
            new ExecutionSettings(
                NORTH,
                1_000,
                100,
                new PilotSettings(0, 0),
                new KeptOutputs.Settings(0, 0),
                SiteResultFolders.NONE,
                false),
            Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC));
    LocalJob waiting = new LocalJob("7", 8, false, NOW - 1_000, 0, Time.MINUTE_MILLIS, Time.NEVER);
    QueueSnapshot queue = new QueueSnapshot(List.of(waiting), List.of(), List.of(), List.of());
    Job part = Job.rigid(new JobId("p"), 1, 10_000, NOW, NOW + 30_000);
    assertThat(reserver.reserve(PART, part, queue, 8)).isEqualTo(PartReserver.Outcome.FAILED);
  }
}
