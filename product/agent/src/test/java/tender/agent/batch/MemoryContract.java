package tender.agent.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static tender.bagfile.results.TaskOutcome.EXIT_OUT_OF_MEMORY;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tender.agent.Await;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.PilotArray;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

/** What the agent requires of every batch system that limits the memory of tasks. */
public abstract class MemoryContract extends BatchSystemFixture {
  /** What the only node has; not enough for three tasks of {@link #LARGE_MIB}. */
  protected static final int NODE_MIB = 1_000;

  private static final int LARGE_MIB = 400;
  private static final int SMALL_MIB = 100;

  /** Tail keeps what it has not printed yet in memory. */
  private static final String USE_MEMORY = "head -c 200000000 /dev/zero | tail >/dev/null";

  @Override
  protected void submitLocal(int width, int seconds, long limitMillis) {
    throw new UnsupportedOperationException("Memory is tested without local jobs.");
  }

  /** The first and the third exceed their memory, and the others do not. */
  private static String command(int task) {
    return switch (task) {
      case 0 -> USE_MEMORY;
      case 1 -> "exit 7";
      case 2 -> "echo before; " + USE_MEMORY + " || exit 3";
      default -> "true";
    };
  }

  private static final Map<Integer, Integer> EXPECTED =
      Map.of(0, EXIT_OUT_OF_MEMORY, 1, 7, 2, EXIT_OUT_OF_MEMORY, 3, 0);

  @Test
  void nodeHasMemory() {
    ClusterNodes nodes = system.clusterInfo().nodes().orElseThrow();
    assertThat(nodes.names()).hasSize(1);
    assertThat(nodes.cluster().kindOf(0).total())
        .isEqualTo(new ResourceAmounts(PROCESSORS, NODE_MIB, 0, 0));
  }

  @Test
  void taskOverItsMemoryEndsAsOutOfMemory() throws Exception {
    system.submit(requesting(SMALL_MIB, job("small", 4, MemoryContract::command, 1, 4)));
    assertThat(codes(4)).isEqualTo(new TreeMap<>(EXPECTED));
  }

  @Test
  void taskWithinItsMemoryEndsNormally() throws Exception {
    system.submit(requesting(LARGE_MIB, job("large", 1, task -> USE_MEMORY, 1, 1)));
    assertThat(codes(1)).containsExactly(Map.entry(0, 0));
  }

  @Test
  void pilotContinuesAfterTaskOverItsMemory() throws Exception {
    List<ChunkTask> tasks =
        IntStream.range(0, 4).mapToObj(task -> new ChunkTask(task, task, 0)).toList();
    for (int task = 0; task < tasks.size(); task++) {
      part.prepare(task, command(task));
    }
    var pilot = new PilotArray(1, tasks.size(), Time.MINUTE_MILLIS, Time.HOUR_MILLIS);
    var chunk = part.writeChunk(jobName("pilots"), tasks.size(), tasks, pilot, Optional.empty());
    system.submit(requesting(SMALL_MIB, job(jobName("pilots"), chunk, 1, 1, 1)));
    assertThat(codes(4)).isEqualTo(new TreeMap<>(EXPECTED));
  }

  @Test
  void runningTasksDoNotExceedTheMemoryOfTheNode() throws Exception {
    ArrayJob job = requesting(LARGE_MIB, job("many", 4, task -> "sleep 100", 1, 4));
    system.submit(job);
    Await.until("two to run", () -> running(job).size() == 2);
    Thread.sleep(1_500);
    assertThat(running(job)).hasSize(2);
    String node = system.clusterInfo().nodes().orElseThrow().names().getFirst();
    assertThat(system.queue().ownTasks().stream().filter(OwnTask::running))
        .hasSize(2)
        .allSatisfy(
            task ->
                assertThat(task.allocation())
                    .contains(
                        new NodeAllocation(
                            new ResourceAmounts(1, LARGE_MIB, 0, 0), 1, false, List.of(node))));
    system.cancel(job.name(), TaskSet.first(4));
  }

  protected static ArrayJob requesting(int memoryMib, ArrayJob job) {
    return job.withRequest(
        Optional.of(TaskRequest.onOneNode(new ResourceAmounts(job.width(), memoryMib, 0, 0))));
  }
}
