package tender.agent.usage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ended jobs of one part and how long they ran, in a file of the agent's state: one line for
 * each job, with its array, index, start and run time. A restarted agent continues from it, so that
 * no job is counted twice or forgotten.
 */
public final class UsageLog {
  private static final Pattern LINE =
      Pattern.compile("(\\S+) (\\d{1,9}) (-?\\d{1,18}) (\\d{1,18})");

  private final Path file;

  public UsageLog(Path file) {
    this.file = file;
  }

  /**
   * What was recorded.
   *
   * @param lastStartMillis of each job; the map may be changed
   */
  record Content(long totalMillis, Map<JobKey, Long> lastStartMillis) {}

  /** A line that a crash has cut off is ignored: its job is measured again. */
  Content read() {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (NoSuchFileException e) {
      lines = List.of();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the recorded usage " + file + ".", e);
    }
    long totalMillis = 0;
    Map<JobKey, Long> lastStartMillis = new HashMap<>();
    for (String line : lines) {
      Matcher matcher = LINE.matcher(line);
      if (matcher.matches()) {
        JobKey key = new JobKey(matcher.group(1), Integer.parseInt(matcher.group(2)));
        lastStartMillis.merge(key, Long.parseLong(matcher.group(3)), Math::max);
        totalMillis += Long.parseLong(matcher.group(4));
      }
    }
    return new Content(totalMillis, lastStartMillis);
  }

  void append(JobKey key, long startedMillis, long ranMillis) {
    // The line break comes first: it ends a line that a crash has cut off.
    String line =
        "\n%s %d %d %d".formatted(key.jobName(), key.arrayIndex(), startedMillis, ranMillis);
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot record usage in " + file + ".", e);
    }
  }

  void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete the recorded usage " + file + ".", e);
    }
  }
}
