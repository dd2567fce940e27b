package tender.workload.swf;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A simple reference parser: reads the whole text with regular expressions. */
final class ReferenceSwfParser {
  private static final Pattern WHOLE = Pattern.compile("-?[0-9]+");
  private static final Pattern DECIMAL = Pattern.compile("-?[0-9]+(\\.[0-9]*)?");

  final List<List<String>> rows = new ArrayList<>();
  int badLines;
  int comments;

  /** Each character of the text represents one byte. */
  ReferenceSwfParser(String text) {
    for (String line : text.split("\r\n|\r|\n", -1)) {
      String words = line.replaceAll("^[ \t\f\u000b]+", "");
      if (words.isEmpty()) {
        continue;
      }
      if (words.startsWith(";")) {
        comments++;
        continue;
      }
      List<String> columns = List.of(words.split("[ \t\f\u000b]+"));
      if (columns.size() >= 18 && areNumbers(columns)) {
        rows.add(columns.subList(0, 18));
      } else {
        badLines++;
      }
    }
  }

  private static boolean areNumbers(List<String> columns) {
    for (SwfColumn column : SwfColumn.values()) {
      String text = columns.get(List.of(SwfColumn.values()).indexOf(column));
      Pattern allowed = column.mayHaveFraction() ? DECIMAL : WHOLE;
      if (!allowed.matcher(text).matches() || whole(text).compareTo(largest(column)) > 0) {
        return false;
      }
    }
    return true;
  }

  private static BigInteger whole(String text) {
    return new BigInteger(text.replaceAll("\\..*", "")).abs();
  }

  private static BigInteger largest(SwfColumn column) {
    return BigInteger.valueOf(column.largest());
  }
}
