package tender.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import tender.server.doctor.installation.ServerInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.CheckResult.Status;
import tender.support.doctor.Finding;

/** What the doctor finds, without what depends on the machine that runs the tests. */
final class Problems {
  private static final Set<String> OF_MACHINE = Set.of("clock-synchronisation", "open-files");

  private Problems() {}

  /** Faults and warnings. */
  static List<Finding> of(Path file, Clock clock, Predicate<String> left) {
    return ServerDoctor.create()
        .without(left.or(OF_MACHINE::contains))
        .examine(new ServerInstallation(file, clock))
        .stream()
        .filter(Finding::isProblem)
        .toList();
  }

  /** Asserts that this is the only problem. */
  static void assertOnly(
      List<Finding> problems, Status status, String check, String found, String fix) {
    assertThat(problems).extracting(Finding::check).containsExactly(check);
    CheckResult result = problems.getFirst().result();
    assertThat(result.found()).contains(found);
    assertThat(result.fix()).contains(fix);
    assertThat(result.status()).isEqualTo(status);
  }
}
