package tender.bagfile;

/** Checks on values that come from outside; what they throw names the value and the bound. */
public final class InputChecks {
  private static final int MAX_QUOTED_LENGTH = 80;

  private InputChecks() {}

  public static int between(int value, int least, int most, String name) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is " + value + ", and must be from " + least + " to " + most + ".");
    }
    return value;
  }

  /**
   * Any text that can be kept: no NUL, which neither a shell nor PostgreSQL has, and sound Unicode.
   */
  static String text(String value, int longest, String name) {
    if (value.length() > longest) {
      throw new IllegalArgumentException(
          name + " has " + value.length() + " characters, and may have " + longest + ".");
    }
    if (value.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          name + " has a NUL character: " + quoted(value) + ". Leave it out.");
    }
    if (value.codePoints().anyMatch(InputChecks::isLoneSurrogate)) {
      throw new IllegalArgumentException(
          name + " has half of a character (a lone surrogate): " + quoted(value) + ".");
    }
    return value;
  }

  /** Text of one line that can be shown to a person as it is. */
  static String printable(String value, int longest, String name) {
    text(value, longest, name);
    if (value.isBlank()) {
      throw new IllegalArgumentException(name + " is empty, and must have at least 1 character.");
    }
    if (!value.codePoints().allMatch(InputChecks::isPrintable)) {
      throw new IllegalArgumentException(
          name + " has characters that do not print: " + quoted(value) + ". Leave them out.");
    }
    return value;
  }

  /** Text from outside in a message: nothing that moves a terminal's cursor, and not too long. */
  public static String quoted(String value) {
    StringBuilder shown = new StringBuilder("'");
    value
        .codePoints()
        .limit(MAX_QUOTED_LENGTH)
        .forEach(
            point -> {
              if (isPrintable(point)) {
                shown.appendCodePoint(point);
              } else {
                shown.append(String.format("\\u%04x", point));
              }
            });
    boolean cut = value.codePointCount(0, value.length()) > MAX_QUOTED_LENGTH;
    return shown.append(cut ? "…'" : "'").toString();
  }

  private static boolean isLoneSurrogate(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
  }

  private static boolean isPrintable(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      // Marks that turn the direction of writing make a name look like another.
      case Character.FORMAT ->
          point < 0x202a || (point > 0x202e && point < 0x2066) || point > 0x2069;
      default -> true;
    };
  }
}
