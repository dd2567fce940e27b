package tender.agent.batch.folder;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An attempt at a task that has ended with an exit code.
 *
 * @param peakKib the most memory that it used, in KiB; empty if it was not measured
 */
public record TaskExit(int taskIndex, int attempt, int exitCode, OptionalLong peakKib) {
  private static final Pattern NAME =
      Pattern.compile("(\\d{1,9})\\.(\\d{1,9})\\.(\\d{1,3})(?:\\.([1-9]\\d{0,14}))?");

  /** Of an attempt whose memory was not measured. */
  public TaskExit(int taskIndex, int attempt, int exitCode) {
    this(taskIndex, attempt, exitCode, OptionalLong.empty());
  }

  String fileName() {
    String name = taskIndex + "." + attempt + "." + exitCode;
    return peakKib.isPresent() ? name + "." + peakKib.getAsLong() : name;
  }

  static Optional<TaskExit> parse(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches()
        ? Optional.of(
            new TaskExit(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3)),
                matcher.group(4) == null
                    ? OptionalLong.empty()
                    : OptionalLong.of(Long.parseLong(matcher.group(4)))))
        : Optional.empty();
  }
}
