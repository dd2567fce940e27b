package tender.agent.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.agent.batch.EndedTask.EndReason;
import tender.agent.batch.folder.Sandbox;
import tender.agent.batch.folder.WorkFolder;
import tender.support.files.SecureDeletion;

/** What a task in a sandbox can see and change, in every batch system. */
public abstract class IsolationContract extends BatchSystemFixture {
  @Test
  void taskSeesNothingButItsOwnFiles() throws Exception {
    assumeTrue(sandbox().isPresent());
    Path inputs = Files.createDirectories(part.path().resolveSibling("inputs"));
    Files.writeString(inputs.resolve("data"), "input\n");
    Path secret = Files.writeString(work().resolve("secret"), "secret\n");
    Path temporary = Files.createTempFile("tender", ".secret");
    List<String> attempts =
        List.of(
            "cat " + secret,
            "cat ../1/command",
            "ls " + part.path().resolve("claims"),
            "cat " + temporary,
            "echo x >" + inputs.resolve("data"),
            "echo x >" + part.controlFolder(0).resolve("command"),
            "touch -d '+1 hour' " + part.claimFile(0, 0),
            "echo x >" + part.path() + "/ended/0.0.9",
            "touch /usr/bin/x",
            "kill -0 " + ProcessHandle.current().pid(),
            "ls /proc/" + ProcessHandle.current().pid(),
            "ls /run/munge/munge.socket.2",
            "grep -v -e '^Inter' -e '^ face' -e '^ *lo:' /proc/net/dev");
    String command =
        attempts.stream()
            .map(
                attempt ->
                    "(" + attempt + ") && echo \"done: " + attempt.replace("\"", "") + "\"\n")
            .reduce("", String::concat);
    system.submit(
        job("curious", 2, task -> command + "cat ../../../inputs/data; echo x >own", 1, 1));

    assertThat(codes(2)).isEqualTo(Map.of(0, 0, 1, 0));
    assertThat(stdout(0).lines().filter(line -> line.startsWith("done:"))).isEmpty();
    assertThat(stdout(0)).doesNotContain("secret").endsWith("input\n");
    assertThat(part.taskFolder(0).resolve("own")).hasContent("x\n");
    assertThat(inputs.resolve("data")).hasContent("input\n");
    Files.delete(temporary);
  }

  @Test
  void taskReadsDatasetsAndCannotChangeThem() throws Exception {
    assumeTrue(sandbox().isPresent() && containers().isEmpty());
    Path dataset = Files.createTempDirectory("tender-dataset");
    Files.writeString(dataset.resolve("data"), "from the site\n");
    // Tasks may have another account.
    Files.setPosixFilePermissions(dataset, PosixFilePermissions.fromString("rwxr-xr-x"));
    Sandbox visible =
        sandbox().get().withDatasets(List.of(dataset, dataset.resolveSibling("tender-absent")));
    new WorkFolder(work(), Optional.of(visible)).install();
    Path inputs = Files.createDirectories(part.path().resolveSibling("inputs"));
    Files.createSymbolicLink(inputs.resolve("site"), dataset);
    system.submit(
        job("reads", 1, task -> "cat ../../../inputs/site/data; echo x >" + dataset + "/x", 1, 1));
    assertThat(codes(1)).isNotEqualTo(Map.of(0, 0));
    assertThat(stdout(0)).isEqualTo("from the site\n");
    assertThat(dataset.resolve("x")).doesNotExist();
    SecureDeletion.deleteTree(dataset);
  }

  /** A profiler runs before the bag has a part here. */
  @Test
  void profilerSeesItsOwnInputs() throws Exception {
    assumeTrue(sandbox().isPresent());
    Path inputs = Files.createDirectories(part.path().resolve("inputs"));
    Files.writeString(inputs.resolve("data"), "input\n");
    system.submit(job("profiler", 1, task -> "cat " + inputs.resolve("data"), 1, 1));
    assertThat(codes(1)).isEqualTo(Map.of(0, 0));
    assertThat(stdout(0)).isEqualTo("input\n");
  }

  @Test
  void processesOfTaskEndWithIt() throws Exception {
    assumeTrue(sandbox().isPresent());
    system.submit(job("leaves", 1, task -> "(trap '' TERM; setsid sleep 98765) & exit 3", 1, 1));
    assertThat(codes(1)).isEqualTo(Map.of(0, 3));
    assertThat(ProcessHandle.allProcesses())
        .noneMatch(process -> process.info().commandLine().orElse("").contains("sleep 98765"));
  }

  @Test
  void taskWhoseSandboxCannotBeCreatedHasNoExitCode() throws Exception {
    assumeTrue(containers().isEmpty());
    var absent = new Sandbox(/* network= */ false, List.of(Path.of("/absent")), List.of());
    new WorkFolder(work(), Optional.of(absent)).install();
    ArrayJob job = job("absent", 1, task -> "exit 0", 1, 1);
    system.submit(job);
    awaitEnd(job, 0, EndReason.BROKEN);
    assertThat(part.taskExits()).isEmpty();
  }
}
