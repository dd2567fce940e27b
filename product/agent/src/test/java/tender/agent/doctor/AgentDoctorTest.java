package tender.agent.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.agent.doctor.cluster.IsolationCheck;
import tender.agent.doctor.machine.AgentAccountCheck;
import tender.agent.doctor.machine.DatasetsCheck;
import tender.agent.doctor.machine.FolderCheck;
import tender.agent.doctor.machine.TaskAccountCheck;
import tender.agent.doctor.market.IdentityCheck;
import tender.agent.doctor.market.ServerHostCheck;
import tender.support.doctor.CheckResult.Status;
import tender.support.doctor.Finding;

/** Real faults of files, folders, names and ports, each of which is the only one reported. */
class AgentDoctorTest {
  private static final String SERVERS = "servers: ['127.0.0.1:1']";
  private static final String PROCESSES = "batch_system: processes";

  @TempDir private Path folder;

  private AgentFile file(String... lines) throws IOException {
    return new AgentFile(folder, lines);
  }

  private void assertOnlyFault(AgentFile file, String check, String found, String fix) {
    AgentFile.assertOnly(
        AgentFile.problems(file.installation(AgentFile.USER)), Status.FAULT, check, found, fix);
  }

  /** The tests may run as root, so isolation has tests of its own. */
  private List<Finding> problemsWith(String... lines) throws IOException {
    return AgentFile.problems(file(lines).installation(AgentFile.USER));
  }

