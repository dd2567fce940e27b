package tender.agent.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.agent.batch.EndedTask;
import tender.agent.batch.OwnTask;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.TaskExit;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.provider.state.JobRun;

class TaskTrackerTest {
  private static final Job JOB = new Job(new JobId("part"), 4, 1, 1_000, 0, 9_000);
  private static final int MANY = 100;

  private final TaskTracker tracker = new TaskTracker(JOB, order(1), TaskSet.first(4));

  @Test
  void tasksAreSubmittedRunAndDelivered() {
    submitAll("a");
    assertThat(tracker.hasPending()).isFalse();
    TasksUpdate first = update(Map.of(0, running("a", 0, 50), 1, waiting("a", 1)), Map.of());
    assertThat(first.started()).containsExactly(new JobRun(JOB, TaskSet.range(0, 1), 50));
    TasksUpdate second = update(Map.of(), Map.of(), new TaskExit(0, 0, 0), new TaskExit(1, 0, 0));
    assertThat(second.finished()).contains(new JobRun(JOB, TaskSet.range(0, 1), 50));
    Map<Integer, Integer> ended = tracker.takeFinished(MANY);
    assertThat(ended).isEqualTo(Map.of(0, 0, 1, 0));
    assertThat(tracker.takeFinished(MANY)).isEmpty();
    assertThat(tracker.delivered(ended, TaskSet.first(1)).run().tasks())
        .isEqualTo(TaskSet.first(1));
    assertThat(tracker.takeFinished(MANY)).isEqualTo(Map.of(1, 0));
  }

  @Test
  void failedTaskIsRetriedAsOftenAsAllowed() {
    submitAll("a");
    update(Map.of(), Map.of(), new TaskExit(2, 0, 7));
    assertThat(tracker.hasPending()).isFalse();
    assertThat(tracker.hasRetries()).isTrue();
    tracker.releaseRetries();
    assertThat(tracker.takeChunk("b", MANY)).containsExactly(new ChunkTask(2, 2, 1));
    tracker.submitted(List.of(new ChunkTask(2, 2, 1)), 5);
    update(Map.of(), Map.of(), new TaskExit(2, 0, 7), new TaskExit(2, 1, 8));
    assertThat(tracker.takeFinished(MANY)).containsEntry(2, 8);
  }

  @Test
  void lostTaskIsRetriedWithoutCountingAsFailed() {
    submitAll("a");
    Map<Integer, OwnTask> others =
        Map.of(0, waiting("a", 0), 1, waiting("a", 1), 2, waiting("a", 2));
    for (int lost = 0; lost < 3; lost++) {
      update(others, Map.of(3, EndedTask.EndReason.LOST));
      tracker.releaseRetries();
      List<ChunkTask> again = tracker.takeChunk("again" + lost, MANY);
      assertThat(again).containsExactly(new ChunkTask(3, 3, lost + 1));
      tracker.submitted(again, 5);
    }
    assertThat(tracker.takeFinished(MANY)).doesNotContainKey(3);
  }

  @Test
  void preemptedTaskIsPendingImmediately() {
    submitAll("a");
    tracker.markPreempted(3);
    update(Map.of(), Map.of(3, EndedTask.EndReason.CANCELLED));
    assertThat(tracker.hasRetries()).isFalse();
    assertThat(tracker.takeChunk("b", MANY)).containsExactly(new ChunkTask(3, 3, 1));
  }

  @Test
  void retriesThatAreHeldBackAreNotPending() {
    submitAll("a");
    update(Map.of(), Map.of(), new TaskExit(1, 0, 7), new TaskExit(2, 0, 7), new TaskExit(3, 0, 0));
    assertThat(tracker.takeEnds()).hasSize(3);
    tracker.releaseRetries();
    assertThat(tracker.takeChunk("b", 1)).containsExactly(new ChunkTask(1, 1, 1));
    tracker.holdRetries();
    assertThat(tracker.hasPending()).isFalse();
    assertThat(tracker.hasRetries()).isTrue();
  }

