package tender.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.batch.ChunkTask;
import tender.agent.batch.EndedTask;
import tender.agent.batch.EndedTask.Why;
import tender.agent.batch.Evidence;
import tender.agent.batch.OwnTask;
import tender.agent.batch.PartFolder;
import tender.agent.batch.Queue;
import tender.agent.batch.TaskFolders;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.Time;

class PilotWatchTest {
  private static final List<ChunkTask> TASKS =
      List.of(new ChunkTask(0, 0, 0), new ChunkTask(1, 1, 0), new ChunkTask(2, 2, 0));

  @TempDir Path temporary;
  private PartFolder folder;
  private PilotWatch watch;

  @BeforeEach
  void make() throws IOException {
    TaskFolders folders = new TaskFolders(temporary.resolve("work"));
    folders.install();
    folder =
        folders.part(new ReservationId(new CallId(new BagId("bag"), 1), 0, new ProviderId("here")));
    folder.create();
    watch = new PilotWatch(folder);
  }

  @Test
  void aTaskRunsWhoseClaimNamesAPilotInTheQueue() throws Exception {
    claim(1, 0);
    PilotWatch.Look look = look(queue(List.of(running(0), waiting(1)), List.of()));
    assertThat(look.own().get(1).running()).isTrue();
    assertThat(look.own().get(0).running()).isFalse();
    assertThat(look.own()).hasSize(3);
    assertThat(watch.running()).isEqualTo(1);
  }

  @Test
  void anExitCodeIsBelievedAtTheNextLookUnlessItsPilotWasCancelled() throws Exception {
    claim(0, 0);
    claim(1, 1);
    Evidence zero = new Evidence(0, 0, 0);
    Evidence one = new Evidence(1, 0, 0);
    Queue both = queue(List.of(running(0), running(1)), List.of());
    assertThat(look(both, zero, one).evidence()).isEmpty();
    Queue cancelled = queue(List.of(running(0)), List.of(new EndedTask("chunk", 1, Why.CANCELLED)));
    PilotWatch.Look look = look(cancelled, zero, one);
    assertThat(look.ended()).isEqualTo(Map.of(1, Why.CANCELLED));
    assertThat(look.evidence()).contains(zero);
    assertThat(look.own()).containsOnlyKeys(2);
  }

  @Test
  void theLastExitCodesAreBelievedAtOnceWhenNoPilotIsLeft() throws Exception {
    claim(0, 0);
    PilotWatch.Look look = look(queue(List.of(), List.of()), new Evidence(0, 0, 7));
    assertThat(look.evidence()).containsExactly(new Evidence(0, 0, 7));
  }

  @Test
  void whatNoPilotCameToGoesAgainOnceThePilotsAreGone() throws Exception {
    claim(0, 0);
    Queue empty = queue(List.of(), List.of(new EndedTask("chunk", 0, Why.TIME_LIMIT)));
    look(queue(List.of(running(0)), List.of()));
    for (int looks = 0; looks < 2; looks++) {
      assertThat(look(empty).notBegun()).isEmpty();
    }
    PilotWatch.Look look = look(empty);
    assertThat(look.notBegun()).containsExactly(TASKS.get(1), TASKS.get(2));
    assertThat(look.ended()).isEqualTo(Map.of(0, Why.TIME_LIMIT));
  }

  @Test
  void pilotsThatBeginNothingAreNotTriedForEver() {
    Queue broken = queue(List.of(), List.of(new EndedTask("chunk", 0, Why.BROKEN)));
    look(broken);
    look(broken);
    PilotWatch.Look look = look(broken);
    assertThat(look.notBegun()).isEmpty();
    assertThat(look.ended()).isEqualTo(Map.of(0, Why.LOST, 1, Why.LOST, 2, Why.LOST));
  }

  private PilotWatch.Look look(Queue queue, Evidence... evidence) {
    return watch.look(Map.of("chunk", TASKS), queue, List.of(evidence));
  }

  private void claim(int task, int pilot) throws IOException {
    Files.writeString(folder.claim(task, 0), "12 34 node chunk " + pilot + "\n");
  }

  private static OwnTask running(int pilot) {
    return new OwnTask("chunk", pilot, /* running= */ true, 5);
  }

  private static OwnTask waiting(int pilot) {
    return new OwnTask("chunk", pilot, /* running= */ false, Time.NEVER);
  }

  private static Queue queue(List<OwnTask> own, List<EndedTask> ended) {
    return new Queue(List.of(), own, ended, List.of());
  }
}
