package tender.agent.batch.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.agent.Await;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.BatchReservation;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.LocalAccount;
import tender.agent.batch.ObservedReservation;
import tender.agent.batch.PilotContract;
import tender.agent.batch.command.AccountLauncher;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.folder.Sandbox;
import tender.agent.batch.folder.TaskAccounts;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.isolation.HelperScript;
import tender.core.model.BagId;
import tender.support.files.SecureDeletion;
import tender.testbed.Testbed;

/**
 * A real Slurm with tasks under accounts of their users: {@code testbed/accounts} creates them. All
 * that holds for tasks under the agent's account holds here too.
 */
@Tag("live")
class SlurmAccountsTest extends PilotContract {
  private static final Path LAUNCHER = Path.of("/usr/local/lib/tender-testbed/tender-launcher");
  private static final LocalAccount ONE = new LocalAccount("tender-one");
  private static final LocalAccount TWO = new LocalAccount("tender-two");

  private static Testbed testbed;
  private static Testbed.SlurmCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(
        System.getProperty("user.name").equals("root") && Files.exists(LAUNCHER),
        "needs root, and the accounts of testbed/accounts");
    testbed = new Testbed(Testbed.newFolder("tb"));
    testbed.up("--processors", Integer.toString(PROCESSORS), "--no-postgres", "--no-ca");
    cluster = testbed.clusters().getFirst();
  }

  @AfterAll
  static void stop() throws Exception {
    if (testbed != null) {
      testbed.down();
      SecureDeletion.deleteTree(testbed.folder());
    }
  }

  @Override
  protected Optional<TaskAccounts> accounts() {
    return Optional.of(
        new TaskAccounts(user -> user.equals("ann") ? ONE : TWO, new AccountLauncher(LAUNCHER)));
  }

  @Override
  protected Optional<Sandbox> sandbox() {
    return Optional.empty();
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
  protected void submitLocal(int width, int seconds, long limitMillis) throws Exception {
    cluster.run(
        List.of(
            "sbatch",
            "--job-name=local",
            "--cpus-per-task=" + width,
            "--time=" + limitMillis / 60_000,
            "--output=/dev/null",
            "--wrap=sleep " + seconds));
  }

  @Override
  protected void clear() throws Exception {
    for (String user : List.of(ONE.name(), TWO.name(), System.getProperty("user.name"))) {
      cluster.run(List.of("scancel", "-u", user));
    }
    for (ObservedReservation reservation : system.queue().reservations()) {
      system.release(reservation.name());
    }
    Await.until("all to be gone", () -> cluster.run(List.of("squeue", "-h")).isBlank());
  }

  @Test
  void taskRunsUnderTheAccountOfItsUser() throws Exception {
    ArrayJob job = job("who", 1, task -> "id -un; umask; sleep 3", 1, 1);
    system.submit(job);
    Await.until("it to run", () -> running(job).size() == 1);
    assertThat(cluster.run(List.of("squeue", "-h", "-o", "%u"))).isEqualTo("tender-one\n");
    assertThat(codes(1)).isEqualTo(Map.of(0, 0));
    assertThat(stdout(0)).isEqualTo("tender-one\n0007\n");
  }

  @Test
  void taskOfAnotherUserSeesNothing() throws Exception {
    Path secret = Files.writeString(part.path().resolveSibling("secret"), "secret");
    workFolder.createBag(new BagId(bag + "x"), "bob");
    PartFolder other = workFolder.partFolder(reservation(bag + "x"));
    other.create();
    PartFolder victim = part;
    part = other;
    String command =
        "cat %s; ls %s; ls %s; echo x >%s; echo x >%s"
            .formatted(
                secret,
                victim.path(),
                work().resolve("bags"),
                victim.path().resolve("ended/0.0.0"),
                work().resolve("tender-task"));
    system.submit(job("curious", 1, task -> command, 1, 1));
    codes(1);
    assertThat(stdout(0)).isEmpty();
    assertThat(Files.readString(other.controlFolder(0).resolve("stderr")).lines())
        .hasSize(5)
        .allMatch(line -> line.contains("ermission denied"));
    assertThat(victim.taskExits()).isEmpty();
  }

  @Test
  void jobThatAnotherAccountForgesIsLocal() throws Exception {
    ArrayJob job = job("forged", 1, task -> "true", 1, 1);
    cluster.run(
        new AccountLauncher(LAUNCHER)
            .command(
                TWO,
                Map.of("SLURM_CONF", cluster.configuration().toString()),
                List.of(
                    "sbatch",
                    "--job-name=" + job.name(),
                    "--array=0",
                    "--chdir=" + work(),
                    "--output=/dev/null",
                    "--wrap=sleep 30")));
    Await.until("it to be seen", () -> system.queue().localJobs().size() == 1);
    assertThat(system.queue().ownTasks()).isEmpty();
  }

  @Test
  void jobsOfTheAccountUseTheReservation() throws Exception {
    long now = System.currentTimeMillis();
    var reservation = new BatchReservation("tender-" + bag, 2, now - 1000, now + 3_600_000);
    assertThat(system.reserve(reservation)).isTrue();
    ArrayJob plain = job("reserved", 1, task -> "sleep 2", 1, 1);
    var job =
        new ArrayJob(
            plain.name(),
            plain.folder(),
            1,
            1,
            plain.limitMillis(),
            1,
            Optional.of(reservation.name()));
    system.submit(job);
    assertThat(system.queue().reservations()).allMatch(ObservedReservation::ours);
    assertThat(codes(1)).isEqualTo(Map.of(0, 0));
    system.release(reservation.name());
    assertThat(system.queue().reservations()).isEmpty();
  }

  @Test
  void helperMakesReservations() throws Exception {
    Path helper = testbed.folder().resolve("tender-reservations");
    Files.writeString(helper, HelperScript.RESERVATIONS.text(Optional.of(cluster.configuration())));
    Files.setPosixFilePermissions(helper, PosixFilePermissions.fromString("rwxr-xr-x"));
    var helped =
        new SlurmBatchSystem(
            new SlurmSettings(
                Optional.of(cluster.configuration()),
                "main",
                100,
                SlurmOptions.NONE,
                Optional.of(helper)),
            workFolder);
    long now = System.currentTimeMillis();
    var reservation = new BatchReservation("tender-" + bag, 3, now + 60_000, now + 3_600_000);
    assertThat(helped.reserve(reservation)).isTrue();
    assertThat(helped.queue().reservations())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.processors()).isEqualTo(3);
              assertThat(found.fromMillis()).isCloseTo(now + 60_000, within(1_000L));
            });
    helped.release(reservation.name());
    assertThat(helped.queue().reservations()).isEmpty();
  }

  @Test
  void filesThatATaskMadeUnreadableAreDelivered() throws Exception {
    system.submit(
        job("private", 1, task -> "umask 077; mkdir d; echo x >d/f; chmod 600 d/f", 1, 1));
    codes(1);
    assertThat(
            Files.getAttribute(
                part.taskFolder(0).resolve("d/f"), "unix:mode", LinkOption.NOFOLLOW_LINKS))
        .isEqualTo(0100660);
  }

  @Test
  void filesOfHostileTaskAreDeletedAndItsLinksAreNotFollowed() throws Exception {
    Path precious = Files.writeString(testbed.folder().resolve("precious"), "precious");
    String command =
        "mkdir -p d/e && ln -s %s d/e/link && chmod 000 d/e && chmod 500 d;".formatted(precious)
            + " mkdir -m 700 ../../claims/x && touch ../../claims/x/y;"
            + " ln -s %s ../../chunks/hostile/leave.0; ln -s %s ../../chunks/hostile/job.new; true"
                .formatted(precious, precious);
    ArrayJob job = job("hostile", 1, task -> command, 1, 1);
    system.submit(job);
    codes(1);
    job.recordSubmitted("1");
    part.delete();
    assertThat(part.path()).doesNotExist();
    assertThat(precious).hasContent("precious");
  }
}
