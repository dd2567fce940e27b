package tender.cli.sim;

import java.util.regex.Pattern;

/** Text of a log in a form that a terminal only shows, on one line. */
final class Visible {
  private static final Pattern INVISIBLE = Pattern.compile("\\p{C}+");

  private Visible() {}

  static String of(String text) {
    return INVISIBLE.matcher(text).replaceAll(" ");
  }
}
