package tender.agent.tasks;

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
import tender.bagfile.TaskResources;
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
  void taskThatExceedsItsMemoryIsRetriedWithMore() {
    TaskTracker limited =
        new TaskTracker(JOB, order(0).withResources(memory(100, 200, 400)), TaskSet.first(3));
    List<ChunkTask> first = limited.takeChunk("a", MANY);
    assertThat(memoryMib(limited, "a", first)).isEqualTo(100);
    limited.submitted(first, 5);
    limited.update(
        Map.of(),
        Map.of(1, EndedTask.EndReason.MEMORY),
        List.of(new TaskExit(0, 0, 0), new TaskExit(1, 0, 137), new TaskExit(2, 0, 256)),
        10,
        MANY);
    assertThat(limited.takeFinished(MANY)).containsExactly(Map.entry(0, 0));
    limited.releaseRetries();
    List<ChunkTask> second = limited.takeChunk("b", MANY);
    assertThat(second).containsExactly(new ChunkTask(1, 1, 1), new ChunkTask(2, 2, 1));
    assertThat(memoryMib(limited, "b", second)).isEqualTo(200);
    limited.submitted(second, 15);
    limited.update(
        Map.of(), Map.of(), List.of(new TaskExit(1, 1, 0), new TaskExit(2, 1, 256)), 20, MANY);
    limited.releaseRetries();
    List<ChunkTask> third = limited.takeChunk("c", MANY);
    assertThat(memoryMib(limited, "c", third)).isEqualTo(400);
    limited.submitted(third, 25);
    limited.update(Map.of(), Map.of(), List.of(new TaskExit(2, 2, 256)), 30, MANY);
    assertThat(limited.hasRetries()).isFalse();
    assertThat(limited.takeFinished(MANY)).containsExactly(Map.entry(1, 0), Map.entry(2, 256));
  }

  @Test
  void tasksWithDifferentMemoryAreInDifferentArrays() {
    TaskTracker limited =
        new TaskTracker(JOB, order(1).withResources(memory(100, 200)), TaskSet.first(4));
    limited.submitted(limited.takeChunk("a", MANY), 5);
    limited.update(
        Map.of(), Map.of(), List.of(new TaskExit(0, 0, 1), new TaskExit(1, 0, 256)), 10, MANY);
    limited.releaseRetries();
    assertThat(limited.pendingCount()).isEqualTo(1);
    assertThat(limited.takeChunk("b", MANY)).containsExactly(new ChunkTask(0, 0, 1));
    assertThat(limited.takeChunk("c", MANY)).containsExactly(new ChunkTask(1, 1, 1));
  }

  @Test
  void exceededMemoryIsRememberedAcrossRestarts() {
    TaskTracker restarted =
        new TaskTracker(JOB, order(0).withResources(memory(100, 200)), TaskSet.first(4));
    List<ChunkTask> tasks = List.of(new ChunkTask(0, 0, 1));
    restarted.recoverChunk("b", tasks);
    restarted.recoverExits(List.of(new TaskExit(0, 0, 256)));
    assertThat(memoryMib(restarted, "b", tasks)).isEqualTo(200);
  }

  private static TaskResources memory(Integer... mib) {
    return new TaskResources(List.of(mib), 0, "", 0, List.of(), false);
  }

  private static int memoryMib(TaskTracker tracker, String name, List<ChunkTask> tasks) {
    return tracker
        .request(new TaskChunk(name, tasks, Optional.empty()))
        .orElseThrow()
        .perNode()
        .memoryMib();
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
