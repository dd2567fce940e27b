package tender.agent.batch.gridengine;

import static org.assertj.core.api.Assertions.assertThat;
import static tender.bagfile.results.TaskOutcome.EXIT_OUT_OF_MEMORY;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.agent.Await;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.MemoryContract;
import tender.agent.batch.folder.WorkFolder;
import tender.support.files.SecureDeletion;
import tender.testbed.Testbed;

/** Against a real Grid Engine that counts memory. */
@Tag("live")
class GridEngineMemoryTest extends MemoryContract {
  /** Three processes, each of which stays below the limit that all of them exceed. */
  private static final String USE_MEMORY_TOGETHER =
      "for i in 1 2 3; do (head -c 50000000 /dev/zero; sleep 100) | tail >/dev/null & done; wait";

  private static Testbed testbed;
  private static Testbed.GridEngineCell cell;

  @BeforeAll
  static void start() throws Exception {
    testbed = new Testbed(Testbed.newFolder("tb"));
    testbed.up(
        "--gridengine", PROCESSORS + ":" + NODE_MIB, "--no-slurm", "--no-postgres", "--no-ca");
    cell = testbed.gridEngineCell();
  }

  @AfterAll
  static void stop() throws Exception {
    testbed.down();
    SecureDeletion.deleteTree(testbed.folder());
  }

  @Override
  protected BatchSystem system(WorkFolder workFolder) {
    return GridEngineBatchSystemTest.system(cell, workFolder);
  }

  @Override
  protected Path work() {
    return testbed.folder().resolve("work");
  }

  @Override
  protected void clear() throws Exception {
    GridEngineBatchSystemTest.deleteAll(cell);
  }

  @Test
  void processesThatTogetherExceedTheMemoryEndAsOutOfMemory() throws Exception {
    ArrayJob job = requesting(100, job("together", 1, task -> USE_MEMORY_TOGETHER, 1, 1));
    system.submit(job);
    assertThat(codes(1)).containsExactly(Map.entry(0, EXIT_OUT_OF_MEMORY));
    Await.until("an empty queue", () -> system.queue().ownTasks().isEmpty());
    assertThat(system.queue().endedTasks()).noneMatch(task -> task.jobName().equals(job.name()));
  }

  @Test
  void memoryOfWideTaskIsThatOfAllItsSlots() throws Exception {
    system.submit(requesting(300, job("wide", 1, task -> USE_MEMORY_TOGETHER, 2, 1)));
    Await.until("it to run", () -> part.isClaimed(0, 0));
    Thread.sleep(4_000);
    assertThat(part.taskExits()).isEmpty();
    assertThat(system.queue().ownTasks().getFirst().allocation())
        .hasValueSatisfying(given -> assertThat(given.perNode().memoryMib()).isEqualTo(300));
  }
}
