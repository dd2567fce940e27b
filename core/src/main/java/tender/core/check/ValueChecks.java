package tender.core.check;

/** Checks values that come from outside; the exceptions name the value and the bound. */
public final class ValueChecks {
  /** Long enough for the names of any batch system, short enough to print. */
  private static final int MAX_ID_LENGTH = 200;

  private ValueChecks() {}

  public static int positive(int value, String name) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " is " + value + ", and must be at least 1.");
    }
    return value;
  }

  public static int notNegative(int value, String name) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " is " + value + ", and must be at least 0.");
    }
    return value;
  }

  public static String id(String value, String name) {
    if (value.isBlank() || value.length() > MAX_ID_LENGTH) {
      throw new IllegalArgumentException(
          name
              + " is '"
              + value.substring(0, Math.min(value.length(), 20))
              + "' of "
              + value.length()
              + " characters, and must have from 1 to "
              + MAX_ID_LENGTH
              + ".");
    }
    return value;
  }

  /** Shorter first, then by character, so that ids that are decimal numbers order as numbers. */
  public static int compareIds(String left, String right) {
    int byLength = Integer.compare(left.length(), right.length());
    return byLength != 0 ? byLength : left.compareTo(right);
  }
}
