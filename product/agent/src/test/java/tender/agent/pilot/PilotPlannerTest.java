package tender.agent.pilot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.agent.batch.LocalJob;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.folder.PilotArray;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Time;

class PilotPlannerTest {
  private static final long NOW = 1_000_000;
  private static final long SECOND = Time.SECOND_MILLIS;
  private static final PilotSettings SETTINGS = new PilotSettings(60 * SECOND, 3_600 * SECOND);
  private static final QueueSnapshot EMPTY =
      new QueueSnapshot(List.of(), List.of(), List.of(), List.of());

  @Test
  void emptyClusterGetsOnePilotPerProcessor() {
    assertThat(plan(job(1, Time.LIMIT_MILLIS), EMPTY, 1_000))
        .containsExactly(new PilotArray(8, 1_000, 60 * SECOND, (60 + 124 + 30) * SECOND));
    assertThat(plan(job(2, Time.LIMIT_MILLIS), EMPTY, 1_000).getFirst().pilots()).isEqualTo(4);
  }

  @Test
  void onlyShortTasksNeedPilots() {
    Job tenSeconds = new Job(new JobId("part"), 9, 1, 10 * SECOND, 0, Time.LIMIT_MILLIS);
    assertThat(new PilotPlanner(SETTINGS, tenSeconds, SECOND).needsPilots()).isTrue();
    PilotSettings none = new PilotSettings(0, SECOND);
    assertThat(new PilotPlanner(none, tenSeconds, SECOND).needsPilots()).isFalse();
  }

  @Test
  void pilotsFitBesideRunningJobs() {
    QueueSnapshot busy = new QueueSnapshot(List.of(local(6)), List.of(), List.of(), List.of());
    List<PilotArray> pilots = plan(job(1, Time.LIMIT_MILLIS), busy, 1_000);
    assertThat(pilots.getFirst().pilots()).isEqualTo(2);
    assertThat(pilots.stream().mapToInt(PilotArray::tasks).sum()).isEqualTo(1_000);
  }

  @Test
  void pilotsArePlannedAfterDeadlineOrOnFullCluster() {
    QueueSnapshot full = new QueueSnapshot(List.of(local(8)), List.of(), List.of(), List.of());
    assertThat(plan(job(1, NOW - 1), EMPTY, 100).getFirst().tasks()).isEqualTo(100);
    assertThat(plan(job(1, NOW + 1), full, 100).getFirst().tasks()).isEqualTo(100);
  }

  private static List<PilotArray> plan(Job job, QueueSnapshot queue, int tasks) {
    return new PilotPlanner(SETTINGS, job, 60 * SECOND)
        .countUsed(queue, "hold", NOW)
        .plan(tasks, 8, 100, NOW);
  }

  private static Job job(int width, long deadlineMillis) {
    return new Job(new JobId("part"), 9, width, SECOND, 0, deadlineMillis);
  }

  private static LocalJob local(int processors) {
    return new LocalJob(
        "local", processors, /* running= */ true, NOW, NOW, LocalJob.UNLIMITED_MILLIS, Time.NEVER);
  }
}