  @Test
  void timeLimitCountsAsFailure() {
    submitAll("a");
    update(Map.of(), Map.of(1, EndedTask.EndReason.TIME_LIMIT));
    tracker.releaseRetries();
    tracker.submitted(tracker.takeChunk("b", MANY), 5);
    update(Map.of(), Map.of(1, EndedTask.EndReason.TIME_LIMIT));
    assertThat(tracker.takeFinished(MANY)).containsEntry(1, 124);
  }

  @Test
  void exitCodeOfCancelledTaskIsIgnored() {
    submitAll("a");
    update(Map.of(), Map.of(0, EndedTask.EndReason.CANCELLED), new TaskExit(0, 0, 0));
    assertThat(tracker.takeFinished(MANY)).doesNotContainKey(0);
    assertThat(tracker.hasRetries()).isTrue();
  }

  @Test
  void missingTaskIsLostAfterSeveralReads() {
    submitAll("a");
    update(Map.of(), Map.of());
    update(Map.of(), Map.of());
    assertThat(tracker.hasRetries()).isFalse();
    update(Map.of(), Map.of());
    tracker.releaseRetries();
    assertThat(tracker.takeChunk("b", MANY)).hasSize(4);
  }

  @Test
  void taskSubmittedAfterTheReadIsNotMissing() {
    tracker.takeChunk("a", MANY);
    for (int read = 0; read < 5; read++) {
      update(Map.of(), Map.of());
    }
    assertThat(tracker.hasPending()).isFalse();
  }

  @Test
  void startsBeyondTheClusterAreNotReported() {
    submitAll("a");
    TasksUpdate update =
        tracker.update(
            Map.of(0, running("a", 0, 50), 1, running("a", 1, 50), 2, running("a", 2, 50)),
            Map.of(),
            List.of(),
            10,
            2);
    assertThat(update.started().getFirst().tasks().size()).isEqualTo(2);
  }

  @Test
  void recordedChunksAreRecovered() {
    tracker.recoverChunk("a", List.of(new ChunkTask(0, 0, 0), new ChunkTask(1, 1, 0)));
    tracker.recoverChunk("b", List.of(new ChunkTask(1, 1, 1)));
    assertThat(tracker.takeChunk("c", MANY))
        .containsExactly(new ChunkTask(2, 2, 0), new ChunkTask(3, 3, 0));
    assertThat(tracker.isIn(1, "b")).isTrue();
    update(Map.of(), Map.of(), new TaskExit(0, 0, 0));
    assertThat(tracker.takeFinished(MANY)).isEqualTo(Map.of(0, 0));
  }

  @Test
  void endsAreReportedOnceAndRecoveredFromTheFolder() {
    tracker.recoverChunk("a", List.of(new ChunkTask(0, 0, 1), new ChunkTask(1, 1, 0)));
    TaskExit earlier = new TaskExit(0, 0, 3);
    TaskExit present = new TaskExit(0, 1, 4);
    tracker.recoverExits(List.of(earlier, present));
    assertThat(tracker.takeEnds()).containsExactly(earlier);
    update(Map.of(), Map.of(1, EndedTask.EndReason.LOST), earlier, present);
    assertThat(tracker.takeEnds()).containsExactly(present);
    assertThat(tracker.takeEnds()).isEmpty();
  }

  private void submitAll(String chunk) {
    tracker.submitted(tracker.takeChunk(chunk, MANY), 5);
  }

  private TasksUpdate update(
      Map<Integer, OwnTask> own, Map<Integer, EndedTask.EndReason> ended, TaskExit... exits) {
    return tracker.update(own, ended, List.of(exits), 10, MANY);
  }

  private static OwnTask running(String chunk, int index, long startedMillis) {
    return new OwnTask(chunk, index, true, startedMillis);
  }

  private static OwnTask waiting(String chunk, int index) {
    return new OwnTask(chunk, index, false, Time.NEVER);
  }

  private static WorkOrder order(int retries) {
    return new WorkOrder(
        WorkOrder.VERSION,
        "work",
        "true",
        new TaskList.Count(4),
        Optional.empty(),
        List.of(),
        List.of(),
        1,
        1_000,
        retries,
        Optional.empty());
  }
}
