package tender.research.sim;

import java.util.regex.Pattern;

/** Text of a log in a form that a terminal only shows, on one line. */
final class VisibleText {
  private static final Pattern INVISIBLE = Pattern.compile("\\p{C}+");

  private VisibleText() {}

  static String of(String text) {
    return INVISIBLE.matcher(text).replaceAll(" ");
  }
}
