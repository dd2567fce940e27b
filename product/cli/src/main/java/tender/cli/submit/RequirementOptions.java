package tender.cli.submit;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tender.cli.bagfile.TimeText;

/** The options that say by when and for how much. */
final class RequirementOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description = "When all should be done: " + TimeText.DEADLINE_FORMATS + ".")
  private @Nullable String deadline;

  @Option(names = "--budget", paramLabel = "CREDITS", description = "The most that it may cost.")
  private @Nullable BigDecimal budget;

  @Option(
      names = "--optimise",
      paramLabel = "cost|time",
      defaultValue = "cost",
      description = {
        "With a budget: the least cost that makes the deadline, or the earliest end that the"
            + " budget buys.",
        "Default: ${DEFAULT-VALUE}."
      })
  private String optimise = "cost";

  String optimise() {
    if (!optimise.equals("cost") && !optimise.equals("time")) {
      throw new ParameterException(
          command.commandLine(), "--optimise is '" + optimise + "'. Write cost or time");
    }
    return optimise;
  }

  Optional<Instant> deadline(Clock clock) {
    return Optional.ofNullable(deadline)
        .map(
            text ->
                TimeText.instant(text, clock)
                    .filter(instant -> instant.isAfter(clock.instant()))
                    .orElseThrow(
                        () ->
                            new ParameterException(
                                command.commandLine(),
                                "The deadline '"
                                    + text
                                    + "' is no time in the future. Write "
                                    + TimeText.DEADLINE_FORMATS)));
  }

  Optional<BigDecimal> budget() {
    return Optional.ofNullable(budget)
        .map(
            credits -> {
              if (credits.signum() < 0 || credits.stripTrailingZeros().scale() > 3) {
                throw new ParameterException(
                    command.commandLine(),
                    "The budget '"
                        + budget
                        + "' is no amount of credits. Write it with at most three decimals");
              }
              return credits;
            });
  }
}
