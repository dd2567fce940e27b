package tender.cli.slurm.job;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tender.bagfile.TaskList;

/**
 * The indexes of a job array, such as {@code 0-15}, {@code 1,3,5-7} or {@code 0-30:10%4}.
 *
 * @param indexes in ascending order
 * @param step between the indexes of a range with a step; else 1
 * @param limit how many tasks may run at the same time
 */
public record ArrayIndexes(List<Integer> indexes, int step, OptionalInt limit) {
  private static final Pattern ITEM = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9})(?::(\\d{1,9}))?)?");
  private static final Pattern LIMITED = Pattern.compile("(.*)%(\\d{1,9})");
  private static final String FORMS = "write for example 0-15, 1,3,5-7 or 0-30:10";

  public ArrayIndexes {
    indexes = List.copyOf(indexes);
  }

  /** Parses the value of {@code --array}. */
  public static ArrayIndexes parse(String text) {
    Matcher limited = LIMITED.matcher(text);
    boolean isLimited = limited.matches();
    String items = isLimited ? limited.group(1) : text;
    SortedSet<Integer> indexes = new TreeSet<>();
    int step = 1;
    for (String item : items.split(",", -1)) {
      Matcher matcher = ITEM.matcher(item);
      if (!matcher.matches()) {
        throw new IllegalArgumentException("is not a list of indexes; " + FORMS);
      }
      int first = Integer.parseInt(matcher.group(1));
      int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
      int by = matcher.group(3) == null ? 1 : Integer.parseInt(matcher.group(3));
      if (last < first || by < 1) {
        throw new IllegalArgumentException("has a range that does not ascend; " + FORMS);
      }
      step = by == 1 ? step : by;
      if ((last - first) / by + indexes.size() >= TaskList.MAX_TASKS) {
        throw new IllegalArgumentException(
            "has more than %d indexes; submit several jobs".formatted(TaskList.MAX_TASKS));
      }
      for (long index = first; index <= last; index += by) {
        indexes.add((int) index);
      }
    }
    return new ArrayIndexes(
        List.copyOf(indexes),
        step,
        isLimited ? OptionalInt.of(Integer.parseInt(limited.group(2))) : OptionalInt.empty());
  }

  /** Writes indexes as Slurm does: 0-3,7, or 0-30:10. */
  public static String format(int... indexes) {
    int[] sorted = Arrays.stream(indexes).sorted().toArray();
    List<String> items = new ArrayList<>();
    int at = 0;
    while (at < sorted.length) {
      int end = endOfRun(sorted, at);
      if (end - at >= 2) {
        int step = sorted[at + 1] - sorted[at];
        items.add(sorted[at] + "-" + sorted[end] + (step == 1 ? "" : ":" + step));
        at = end + 1;
      } else if (end > at && sorted[end] == sorted[at] + 1) {
        items.add(sorted[at] + "-" + sorted[end]);
        at = end + 1;
      } else {
        items.add(Integer.toString(sorted[at]));
        at++;
      }
    }
    return String.join(",", items);
  }

  /** The last position of indexes with the same distance, from a position. */
  private static int endOfRun(int[] sorted, int from) {
    int end = from;
    while (end + 1 < sorted.length
        && (end == from || sorted[end + 1] - sorted[end] == sorted[from + 1] - sorted[from])) {
      end++;
    }
    return end;
  }
}
