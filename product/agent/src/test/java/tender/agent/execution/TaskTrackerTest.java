package tender.agent.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.EndedTask;
import tender.agent.batch.folder.TaskExit;
import tender.agent.batch.OwnTask;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.provider.state.JobRun;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;

class TaskTrackerTest {
  private static final Job JOB = new Job(new JobId("part"), 4, 1, 1_000, 0, 9_000);
  private static final int MANY = 100;

  private final TaskTracker work = new TaskTracker(JOB, order(1), TaskSet.first(4));

  @Test
  void tasksAreSubmittedRunEndAndAreDelivered() {
    submitAll("a");
    assertThat(work.hasPending()).isFalse();
    TaskTracker.TasksUpdate first = see(Map.of(0, running("a", 0, 50), 1, waiting("a", 1)), Map.of());
    assertThat(first.started()).containsExactly(new JobRun(JOB, TaskSet.range(0, 1), 50));
    TaskTracker.TasksUpdate second = see(Map.of(), Map.of(), new TaskExit(0, 0, 0), new TaskExit(1, 0, 0));
    assertThat(second.finished()).contains(new JobRun(JOB, TaskSet.range(0, 1), 50));
    Map<Integer, Integer> ended = work.takeFinished(MANY);
    assertThat(ended).isEqualTo(Map.of(0, 0, 1, 0));
    assertThat(work.takeFinished(MANY)).isEmpty();
    assertThat(work.delivered(ended, TaskSet.first(1), 70).run().tasks())
        .isEqualTo(TaskSet.first(1));
    assertThat(work.takeFinished(MANY)).isEqualTo(Map.of(1, 0));
  }

  @Test
  void whatFailsIsTriedAgainAsOftenAsTheOrderSays() {
    submitAll("a");
    see(Map.of(), Map.of(), new TaskExit(2, 0, 7));
    assertThat(work.takeChunk("b", MANY)).containsExactly(new ChunkTask(2, 2, 1));
    work.submitted(List.of(new ChunkTask(2, 2, 1)), 5);
    see(Map.of(), Map.of(), new TaskExit(2, 0, 7), new TaskExit(2, 1, 8));
    assertThat(work.takeFinished(MANY)).containsEntry(2, 8);
  }

  @Test
  void whatTheClusterLosesIsTriedAgainWithoutBeingCounted() {
    submitAll("a");
    Map<Integer, OwnTask> others =
        Map.of(0, waiting("a", 0), 1, waiting("a", 1), 2, waiting("a", 2));
    for (int lost = 0; lost < 3; lost++) {
      see(others, Map.of(3, EndedTask.EndReason.LOST));
      List<ChunkTask> again = work.takeChunk("again" + lost, MANY);
      assertThat(again).containsExactly(new ChunkTask(3, 3, lost + 1));
      work.submitted(again, 5);
    }
    assertThat(work.takeFinished(MANY)).doesNotContainKey(3);
  }

  @Test
  void aTimeLimitIsTheTasksOwnFault() {
    submitAll("a");
    see(Map.of(), Map.of(1, EndedTask.EndReason.TIME_LIMIT));
    work.submitted(work.takeChunk("b", MANY), 5);
    see(Map.of(), Map.of(1, EndedTask.EndReason.TIME_LIMIT));
    assertThat(work.takeFinished(MANY)).containsEntry(1, 124);
  }

  @Test
  void aCodeLeftByASignalIsNotBelieved() {
    submitAll("a");
    see(Map.of(), Map.of(0, EndedTask.EndReason.CANCELLED), new TaskExit(0, 0, 0));
    assertThat(work.takeFinished(MANY)).doesNotContainKey(0);
    assertThat(work.hasPending()).isTrue();
  }

  @Test
  void aTaskThatIsNowhereIsLostOnlyAfterSeveralLooks() {
    submitAll("a");
    see(Map.of(), Map.of());
    see(Map.of(), Map.of());
    assertThat(work.hasPending()).isFalse();
    see(Map.of(), Map.of());
    assertThat(work.takeChunk("b", MANY)).hasSize(4);
  }

  @Test
  void whatWasNotYetSubmittedWhenTheQueueWasAskedIsNotMissed() {
    work.takeChunk("a", MANY);
    for (int look = 0; look < 5; look++) {
      see(Map.of(), Map.of());
    }
    assertThat(work.hasPending()).isFalse();
  }

  @Test
  void moreThanTheClusterHasIsNotTold() {
    submitAll("a");
    TaskTracker.TasksUpdate seen =
        work.update(
            Map.of(0, running("a", 0, 50), 1, running("a", 1, 50), 2, running("a", 2, 50)),
            Map.of(),
            List.of(),
            10,
            2);
    assertThat(seen.started().getFirst().tasks().size()).isEqualTo(2);
  }

  @Test
  void anotherLifeTakesOverWhatWasWrittenDown() {
    work.recoverChunk("a", List.of(new ChunkTask(0, 0, 0), new ChunkTask(1, 1, 0)));
    work.recoverChunk("b", List.of(new ChunkTask(1, 1, 1)));
    assertThat(work.takeChunk("c", MANY))
        .containsExactly(new ChunkTask(2, 2, 0), new ChunkTask(3, 3, 0));
    assertThat(work.isIn(1, "b")).isTrue();
    see(Map.of(), Map.of(), new TaskExit(0, 0, 0));
    assertThat(work.takeFinished(MANY)).isEqualTo(Map.of(0, 0));
  }

  private void submitAll(String chunk) {
    work.submitted(work.takeChunk(chunk, MANY), 5);
  }

  private TaskTracker.TasksUpdate see(
      Map<Integer, OwnTask> own, Map<Integer, EndedTask.EndReason> ended, TaskExit... evidence) {
    return work.update(own, ended, List.of(evidence), 10, MANY);
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
        retries);
  }
}
