package tender.cli;

import java.nio.file.FileSystemException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;
import tender.cli.input.Printable;
import tender.support.text.ErrorMessages;

/** Why a command was not carried out, in words for whoever typed it. */
final class CommandErrors {
  private static final Pattern INVALID_CHOICE =
      Pattern.compile("expected one of \\[(.*)] \\(case-insensitive\\) but was '(.*)'");

  private CommandErrors() {}

  static String message(ParameterException refusal) {
    if (refusal instanceof UnmatchedArgumentException unmatched
        && !unmatched.isUnknownOption()
        && !unmatched.getCommandLine().getSubcommands().isEmpty()) {
      return "There is no command '" + Printable.of(unmatched.getUnmatched().getFirst()) + "'";
    }
    String message = String.valueOf(refusal.getMessage());
    Matcher noneOf = INVALID_CHOICE.matcher(message);
    return noneOf.find()
        ? message.substring(0, noneOf.start())
            + "'%s' is given, and must be one of %s"
                .formatted(Printable.of(noneOf.group(2)), noneOf.group(1).toLowerCase(Locale.ROOT))
        : message;
  }

  /** Java says of a file only its name. */
  static String message(Exception failure) {
    if (failure instanceof FileSystemException) {
      return "A file or folder cannot be used: "
          + ErrorMessages.describe(failure)
          + ". Check the name, and whether you may use it.";
    }
    String message = failure.getMessage();
    return message == null ? ErrorMessages.describe(failure) : message;
  }
}
