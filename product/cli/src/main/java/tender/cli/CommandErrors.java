package tender.cli;

import java.nio.file.FileSystemException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;
import tender.support.input.Printable;
import tender.support.text.ErrorMessages;

/** Error messages of commands, for the user who typed them. */
final class CommandErrors {
  private static final Pattern INVALID_CHOICE =
      Pattern.compile("expected one of \\[(.*)] \\(case-insensitive\\) but was '(.*)'");

  private CommandErrors() {}

  static String message(ParameterException error) {
    if (error instanceof UnmatchedArgumentException unmatched
        && !unmatched.isUnknownOption()
        && !unmatched.getCommandLine().getSubcommands().isEmpty()) {
      return "Unknown command '" + Printable.of(unmatched.getUnmatched().getFirst()) + "'";
    }
    String message = String.valueOf(error.getMessage());
    Matcher invalidChoice = INVALID_CHOICE.matcher(message);
    return invalidChoice.find()
        ? message.substring(0, invalidChoice.start())
            + "'%s' must be one of %s"
                .formatted(
                    Printable.of(invalidChoice.group(2)),
                    invalidChoice.group(1).toLowerCase(Locale.ROOT))
        : message;
  }

  /** Adds the reason to a FileSystemException, whose message is only the file's name. */
  static String message(Exception failure) {
    if (failure instanceof FileSystemException) {
      return "Cannot use a file or folder: %s. Check the name and the permissions."
          .formatted(ErrorMessages.describe(failure));
    }
    String message = failure.getMessage();
    return message == null ? ErrorMessages.describe(failure) : message;
  }
}
