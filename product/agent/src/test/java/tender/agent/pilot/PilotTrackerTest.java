package tender.agent.pilot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.EndedTask;
import tender.agent.batch.EndedTask.EndReason;
import tender.agent.batch.folder.TaskExit;
import tender.agent.batch.OwnTask;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.folder.WorkFolder;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.Time;

class PilotTrackerTest {
  private static final List<ChunkTask> TASKS =
      List.of(new ChunkTask(0, 0, 0), new ChunkTask(1, 1, 0), new ChunkTask(2, 2, 0));

  @TempDir Path temporary;
  private PartFolder folder;
  private PilotTracker watch;

  @BeforeEach
  void make() throws IOException {
    WorkFolder folders = new WorkFolder(temporary.resolve("work"));
    folders.install();
    folder =
        folders.partFolder(new ReservationId(new CallId(new BagId("bag"), 1), 0, new ProviderId("here")));
    folder.create();
    watch = new PilotTracker(folder);
  }

  @Test
  void aTaskRunsWhoseClaimNamesAPilotInTheQueue() throws Exception {
    claim(1, 0);
    PilotTracker.Observation look = look(queue(List.of(running(0), waiting(1)), List.of()));
    assertThat(look.own().get(1).running()).isTrue();
    assertThat(look.own().get(0).running()).isFalse();
    assertThat(look.own()).hasSize(3);
    assertThat(watch.running()).isEqualTo(1);
  }

  @Test
  void anExitCodeIsBelievedAtTheNextLookUnlessItsPilotWasCancelled() throws Exception {
    claim(0, 0);
    claim(1, 1);
    TaskExit zero = new TaskExit(0, 0, 0);
    TaskExit one = new TaskExit(1, 0, 0);
    QueueSnapshot both = queue(List.of(running(0), running(1)), List.of());
    assertThat(look(both, zero, one).exits()).isEmpty();
    QueueSnapshot cancelled = queue(List.of(running(0)), List.of(new EndedTask("chunk", 1, EndReason.CANCELLED)));
    PilotTracker.Observation look = look(cancelled, zero, one);
    assertThat(look.ended()).isEqualTo(Map.of(1, EndReason.CANCELLED));
    assertThat(look.exits()).contains(zero);
    assertThat(look.own()).containsOnlyKeys(2);
  }

  @Test
  void theLastExitCodesAreBelievedAtOnceWhenNoPilotIsLeft() throws Exception {
    claim(0, 0);
    PilotTracker.Observation look = look(queue(List.of(), List.of()), new TaskExit(0, 0, 7));
    assertThat(look.exits()).containsExactly(new TaskExit(0, 0, 7));
  }

  @Test
  void whatNoPilotCameToGoesAgainOnceThePilotsAreGone() throws Exception {
    claim(0, 0);
    QueueSnapshot empty = queue(List.of(), List.of(new EndedTask("chunk", 0, EndReason.TIME_LIMIT)));
    look(queue(List.of(running(0)), List.of()));
    for (int looks = 0; looks < 2; looks++) {
      assertThat(look(empty).unstarted()).isEmpty();
    }
    PilotTracker.Observation look = look(empty);
    assertThat(look.unstarted()).containsExactly(TASKS.get(1), TASKS.get(2));
    assertThat(look.ended()).isEqualTo(Map.of(0, EndReason.TIME_LIMIT));
  }

  @Test
  void pilotsThatBeginNothingAreNotTriedForEver() {
    QueueSnapshot broken = queue(List.of(), List.of(new EndedTask("chunk", 0, EndReason.BROKEN)));
    look(broken);
    look(broken);
    PilotTracker.Observation look = look(broken);
    assertThat(look.unstarted()).isEmpty();
    assertThat(look.ended()).isEqualTo(Map.of(0, EndReason.LOST, 1, EndReason.LOST, 2, EndReason.LOST));
  }

  private PilotTracker.Observation look(QueueSnapshot queue, TaskExit... evidence) {
    return watch.observe(Map.of("chunk", TASKS), queue, List.of(evidence));
  }

  private void claim(int task, int pilot) throws IOException {
    Files.writeString(folder.claimFile(task, 0), "12 34 node chunk " + pilot + "\n");
  }

  private static OwnTask running(int pilot) {
    return new OwnTask("chunk", pilot, /* running= */ true, 5);
  }

  private static OwnTask waiting(int pilot) {
    return new OwnTask("chunk", pilot, /* running= */ false, Time.NEVER);
  }

  private static QueueSnapshot queue(List<OwnTask> own, List<EndedTask> ended) {
    return new QueueSnapshot(List.of(), own, ended, List.of());
  }
}
