package tender.agent.batch.folder;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Somebody runs an attempt at a task, or has run it. */
public record TaskClaim(int taskIndex, int attempt) {
  private static final Pattern NAME = Pattern.compile("(\\d{1,9})\\.(\\d{1,9})");

  /** Which pilot it was that made a claim: the name of its array, and its index there. */
  public record PilotId(String chunk, int arrayIndex) {}

  static Optional<TaskClaim> parse(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches()
        ? Optional.of(
            new TaskClaim(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }

  /** From what stands in the file: process, job and node; and who is a pilot says which. */
  static Optional<PilotId> parsePilot(String content) {
    String[] words = content.strip().split(" ");
    return words.length >= 5 && words[words.length - 1].matches("\\d{1,9}")
        ? Optional.of(new PilotId(words[words.length - 2], Integer.parseInt(words[words.length - 1])))
        : Optional.empty();
  }
}
