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

/**
 * What a profiler has found out: how long some of a bag's tasks take where it ran.
 *
 * <p>It prints a line for each task that it has sampled, {@code TASK SECONDS}: the task's number in
 * the task list, from 0 on, and a decimal number. Of several lines for one task the last counts, so
 * that a profiler may say something early and correct it. Empty lines are passed over; anything
 * else is refused, since half an answer would make promises that nobody can keep.
 *
 * @param millisByTask of at least one task, on the machine where the profiler ran
 */
public record ProfiledRuntimes(SortedMap<Integer, Long> millisByTask) {
  /** As much a profiler may print. */
  public static final int MAX_BYTES = 1 << 20;

  private static final Pattern LINE =
      Pattern.compile("(\\d{1,9})[ \\t]+(\\d{1,9}(?:\\.\\d{1,9})?)");

  public ProfiledRuntimes {
    millisByTask = Collections.unmodifiableSortedMap(new TreeMap<>(millisByTask));
    if (millisByTask.isEmpty()) {
      throw new IllegalArgumentException(
          "A profiler has printed nothing. It must print a line TASK SECONDS for some task.");
    }
    millisByTask.forEach(
        (task, millis) -> Time.requireDuration(millis, "that task " + task + " takes"));
  }

  /**
   * Reads what a profiler printed.
   *
   * @param tasks how many are in the task list
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
          throw invalidLine(i, line, "must name a task from 0 to " + (tasks - 1));
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
      throw invalidLine(line, text, "must say more than 0 seconds");
    }
    return millis;
  }

  private static IllegalArgumentException invalidLine(int line, String text, String must) {
    return new IllegalArgumentException(
        "A profiler printed "
            + InputChecks.quoted(text)
            + " as line "
            + (line + 1)
            + ", which "
            + must
            + ". Other words belong on standard error.");
  }

  /** Of the tasks that were sampled, rounded up. */
  public long meanMillis() {
    long sumMillis = millisByTask.values().stream().mapToLong(Long::longValue).sum();
    return Math.ceilDiv(sumMillis, millisByTask.size());
  }
}
