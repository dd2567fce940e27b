package tender.server.store;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import tender.core.model.TaskSet;
import tender.work.TaskSets;

/** Sets of tasks as PostgreSQL's {@code int4multirange}, which SQL can look into. */
final class Multirange {
  private static final Pattern TEXT_RANGE = Pattern.compile("(\\d+)(?:-(\\d+))?");
  private static final Pattern SQL_RANGE = Pattern.compile("\\[(\\d+),(\\d+)\\)");

  private Multirange() {}

  /** As a literal, with both ends of each range included: {@code {[0,4],[7,7]}}. */
  static String of(TaskSet tasks) {
    return "{" + TEXT_RANGE.matcher(tasks.toString()).replaceAll(Multirange::sqlRange) + "}";
  }

  private static String sqlRange(MatchResult range) {
    String last = range.group(2) == null ? range.group(1) : range.group(2);
    return "[" + range.group(1) + "," + last + "]";
  }

  /** Reads what PostgreSQL writes: ascending ranges without their ends, {@code {[0,5),[7,8)}}. */
  static TaskSet read(String multirange) {
    String ranges = multirange.substring(1, multirange.length() - 1);
    return TaskSets.parse(SQL_RANGE.matcher(ranges).replaceAll(Multirange::textRange));
  }

  private static String textRange(MatchResult range) {
    int first = Integer.parseInt(range.group(1));
    int last = Integer.parseInt(range.group(2)) - 1;
    return first == last ? range.group(1) : first + "-" + last;
  }
}
