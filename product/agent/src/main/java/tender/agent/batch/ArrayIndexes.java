package tender.agent.batch;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Some tasks of an array, as batch systems print them: {@code 3} and {@code 0-4,7,10-20:2%5}; the
 * last is a bound on running.
 */
public final class ArrayIndexes {
  private static final Pattern RANGE =
      Pattern.compile("(\\d{1,8})(?:-(\\d{1,8})(?::(\\d{1,8}))?)?");

  private ArrayIndexes() {}

  public static IntStream parse(String text, String batchSystem) {
    int bound = text.indexOf('%');
    IntStream.Builder found = IntStream.builder();
    for (String range : (bound < 0 ? text : text.substring(0, bound)).split(",")) {
      Matcher matcher = RANGE.matcher(range);
      if (!matcher.matches()) {
        throw BatchSystemException.unparsable(batchSystem, "array indexes", text);
      }
      int first = Integer.parseInt(matcher.group(1));
      int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
      int step = matcher.group(3) == null ? 1 : Math.max(1, Integer.parseInt(matcher.group(3)));
      for (int index = first; index <= last; index += step) {
        found.add(index);
      }
    }
    return found.build();
  }
}
