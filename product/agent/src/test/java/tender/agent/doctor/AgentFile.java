package tender.agent.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import tender.agent.doctor.installation.AgentInstallation;
import tender.agent.doctor.market.IdentityCheck;
import tender.agent.doctor.market.ServerHostCheck;
import tender.support.doctor.CheckResult;
import tender.support.doctor.CheckResult.Status;
import tender.support.doctor.Finding;

/** A configuration in a folder, and what the doctor finds in it. */
final class AgentFile {
  static final String USER = System.getProperty("user.name");

  /** What depends on the machine and the account that run the tests. */
  private static final Set<String> OF_MACHINE =
      Set.of(
          "agent-account",
          "state-disk",
          "work-disk",
          "clock-synchronisation",
          "control-groups",
          "open-files");

  private final Path folder;
  private final Path file;

  AgentFile(Path folder, String... lines) throws IOException {
    this.folder = folder;
    file = folder.resolve("agent.yaml");
    Files.writeString(
        file,
        """
        provider: north
        state_dir: %s
        work_dir: %s
        %s
        """
            .formatted(folder.resolve("state"), folder.resolve("work"), String.join("\n", lines)));
    withMode(file, "rw-r--r--");
    if (!Files.exists(folder.resolve("state"))) {
      withMode(Files.createDirectory(folder.resolve("state")), "rwx------");
    }
  }

  static Path withMode(Path file, String mode) throws IOException {
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  Path path() {
    return file;
  }

  AgentInstallation installation(String user) {
    return new AgentInstallation(file, Clock.systemUTC(), user, System.getenv("PATH"));
  }

  /** As if only these programs were installed. */
  AgentInstallation withPrograms(String... programs) throws IOException {
    Path programFolder = Files.createDirectories(folder.resolve("bin"));
    for (String program : programs) {
      Path created = Files.writeString(programFolder.resolve(program), "#!/bin/sh\nexit 1\n");
      withMode(created, "rwxr-xr-x");
    }
    return new AgentInstallation(file, Clock.systemUTC(), USER, programFolder.toString());
  }

  /** Faults and warnings, but not those of the market, which is not there. */
  static List<Finding> problems(AgentInstallation agent) {
    return problems(agent, Set.of(ServerHostCheck.NAME, IdentityCheck.NAME)::contains);
  }

  static List<Finding> problems(AgentInstallation agent, Predicate<String> left) {
    return AgentDoctor.create().without(left.or(OF_MACHINE::contains)).examine(agent).stream()
        .filter(Finding::isProblem)
        .toList();
  }

  /** Asserts that this is the only problem. */
  static void assertOnly(
      List<Finding> problems, Status status, String check, String found, String fix) {
    assertThat(problems).extracting(Finding::check).containsExactly(check);
    assertResult(problems.getFirst().result(), status, found, fix);
  }

  static void assertResult(CheckResult result, Status status, String found, String fix) {
    assertThat(result.found()).contains(found);
    assertThat(result.fix()).contains(fix);
    assertThat(result.status()).isEqualTo(status);
  }
}
