package tender.work;

/** Checks on values that come from outside; what they throw names the value and the bound. */
final class Require {
  private static final int LONGEST_SHOWN = 80;

  private Require() {}

  static int between(int value, int least, int most, String name) {
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
          name + " has a NUL character: " + shown(value) + ". Leave it out.");
    }
    if (value.codePoints().anyMatch(Require::isHalfACharacter)) {
      throw new IllegalArgumentException(
          name + " has half of a character (a lone surrogate): " + shown(value) + ".");
    }
    return value;
  }

  /** Text of one line that can be shown to a person as it is. */
  static String printable(String value, int longest, String name) {
    text(value, longest, name);
    if (value.isBlank()) {
      throw new IllegalArgumentException(name + " is empty, and must have at least 1 character.");
    }
    if (!value.codePoints().allMatch(Require::isPrintable)) {
      throw new IllegalArgumentException(
          name + " has characters that do not print: " + shown(value) + ". Leave them out.");
    }
    return value;
  }

  /** Text from outside in a message: nothing that moves a terminal's cursor, and not too long. */
  static String shown(String value) {
    StringBuilder shown = new StringBuilder("'");
    value
        .codePoints()
        .limit(LONGEST_SHOWN)
        .forEach(
            point -> {
              if (isPrintable(point)) {
                shown.appendCodePoint(point);
              } else {
                shown.append(String.format("\\u%04x", point));
              }
            });
    boolean cut = value.codePointCount(0, value.length()) > LONGEST_SHOWN;
    return shown.append(cut ? "…'" : "'").toString();
  }

  private static boolean isHalfACharacter(int point) {
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
