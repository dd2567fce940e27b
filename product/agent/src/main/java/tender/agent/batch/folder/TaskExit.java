package tender.agent.batch.folder;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An attempt at a task that has ended with an exit code. */
public record TaskExit(int taskIndex, int attempt, int exitCode) {
  private static final Pattern NAME = Pattern.compile("(\\d{1,9})\\.(\\d{1,9})\\.(\\d{1,3})");

  String fileName() {
    return taskIndex + "." + attempt + "." + exitCode;
  }

  static Optional<TaskExit> parse(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches()
        ? Optional.of(
            new TaskExit(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3))))
        : Optional.empty();
  }
}
