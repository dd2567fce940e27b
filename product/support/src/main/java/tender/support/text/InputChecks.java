package tender.support.text;

/** Checks untrusted values; the messages contain the value and the limit. */
public final class InputChecks {
  private static final int MAX_QUOTED_LENGTH = 80;

  private InputChecks() {}

  public static int between(int value, int min, int max, String name) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " is " + value + ", and must be from " + min + " to " + max + ".");
    }
    return value;
  }

  /**
   * Accepts text that can be stored: valid Unicode without NUL, which shells and PostgreSQL reject.
   */
  public static String text(String value, int maxLength, String name) {
    if (value.length() > maxLength) {
      throw new IllegalArgumentException(
          name + " has " + value.length() + " characters; the maximum is " + maxLength + ".");
    }
    if (value.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          name + " contains a NUL character: " + quoted(value) + ". Remove it.");
    }
    if (value.codePoints().anyMatch(InputChecks::isLoneSurrogate)) {
      throw new IllegalArgumentException(
          name + " contains a lone surrogate: " + quoted(value) + ". Remove it.");
    }
    return value;
  }

  /** Accepts text of one line that can be printed as it is. */
  public static String printable(String value, int maxLength, String name) {
    text(value, maxLength, name);
    if (value.isBlank()) {
      throw new IllegalArgumentException(name + " is empty, and must have at least 1 character.");
    }
    if (!value.codePoints().allMatch(InputChecks::isPrintable)) {
      throw new IllegalArgumentException(
          name + " contains unprintable characters: " + quoted(value) + ". Remove them.");
    }
    return value;
  }

  /** Untrusted text for a message: control characters are escaped, long text is cut. */
  public static String quoted(String value) {
    StringBuilder quoted = new StringBuilder("'");
    value
        .codePoints()
        .limit(MAX_QUOTED_LENGTH)
        .forEach(
            point -> {
              if (isPrintable(point)) {
                quoted.appendCodePoint(point);
              } else {
                quoted.append(String.format("\\u%04x", point));
              }
            });
    boolean cut = value.codePointCount(0, value.length()) > MAX_QUOTED_LENGTH;
    return quoted.append(cut ? "…'" : "'").toString();
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
      // Characters that change the writing direction can disguise a name as another.
      case Character.FORMAT ->
          point < 0x202a || (point > 0x202e && point < 0x2066) || point > 0x2069;
      default -> true;
    };
  }
}
