package tender.support.input;

/**
 * Makes untrusted text safe to print on a terminal. Raw control characters could move the cursor or
 * change colours, and invisible ones could make one text look like another.
 */
public final class Printable {
  private static final int MAX_VALUE_LENGTH = 60;

  private Printable() {}

  /** A value with invisible characters escaped, truncated if it is long. */
  public static String of(String text) {
    return upTo(MAX_VALUE_LENGTH, text);
  }

  /** The same, with another maximum length. */
  public static String upTo(int longest, String text) {
    StringBuilder printable = new StringBuilder();
    text.codePoints().limit(longest).forEach(character -> append(printable, character));
    boolean cut = text.codePointCount(0, text.length()) > longest;
    return printable.append(cut ? "..." : "").toString();
  }

  /** Whether a text can be shown as it is. */
  static boolean isPlain(String text) {
    return text.codePoints().allMatch(Printable::isVisible);
  }

  private static void append(StringBuilder printable, int character) {
    if (isVisible(character)) {
      printable.appendCodePoint(character);
    } else if (character == '\n') {
      printable.append("\\n");
    } else {
      printable.append(String.format("\\u%04x", character));
    }
  }

  private static boolean isVisible(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
