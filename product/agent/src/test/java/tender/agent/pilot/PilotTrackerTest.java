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
import tender.agent.batch.EndedTask;
import tender.agent.batch.EndedTask.EndReason;
import tender.agent.batch.OwnTask;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.folder.TaskExit;
import tender.agent.batch.folder.WorkFolder;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

class PilotTrackerTest {
  private static final List<ChunkTask> TASKS =
      List.of(new ChunkTask(0, 0, 0), new ChunkTask(1, 1, 0), new ChunkTask(2, 2, 0));

  @TempDir Path temporary;
  private PartFolder folder;
  private PilotTracker tracker;

  @BeforeEach
  void make() throws IOException {
    WorkFolder workFolder = new WorkFolder(temporary.resolve("work"));
    workFolder.install();
    folder =
        workFolder.partFolder(
            new ReservationId(new CallId(new BagId("bag"), 1), 0, new ProviderId("here")));
    folder.create();
    tracker = new PilotTracker(folder);
  }

  @Test
  void taskClaimedByQueuedPilotIsRunning() throws Exception {
    claim(1, 0);
    PilotTracker.Observation observation =
        observe(queue(List.of(running(0), waiting(1)), List.of()));
    assertThat(observation.own().get(1).running()).isTrue();
    assertThat(observation.own().get(0).running()).isFalse();
    assertThat(observation.own()).hasSize(3);
    assertThat(tracker.running()).isEqualTo(1);
  }

  @Test
  void exitCodeIsConfirmedAtNextReadUnlessCancelled() throws Exception {
    claim(0, 0);
    claim(1, 1);
    TaskExit zero = new TaskExit(0, 0, 0);
    TaskExit one = new TaskExit(1, 0, 0);
    QueueSnapshot both = queue(List.of(running(0), running(1)), List.of());
    assertThat(observe(both, zero, one).exits()).isEmpty();
    QueueSnapshot cancelled =
        queue(List.of(running(0)), List.of(new EndedTask("chunk", 1, EndReason.CANCELLED)));
    PilotTracker.Observation observation = observe(cancelled, zero, one);
    assertThat(observation.ended()).isEqualTo(Map.of(1, EndReason.CANCELLED));
    assertThat(observation.exits()).contains(zero);
    assertThat(observation.own()).containsOnlyKeys(2);
  }

  @Test
  void exitCodesAreConfirmedImmediatelyWithoutPilots() throws Exception {
    claim(0, 0);
    PilotTracker.Observation observation =
        observe(queue(List.of(), List.of()), new TaskExit(0, 0, 7));
    assertThat(observation.exits()).containsExactly(new TaskExit(0, 0, 7));
  }

  @Test
  void unstartedTasksArePendingOncePilotsAreGone() throws Exception {
    claim(0, 0);
    QueueSnapshot empty =
        queue(List.of(), List.of(new EndedTask("chunk", 0, EndReason.TIME_LIMIT)));
    observe(queue(List.of(running(0)), List.of()));
    for (int reads = 0; reads < 2; reads++) {
      assertThat(observe(empty).unstarted()).isEmpty();
    }
    PilotTracker.Observation observation = observe(empty);
    assertThat(observation.unstarted()).containsExactly(TASKS.get(1), TASKS.get(2));
    assertThat(observation.ended()).isEqualTo(Map.of(0, EndReason.TIME_LIMIT));
  }

  @Test
  void tasksOfPilotsThatStartNothingAreLost() {
    QueueSnapshot broken = queue(List.of(), List.of(new EndedTask("chunk", 0, EndReason.BROKEN)));
    observe(broken);
    observe(broken);
    PilotTracker.Observation observation = observe(broken);
    assertThat(observation.unstarted()).isEmpty();
    assertThat(observation.ended())
        .isEqualTo(Map.of(0, EndReason.LOST, 1, EndReason.LOST, 2, EndReason.LOST));
  }

  @Test
  void waitingPilotsAreUselessOnceAllTasksHaveStarted() throws Exception {
    QueueSnapshot queue = queue(List.of(running(0), waiting(1), waiting(3)), List.of());
    claim(0, 0);
    claim(1, 0);
    observe(queue);
    assertThat(tracker.uselessPilots(queue, _ -> true)).as("task 2 has not started").isEmpty();
    claim(2, 0);
    observe(queue);
    assertThat(tracker.uselessPilots(queue, _ -> true))
        .isEqualTo(Map.of("chunk", TaskSet.range(1, 2).plus(TaskSet.range(3, 4))));
    assertThat(tracker.uselessPilots(queue, _ -> false)).as("arrays without pilots").isEmpty();
    tracker.clear();
    assertThat(tracker.uselessPilots(queue, _ -> true)).as("all tasks are done").hasSize(1);
  }

  private PilotTracker.Observation observe(QueueSnapshot queue, TaskExit... exits) {
    return tracker.observe(Map.of("chunk", TASKS), queue, List.of(exits));
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
