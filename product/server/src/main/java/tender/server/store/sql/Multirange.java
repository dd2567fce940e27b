package tender.server.store.sql;

import java.util.regex.Pattern;
import tender.core.model.TaskSet;

/** Task sets as PostgreSQL's {@code int4multirange}, which SQL can query. */
public final class Multirange {
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private Multirange() {}

  /** A PostgreSQL literal with half-open ranges, such as {@code {[0,5),[7,8)}}. */
  public static String format(TaskSet tasks) {
    int[] bounds = tasks.bounds();
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < bounds.length; i += 2) {
      text.append(i == 0 ? "[" : ",[")
          .append(bounds[i])
          .append(',')
          .append(bounds[i + 1])
          .append(')');
    }
    return text.append('}').toString();
  }

  /** Parses PostgreSQL's text form. */
  public static TaskSet parse(String multirange) {
    return TaskSet.ofBounds(
        NUMBER
            .matcher(multirange)
            .results()
            .mapToInt(number -> Integer.parseInt(number.group()))
            .toArray());
  }
}
