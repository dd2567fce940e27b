package tender.research.experiment;

import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks of numbers that a user gives as options. */
public final class OptionChecks {
  private OptionChecks() {}

  /** Rejects a value below 1. */
  public static void requirePositive(CommandSpec command, String option, int value) {
    if (value < 1) {
      throw usageError(command, option + " is " + value + ", but must be at least 1");
    }
  }

  /** Rejects a value out of bounds. */
  public static void requireBetween(
      CommandSpec command, String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw usageError(
          command,
          String.format(
              Locale.ROOT, "%s is %d, but must be from %d to %,d", option, value, least, most));
    }
  }

  private static ParameterException usageError(CommandSpec command, String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
