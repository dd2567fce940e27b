package tender.agent;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.command.BatchCommandRunner;

/** Whether the clock of this machine is kept right: offers name instants, which others rely on. */
final class ClockCheck {
  private static final BatchCommandRunner RUNNER = new BatchCommandRunner("systemd", List.of());

  private ClockCheck() {}

  /** A warning if the operating system says that its clock is not synchronised. */
  static Optional<String> warning() {
    try {
      return warning(
          RUNNER
              .run(
                  List.of("timedatectl", "show", "--property=NTPSynchronized", "--value"),
                  Map.of("PATH", "/usr/bin:/bin"))
              .output());
    } catch (BatchSystemException e) {
      // Without systemd the state of the clock is unknown.
      return Optional.empty();
    }
  }

  static Optional<String> warning(String synchronised) {
    return synchronised.strip().equals("no")
        ? Optional.of(
            "The clock of this machine is not synchronised (timedatectl). Promises are instants: with"
                + " a wrong clock your offers are late, or not used. Start a time service, such as"
                + " chrony.")
        : Optional.empty();
  }
}
