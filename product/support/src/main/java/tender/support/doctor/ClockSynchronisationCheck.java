package tender.support.doctor;

import java.util.List;

/**
 * Whether the operating system keeps the clock of this machine right.
 *
 * @param command prints {@code yes} or {@code no}
 */
public record ClockSynchronisationCheck<S>(List<String> command) implements Check<S> {
  public ClockSynchronisationCheck() {
    this(List.of("timedatectl", "show", "--property=NTPSynchronized", "--value"));
  }

  @Override
  public String name() {
    return "clock-synchronisation";
  }

  @Override
  public CheckResult run(S installation) {
    String answer = ShortCommand.run(command).map(ShortCommand::output).orElse("").strip();
    return switch (answer) {
      case "yes" -> CheckResult.ok("the clock is synchronised");
      case "no" ->
          CheckResult.warning(
              "the clock of this machine is not synchronised (timedatectl)",
              "Start a time service, such as chrony: promises are instants, and with a wrong clock offers are late, or not used.");
      default -> CheckResult.ok("unknown: timedatectl does not answer");
    };
  }
}