  @Test
  void soundInstallationHasNoProblems() throws IOException {
    assertThat(problemsWith(SERVERS, PROCESSES)).isEmpty();
    assertThat(Files.exists(folder.resolve("work"))).as("the doctor changes nothing").isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          spede: 1                | unknown setting 'spede'
          mode: sometimes         | 'mode' is 'sometimes'
          isolation: some         | 'isolation' is 'some', and must be sandbox, accounts or none
          """)
  void invalidSettingIsFound(String line, String found) throws IOException {
    assertOnlyFault(
        file(SERVERS, PROCESSES, line),
        "configuration",
        found,
        "examples/live/agent.yaml explains every setting");
  }

  @Test
  void missingServersAreFound() throws IOException {
    assertOnlyFault(file(PROCESSES), "configuration", "'servers' is missing", "Correct the file");
  }

  @Test
  void writableConfigurationIsFound() throws IOException {
    AgentFile file = file(SERVERS, PROCESSES);
    AgentFile.withMode(file.path(), "rw-rw-r--");
    assertOnlyFault(
        file, "configuration-access", "agent.yaml is rw-rw-r-- of ", "chmod go-w " + folder);
  }

  @Test
  void rootIsFound() throws IOException {
    AgentFile file = file(SERVERS, PROCESSES);
    AgentFile.assertResult(
        new AgentAccountCheck().run(file.installation("root")),
        Status.FAULT,
        "would run as root",
        "setpriv --reuid=tender-agent");
    assertThat(new AgentAccountCheck().run(file.installation("tender")).status())
        .isEqualTo(Status.OK);
  }

  @Test
  void fileInThePlaceOfFolderIsFound() throws IOException {
    AgentFile file = file(SERVERS, PROCESSES);
    Files.writeString(folder.resolve("work"), "in the way");
    assertOnlyFault(file, "work-folder", "'work_dir' is ", "install -d -o " + AgentFile.USER);
    Files.delete(folder.resolve("work"));
    Files.delete(folder.resolve("state"));
    Files.writeString(folder.resolve("state"), "in the way");
    assertOnlyFault(file, "state-folder", "which is not a folder", "delete the file");
  }

  @Test
  void foreignFolderIsFound() throws IOException {
    assumeTrue(AgentFile.USER.equals("root"), "only root can give a folder to another account");
    AgentFile file = file(SERVERS, PROCESSES);
    Path work = Files.createDirectory(folder.resolve("work"));
    Files.setOwner(
        work, work.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
    assertOnlyFault(
        file, "work-folder", "of nobody, and the agent is root", "chown -R root " + work);
  }

  @Test
  void missingDatasetIsFound() throws IOException {
    Path genomes = folder.resolve("genomes");
    AgentFile file = file(SERVERS, PROCESSES, "datasets: {genomes: " + genomes + "}");
    assertOnlyFault(
        file,
        "datasets",
        "'datasets.genomes' is " + genomes + ", which does not exist",
        "Create or mount the folder");
    Files.createDirectory(genomes);
    assertThat(AgentFile.problems(file.installation(AgentFile.USER))).isEmpty();
  }

  @Test
  void datasetThatAnotherAccountCannotReadIsFound() throws IOException {
    Path genomes = Files.createDirectory(folder.resolve("genomes"));
    AgentFile.withMode(genomes, "rwx------");
    AgentFile.assertResult(
        new DatasetsCheck()
            .run(
                file(SERVERS, PROCESSES, "datasets: {genomes: " + genomes + "}")
                    .installation("nobody")),
        Status.WARNING,
        "which account 'nobody' may not read",
        "setfacl -R -m u:nobody:rX " + genomes.toRealPath());
  }

  @Test
  void folderThatTheServiceCannotCreateIsFound() throws IOException {
    AgentFile.assertResult(
        new FolderCheck("work-folder", "work_dir", agent -> agent.config().workDir())
            .run(file(SERVERS, PROCESSES).installation("tender-agent")),
        Status.FAULT,
        "which does not exist and cannot be created in " + folder,
        "install -d -o tender-agent " + folder.resolve("work"));
  }

  @Test
  void readableStateIsFound() throws IOException {
    AgentFile file = file(SERVERS, PROCESSES);
    AgentFile.withMode(folder.resolve("state"), "rwxr-xr-x");
    AgentFile.assertOnly(
        AgentFile.problems(file.installation(AgentFile.USER)),
        Status.WARNING,
        "state-access",
        "state is rwxr-xr-x of ",
        "chmod o= " + folder.resolve("state"));
  }

  private List<Finding> serverProblems(String servers) throws IOException {
    return AgentFile.problems(
        file("servers: " + servers, PROCESSES).installation(AgentFile.USER),
        IdentityCheck.NAME::equals);
  }

  @Test
  void unknownServerIsFound() throws IOException {
    AgentFile.assertOnly(
        serverProblems("['no-such-host.invalid:7443']"),
        Status.FAULT,
        "server-host",
        "unknown hosts in 'servers': [no-such-host.invalid]",
        "add them to DNS");
    try (ServerSocket open = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      assertThat(
              serverProblems(
                  "['no-such-host.invalid:7443', '127.0.0.1:%d']".formatted(open.getLocalPort())))
          .allMatch(finding -> finding.result().status() == Status.WARNING)
          .extracting(Finding::check)
          .containsExactly("server-host", "server-port");
    }
  }

  @Test
  void closedServerPortIsFound() throws IOException {
    AgentFile.assertOnly(
        serverProblems("['127.0.0.1:1']"),
        Status.FAULT,
        "server-port",
        "127.0.0.1:1: connection refused",
        "allow TCP port 1 in the firewall");
  }

  @Test
  void missingEnrolmentIsFound() throws IOException {
    AgentFile file = file(SERVERS, PROCESSES);
    List<Finding> missing =
        AgentFile.problems(file.installation(AgentFile.USER), ServerHostCheck.NAME::equals);
    AgentFile.assertOnly(
        missing,
        Status.FAULT,
        "identity",
        "the agent is not enrolled: there is no " + folder.resolve("state/identity"),
        "tender agent enrol " + file.path() + " TOKEN");
    Files.createDirectory(folder.resolve("state/identity"));
    Files.writeString(folder.resolve("state/identity/identity.pem"), "damaged");
    AgentFile.assertOnly(
        AgentFile.problems(file.installation(AgentFile.USER), ServerHostCheck.NAME::equals),
        Status.FAULT,
        "identity",
        "the agent's identity cannot be used",
        "Ask the market's operator for a token");
  }

  @Test
  void missingTaskAccountIsFound() throws IOException {
    assertOnlyFault(
        file(SERVERS, "batch_system: host", "host: {task_user: no-such-account}"),
        "task-account",
        "'host.task_user' is 'no-such-account'",
        "useradd --system");
    AgentFile accounts =
        file(
            SERVERS,
            "batch_system: slurm",
            "slurm: {partition: main}",
            "isolation: accounts",
            "accounts: {pool: [no-such-account]}");
    AgentFile.assertResult(
        new TaskAccountCheck().run(accounts.installation(AgentFile.USER)),
        Status.FAULT,
        "there is no account 'no-such-account'",
        "useradd --system --user-group no-such-account");
  }

  @Test
  void missingContainerRuntimeIsFound() throws IOException {
    assertOnlyFault(
        file(SERVERS, PROCESSES, "containers: apptainer"),
        "containers",
        "'containers: apptainer'",
        "write 'containers: none'");
  }

  @Test
  void missingBatchCommandsAreFound() throws IOException {
    String slurm = "batch_system: slurm\nslurm: {partition: main}";
    AgentFile.assertOnly(
        AgentFile.problems(file(SERVERS, slurm).withPrograms("squeue", "sinfo", "scontrol")),
        Status.FAULT,
        "batch-commands",
        "not found on the PATH: sbatch, scancel",
        "Debian package 'slurm-client'");
    String gridengine = "batch_system: gridengine\ngridengine: {queue: all.q}";
    AgentFile.assertOnly(
        AgentFile.problems(file(SERVERS, gridengine).withPrograms("qstat")),
        Status.FAULT,
        "batch-commands",
        "qsub, qdel, qconf, qalter",
        "Debian package 'gridengine-client'");
  }

  @Test
  void invalidBatchSettingIsFound() throws IOException {
    String slurm = "batch_system: slurm\nslurm: {partition: main, config_file: /no/slurm.conf}";
    AgentFile.assertOnly(
        AgentFile.problems(
            file(SERVERS, slurm).withPrograms("sbatch", "scancel", "scontrol", "sinfo", "squeue")),
        Status.FAULT,
        "batch-system",
        "'slurm.config_file' is /no/slurm.conf, which cannot be read",
        "examples/live/agent.yaml explains it");
  }

  @Test
  void promisesWithoutReservationsAreFound() throws IOException {
    AgentFile.assertOnly(
        problemsWith(SERVERS, PROCESSES, "mode: committed"),
        Status.WARNING,
        "reservations",
        "the agent may not reserve processors",
        "slurm.reservation_helper");
  }

  @Test
  void unsafeIsolationIsFound() throws IOException {
    AgentFile.assertResult(
        new IsolationCheck().run(file(SERVERS, PROCESSES).installation("root")),
        Status.FAULT,
        "administers this cluster",
        "Run the agent under an account of its own");
    AgentFile.assertResult(
        new IsolationCheck()
            .run(file(SERVERS, PROCESSES, "isolation: none").installation("tender")),
        Status.WARNING,
        "'isolation: none': a task can read and change everything that the account 'tender' can",
        "Install bubblewrap");
    AgentFile.assertResult(
        new IsolationCheck()
            .run(
                file(SERVERS, PROCESSES, "sandbox: {read_only: [/no/such/software]}")
                    .installation("tender")),
        Status.FAULT,
        "Tasks cannot run in sandboxes here",
        "allow user namespaces");
  }

  @Test
  void usedOwnerPagePortIsFound() throws IOException {
    try (ServerSocket used = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      assertOnlyFault(
          file(SERVERS, PROCESSES, "owner_page_port: " + used.getLocalPort()),
          "owner-page-port",
          "('owner_page_port'): address already in use",
          "Stop the program that uses the port");
    }
  }

  @Test
  void checksBeforeEnrolmentNeedNoIdentity() throws IOException {
    assertThat(AgentDoctor.beforeEnrolment().names())
        .contains("server-port", "batch-system", "isolation")
        .doesNotContain("identity", "market-access", "market-clock");
    assertThat(Set.copyOf(AgentDoctor.create().names()))
        .hasSameSizeAs(AgentDoctor.create().names());
  }
}
