package tender.agent.batch.folder;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An attempt at a task that runs or has run. */
public record TaskClaim(int taskIndex, int attempt) {
  private static final Pattern NAME = Pattern.compile("(\\d{1,9})\\.(\\d{1,9})");

  /** The pilot that made a claim: the name of its array, and its index there. */
  public record PilotId(String chunk, int arrayIndex) {}

  static Optional<TaskClaim> parse(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches()
        ? Optional.of(
            new TaskClaim(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }

  /** Parses a claim file: process, job and node, followed by array and index if a pilot made it. */
  static Optional<PilotId> parsePilot(String content) {
    String[] words = content.strip().split(" ");
    return words.length >= 5 && words[words.length - 1].matches("\\d{1,9}")
        ? Optional.of(
            new PilotId(words[words.length - 2], Integer.parseInt(words[words.length - 1])))
        : Optional.empty();
  }
}
