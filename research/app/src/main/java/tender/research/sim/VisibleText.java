package tender.research.sim;

import java.util.regex.Pattern;

/** Makes text of a log safe to print on one line of a terminal. */
final class VisibleText {
  private static final Pattern INVISIBLE = Pattern.compile("\\p{C}+");

  private VisibleText() {}

  static String of(String text) {
    return INVISIBLE.matcher(text).replaceAll(" ");
  }
}
