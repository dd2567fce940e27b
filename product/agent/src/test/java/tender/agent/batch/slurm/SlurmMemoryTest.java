package tender.agent.batch.slurm;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import tender.agent.Await;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.MemoryContract;
import tender.agent.batch.folder.WorkFolder;
import tender.support.files.SecureDeletion;
import tender.testbed.Testbed;

/** Against a real Slurm that schedules memory. */
@Tag("live")
class SlurmMemoryTest extends MemoryContract {
  private static Testbed testbed;
  private static Testbed.SlurmCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    testbed = new Testbed(Testbed.newFolder("tb"));
    testbed.up("--nodes", "1x%d:%d".formatted(PROCESSORS, NODE_MIB), "--no-postgres", "--no-ca");
    cluster = testbed.clusters().getFirst();
  }

  @AfterAll
  static void stop() throws Exception {
    testbed.down();
    SecureDeletion.deleteTree(testbed.folder());
  }

  @Override
  protected BatchSystem system(WorkFolder workFolder) {
    return SlurmBatchSystemTest.system(cluster, workFolder);
  }

  @Override
  protected Path work() {
    return testbed.folder().resolve("work");
  }

  @Override
  protected void clear() throws Exception {
    cluster.run(List.of("scancel", "-u", System.getProperty("user.name")));
    Await.until("all to be gone", () -> cluster.run(List.of("squeue", "-h")).isBlank());
  }
}
