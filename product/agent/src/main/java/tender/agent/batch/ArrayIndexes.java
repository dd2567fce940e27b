package tender.agent.batch;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Parses array indexes as batch systems print them: {@code 3} or {@code 0-4,7,10-20:2%5}, where
 * {@code %5} limits how many run at a time.
 */
public final class ArrayIndexes {
  private static final Pattern RANGE =
      Pattern.compile("(\\d{1,8})(?:-(\\d{1,8})(?::(\\d{1,8}))?)?");

  private ArrayIndexes() {}

  /**
   * The indexes in the order of the text.
   *
   * @param maxIndexes a text with more is rejected: a few characters can name 100 million
   */
  public static IntStream parse(String text, String batchSystem, int maxIndexes) {
    int left = maxIndexes;
    int percent = text.indexOf('%');
    IntStream.Builder found = IntStream.builder();
    for (String range : (percent < 0 ? text : text.substring(0, percent)).split(",")) {
      Matcher matcher = RANGE.matcher(range);
      if (!matcher.matches()) {
        throw BatchSystemException.unparsable(batchSystem, "array indexes", text);
      }
      int first = Integer.parseInt(matcher.group(1));
      int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
      int step = matcher.group(3) == null ? 1 : Math.max(1, Integer.parseInt(matcher.group(3)));
      left -= first > last ? 0 : (last - first) / step + 1;
      if (left < 0) {
        throw BatchSystemException.unparsable(
            batchSystem, "more than " + maxIndexes + " array indexes", text);
      }
      for (int index = first; index <= last; index += step) {
        found.add(index);
      }
    }
    return found.build();
  }
}
