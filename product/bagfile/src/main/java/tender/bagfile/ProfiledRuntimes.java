package tender.bagfile;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tender.core.model.Time;
import tender.support.text.InputChecks;

/**
 * The runtimes of some of a bag's tasks, as measured by a profiler.
 *
 * <p>The profiler prints a line {@code TASK SECONDS} for each task that it has sampled: the index
 * in the task list, from 0, and a decimal number. The last line for a task is valid, so that a
 * profiler can print an early value and correct it. Empty lines are ignored; any other line is an
 * error, since incomplete output would lead to promises that cannot be kept.
 *
 * @param millisByTask of at least one task, on the machine where the profiler ran
 */
public record ProfiledRuntimes(SortedMap<Integer, Long> millisByTask) {
  /** Size limit of a profiler's output. */
  public static final int MAX_BYTES = 1 << 20;

  private static final Pattern LINE =
      Pattern.compile("(\\d{1,9})[ \\t]+(\\d{1,9}(?:\\.\\d{1,9})?)");

  public ProfiledRuntimes {
    millisByTask = Collections.unmodifiableSortedMap(new TreeMap<>(millisByTask));
    if (millisByTask.isEmpty()) {
      throw new IllegalArgumentException(
          "The profiler printed no runtimes. It must print a line TASK SECONDS for at least one task.");
    }
    millisByTask.forEach((task, millis) -> Time.requireDuration(millis, "of task " + task));
  }

  /**
   * Parses a profiler's output.
   *
   * @param tasks number of tasks in the task list
   */
  public static ProfiledRuntimes parse(String printed, int tasks) {
    SortedMap<Integer, Long> millisByTask = new TreeMap<>();
    List<String> lines = printed.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty()) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
          throw invalidLine(i, line, "must be TASK SECONDS, such as \"17 2.5\"");
        }
        int task = Integer.parseInt(matcher.group(1));
        if (task >= tasks) {
          throw invalidLine(i, line, "must begin with a task from 0 to " + (tasks - 1));
        }
        millisByTask.put(task, millis(i, line, matcher.group(2)));
      }
    }
    return new ProfiledRuntimes(millisByTask);
  }

  private static long millis(int line, String text, String seconds) {
    long millis =
        new BigDecimal(seconds)
            .movePointRight(3)
            .setScale(0, RoundingMode.CEILING)
            .longValueExact();
    if (millis < 1) {
      throw invalidLine(line, text, "must have more than 0 seconds");
    }
    return millis;
  }

  private static IllegalArgumentException invalidLine(int line, String text, String must) {
    return new IllegalArgumentException(
        "Line %s of the profiler's output is %s, and %s. Print other text to standard error."
            .formatted(line + 1, InputChecks.quoted(text), must));
  }

  /** Mean runtime of the sampled tasks, rounded up. */
  public long meanMillis() {
    long sumMillis = millisByTask.values().stream().mapToLong(Long::longValue).sum();
    return Math.ceilDiv(sumMillis, millisByTask.size());
  }
}
