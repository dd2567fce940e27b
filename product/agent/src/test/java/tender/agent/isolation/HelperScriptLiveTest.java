package tender.agent.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a thief of the agent's account can do with its rights, with the accounts and sudo's rule of
 * {@code testbed/accounts}.
 */
@Tag("live")
class HelperScriptLiveTest {
  private static final String LAUNCHER = "/usr/local/lib/tender-testbed/tender-launcher";

  @TempDir private Path folder;

  @BeforeEach
  void requireAccounts() {
    assumeTrue(
        System.getProperty("user.name").equals("root") && Files.exists(Path.of(LAUNCHER)),
        "needs root, and the accounts of testbed/accounts");
  }

  private record Result(int code, String text) {}

  /** Runs a command as the agent. */
  private static Result asAgent(List<String> command) throws Exception {
    var all = new ArrayList<>(List.of("sudo", "-n", "-u", "tender-agent", "--"));
    all.addAll(command);
    Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(process.waitFor(), text);
  }

  private static Result launch(String account, String... command) throws Exception {
    var all = new ArrayList<>(List.of("sudo", "-n", "-u", account, "--", LAUNCHER));
    all.addAll(List.of(command));
    return asAgent(all);
  }

  @ParameterizedTest
  @ValueSource(strings = {"root", "daemon"})
  void sudoAllowsOnlyTheListedAccounts(String account) throws Exception {
    assertThat(launch(account, "check", "/").text()).contains("a password is required");
  }

  @Test
  void sudoAllowsOnlyTheLauncher() throws Exception {
    assertThat(asAgent(List.of("sudo", "-n", "-u", "tender-one", "--", "id")).text())
        .contains("a password is required");
  }

  @Test
  void launcherAcceptsOnlyItsCommands() throws Exception {
    assertThat(launch("tender-one", "id").text()).contains("The command 'id' is unknown");
    assertThat(launch("tender-one", "PATH=/tmp", "sbatch").text())
        .contains("The command 'PATH=/tmp' is unknown");
    assertThat(launch("tender-one").code()).isEqualTo(77);
    for (String arguments :
        List.of(
            "update partitionname=main state=down",
            "update jobid=1 nice=1 partition=other",
            "update jobid=1 userid=0",
            "release",
            "shutdown")) {
      var command = new ArrayList<>(List.of("scontrol"));
      command.addAll(List.of(arguments.split(" ")));
      assertThat(launch("tender-one", command.toArray(String[]::new)).text())
          .contains("scontrol is not allowed with these arguments: " + arguments);
    }
  }

  @Test
  void launcherDeletesOnlyInFoldersOfTheAgent() throws Exception {
    Path home = Files.createDirectory(folder.resolve("home"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("/"));
    assertThat(launch("tender-one", "remove", home.toString()).text())
        .contains("is not a folder of the account 'tender-agent'");
    assertThat(launch("tender-one", "remove", link.toString()).code()).isEqualTo(77);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create ReservationName=other StartTime=now EndTime=2030-01-01T00:00:00 CoreCnt=1 Users=tender-agent PartitionName=main",
        "create ReservationName=tender-1 StartTime=now EndTime=2030-01-01T00:00:00 CoreCnt=1 Users=root PartitionName=main",
        "create ReservationName=tender-1 StartTime=now EndTime=2030-01-01T00:00:00 CoreCnt=1 Users=tender-agent,a,b PartitionName=main",
        "create ReservationName=tender-1 StartTime=now EndTime=2030-01-01T00:00:00 CoreCnt=1,2 Users=tender-agent PartitionName=main",
        "create ReservationName=tender-1 StartTime=now EndTime=never CoreCnt=1 Users=tender-agent PartitionName=main",
        "create ReservationName=tender-1 StartTime=now EndTime=2030-01-01T00:00:00 CoreCnt=1 Users=tender-agent PartitionName=a,b",
        "create ReservationName=tender-1 StartTime=now EndTime=2030-01-01T00:00:00 CoreCnt=1 Users=tender-agent Flags=IGNORE_JOBS",
        "delete ReservationName=other",
        "delete ReservationName=tender-1 ReservationName=other",
        "update ReservationName=other Users=tender-agent",
        "update ReservationName=tender-1 Nodes=ALL",
        "update PartitionName=main State=DOWN",
        "shutdown",
        ""
      })
  void reservationHelperChangesOnlyReservationsOfTheAgent(String arguments) throws Exception {
    Path helper = folder.resolve("tender-reservations");
    Files.writeString(helper, HelperScript.RESERVATIONS.text(Optional.empty()));
    var command = new ArrayList<>(List.of("/bin/sh", helper.toString()));
    command.addAll(List.of(arguments.split(" ")));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("SUDO_USER", "tender-agent");
    // If a command got through, it would fail with another exit code.
    builder.environment().put("PATH", "/absent");
    assertThat(builder.start().waitFor()).isEqualTo(77);
  }

  @Test
  void onlyTheReservationHelperNamesItsCluster() {
    assertThat(HelperScript.RESERVATIONS.text(Optional.of(Path.of("/opt/slurm.conf"))))
        .contains("\nSLURM_CONF='/opt/slurm.conf'\n");
    assertThatThrownBy(
            () -> HelperScript.RESERVATIONS.text(Optional.of(Path.of("/opt/'; reboot '"))))
        .hasMessageContaining("cannot be named");
    assertThatThrownBy(() -> HelperScript.LAUNCHER.text(Optional.of(Path.of("/opt/slurm.conf"))))
        .hasMessageContaining("gets it from the agent");
  }
}
