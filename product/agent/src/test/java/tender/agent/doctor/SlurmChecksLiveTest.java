package tender.agent.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.Await;
import tender.agent.doctor.cluster.WorkFolderSharedCheck;
import tender.agent.doctor.installation.AgentInstallation;
import tender.agent.doctor.market.IdentityCheck;
import tender.agent.doctor.market.ServerHostCheck;
import tender.support.doctor.CheckResult.Status;
import tender.support.doctor.Finding;
import tender.support.files.SecureDeletion;
import tender.testbed.Testbed;

/** Real faults of a real Slurm, each of which is the only one that is reported. */
@Tag("live")
class SlurmChecksLiveTest {
  /** All nodes of the testbed are on this machine, and its only account may be root. */
  private static final Set<String> OF_TESTBED =
      Set.of("work-folder-shared", "isolation", ServerHostCheck.NAME, IdentityCheck.NAME);

  private static Testbed testbed;
  private static Testbed.SlurmCluster cluster;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws Exception {
    testbed = new Testbed(Testbed.newFolder("tb"));
    testbed.up("--processors", "4", "--no-postgres", "--no-ca");
    cluster = testbed.clusters().getFirst();
  }

  @AfterAll
  static void stop() throws Exception {
    testbed.down();
    SecureDeletion.deleteTree(testbed.folder());
  }

  /** Other tests take the nodes away, and Slurm needs some seconds to use them again. */
  @BeforeEach
  void awaitNodes() throws Exception {
    Await.until(
        "idle nodes",
        () -> cluster.run(List.of("sinfo", "-h", "-o", "%T")).lines().allMatch("idle"::equals));
  }

  private List<Finding> problems(String slurm, String... lines) throws IOException {
    return AgentFile.problems(installation(slurm, lines), OF_TESTBED::contains);
  }

  private AgentInstallation installation(String slurm, String... lines) throws IOException {
    return new AgentFile(
            folder,
            "servers: ['127.0.0.1:1']",
            "batch_system: slurm",
            "slurm: {config_file: %s, %s}".formatted(cluster.configuration(), slurm),
            String.join("\n", lines))
        .installation(AgentFile.USER);
  }

  private String partition() {
    return "partition: " + cluster.partition();
  }

  @Test
  void soundClusterHasNoProblems() throws IOException {
    assertThat(problems(partition())).isEmpty();
  }

  @Test
  void unknownPartitionIsFound() throws IOException {
    AgentFile.assertOnly(
        problems("partition: absent"),
        Status.FAULT,
        "batch-system",
        "",
        "its partition or queue must exist");
  }

  @Test
  void refusedJobsAreFound() throws Exception {
    AgentFile.assertOnly(
        problems(partition() + ", extra_options: ['--constraint=absent']"),
        Status.FAULT,
        "batch-submission",
        "sbatch --test-only",
        "Give the account '" + AgentFile.USER + "' the right to submit to the partition");
    cluster.run(
        List.of("scontrol", "update", "PartitionName=" + cluster.partition(), "State=DRAIN"));
    try {
      assertThat(problems(partition()))
          .extracting(Finding::check)
          .containsExactly("batch-submission");
    } finally {
      cluster.run(
          List.of("scontrol", "update", "PartitionName=" + cluster.partition(), "State=UP"));
    }
  }

  @Test
  void missingNodesAreFound() throws Exception {
    setNodes("State=DOWN", "Reason=test");
    try {
      AgentFile.assertOnly(
          problems(partition()),
          Status.FAULT,
          "batch-system",
          "has no usable processors: all its nodes are down or drained",
          "scontrol update nodename=NODE state=resume");
    } finally {
      setNodes("State=RESUME");
    }
  }

  private static void setNodes(String... changes) throws Exception {
    List<String> command = new ArrayList<>(List.of("scontrol", "update", "NodeName=ALL"));
    command.addAll(List.of(changes));
    cluster.run(command);
  }

  /** The folder is on a disk of this machine. */
  @Test
  void localWorkFolderIsFound() throws IOException {
    AgentFile.assertResult(
        new WorkFolderSharedCheck().run(installation(partition())),
        Status.WARNING,
        "work is on a local file system (",
        "Name a folder on a shared file system");
  }

  @Test
  void partitionBeforeLocalUsersIsFound() throws Exception {
    cluster.run(List.of("scontrol", "create", "PartitionName=local", "Nodes=ALL"));
    setTier(9);
    try {
      AgentFile.assertOnly(
          problems(partition()),
          Status.WARNING,
          "batch-settings",
          "1 setting of the batch system",
          "Set 'slurm.partition' to one with the lowest PriorityTier");
    } finally {
      setTier(1);
      cluster.run(List.of("scontrol", "delete", "PartitionName=local"));
    }
  }

  private static void setTier(int tier) throws Exception {
    cluster.run(
        List.of(
            "scontrol", "update", "PartitionName=" + cluster.partition(), "PriorityTier=" + tier));
  }

  @Test
  void fullQueueIsFound() throws IOException {
    AgentFile.assertOnly(
        problems(partition(), "max_queued_jobs: 1000000"),
        Status.WARNING,
        "queue-limit",
        "the agent may queue 1000000 jobs",
        "Lower 'max_queued_jobs'");
  }

  @Test
  void deadControllerIsFound() throws Exception {
    testbed.run("cluster-stop", cluster.name());
    try {
      AgentFile.assertOnly(
          problems(partition()),
          Status.FAULT,
          "batch-system",
          "Unable to contact slurm controller",
          "Start the batch system's master (slurmctld");
    } finally {
      testbed.run("cluster-start", cluster.name());
    }
  }
}
