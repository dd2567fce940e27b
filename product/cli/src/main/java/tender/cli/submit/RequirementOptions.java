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
import tender.bagfile.reader.BagDraft;
import tender.bagfile.reader.TimeText;

/** The options for deadline, budget and optimisation. */
final class RequirementOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description = "When all tasks should be done: " + TimeText.DEADLINE_FORMATS + ".")
  private @Nullable String deadline;

  @Option(names = "--budget", paramLabel = "CREDITS", description = "The maximum cost of the bag.")
  private @Nullable BigDecimal budget;

  @Option(
      names = "--optimise",
      paramLabel = "cost|time",
      defaultValue = "cost",
      description = {
        "With a budget: the lowest cost that meets the deadline, or the earliest completion"
            + " within the budget.",
        "Default: ${DEFAULT-VALUE}."
      })
  private String optimise = "cost";

  @Option(
      names = "--project",
      paramLabel = "PROJECT",
      description = "The project whose shared budget pays for the bag.")
  private @Nullable String project;

  /** The project that pays; empty if the bag file says who does. */
  Optional<String> project() {
    if (project != null && !BagDraft.isProjectId(project)) {
      throw new ParameterException(
          command.commandLine(),
          "The project '%s' is not the id of a project, which has lower-case letters, digits and hyphens. See your projects with tender project list"
              .formatted(project));
    }
    return Optional.ofNullable(project);
  }

  /** The bag with these requirements, where they are given. */
  BagDraft applyTo(BagDraft draft, Clock clock) {
    return draft.withRequirements(deadline(clock), budget()).withProject(project());
  }

  String optimise() {
    if (!optimise.equals("cost") && !optimise.equals("time")) {
      throw new ParameterException(
          command.commandLine(), "--optimise is '" + optimise + "', but must be cost or time");
    }
    return optimise;
  }

  Optional<Instant> deadline(Clock clock) {
    if (deadline == null) {
      return Optional.empty();
    }
    Optional<Instant> instant =
        TimeText.instant(deadline, clock).filter(time -> time.isAfter(clock.instant()));
    if (instant.isEmpty()) {
      throw new ParameterException(
          command.commandLine(),
          "The deadline '%s' is not a time in the future. Write %s"
              .formatted(deadline, TimeText.DEADLINE_FORMATS));
    }
    return instant;
  }

  Optional<BigDecimal> budget() {
    if (budget != null && (budget.signum() < 0 || budget.stripTrailingZeros().scale() > 3)) {
      throw new ParameterException(
          command.commandLine(),
          "The budget '%s' is not an amount of credits. Write a number with at most three decimals"
              .formatted(budget));
    }
    return Optional.ofNullable(budget);
  }
}
