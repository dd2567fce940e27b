package tender.server.bags;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tender.bagfile.Digest;
import tender.bagfile.TaskList;
import tender.bagfile.TaskResources;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.server.api.view.BagStats;
import tender.server.model.CommandUsage;
import tender.server.model.TaskUsage;
import tender.server.store.content.Pack;

class BagStatsBuilderTest {
  private static final WorkOrder ORDER =
      new WorkOrder(
          WorkOrder.VERSION,
          "name",
          "work",
          new TaskList.Count(200),
          Optional.empty(),
          List.of(),
          List.of(),
          4,
          60_000,
          0,
          Optional.empty(),
          Optional.empty(),
          Optional.of(new TaskResources(List.of(1_024, 2_048), 0, "", 0, List.of(), false)));

  @Test
  void measuredTasksAreSummarised() {
    Map<Integer, TaskUsage> usage = new TreeMap<>();
    for (int task = 0; task < 100; task++) {
      usage.put(
          task, new TaskUsage(OptionalLong.of(task + 1), OptionalLong.empty(), task == 7 ? 2 : 0));
    }
    BagStats stats = stats(usage, CommandUsage.NONE);
    assertThat(stats.requested())
        .isEqualTo(new BagStats.Requested(4, List.of(1_024, 2_048), 60_000));
    assertThat(stats.memory()).contains(new BagStats.Measured(100, 100, 50, 95));
    assertThat(stats.runTime()).isEmpty();
    assertThat(stats.endedTasks()).isEqualTo(120);
    assertThat(stats.outOfMemory())
        .as("two attempts of task 7, and the tasks 100 to 119 that only their exit code tells of")
        .isEqualTo(22);
  }

  @Test
  void farTooLargeRequestIsReported() {
    long half = 512 << 20;
    assertThat(stats(Map.of(), new CommandUsage(20, half)).excessMemory())
        .contains(new BagStats.Excess(1_024 << 20, half, 20));
    assertThat(stats(Map.of(), new CommandUsage(19, half)).excessMemory()).isEmpty();
    assertThat(stats(Map.of(), new CommandUsage(500, half + 1)).excessMemory()).isEmpty();
    assertThat(stats(Map.of(), CommandUsage.NONE).excessMemory()).isEmpty();
  }

  private static BagStats stats(Map<Integer, TaskUsage> usage, CommandUsage memory) {
    List<TaskOutcome> outcomes =
        List.of(
            new TaskOutcome(0, TaskSet.first(100)),
            new TaskOutcome(TaskOutcome.EXIT_OUT_OF_MEMORY, TaskSet.range(100, 120)));
    ReservationId part =
        new ReservationId(new CallId(new BagId("b"), 1), 1, new ProviderId("hpc-1"));
    Pack pack = new Pack(part, TaskSet.first(120), outcomes, Digest.of(new byte[0]));
    return new BagStatsBuilder(ORDER, List.of(pack), usage).build(memory, CommandUsage.NONE);
  }
}
