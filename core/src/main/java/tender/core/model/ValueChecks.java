package tender.core.model;

/** Checks on values that come from outside; what they throw names the value and the bound. */
final class ValueChecks {
  /** Long enough for any batch system's names, short enough to print. */
  private static final int LONGEST_ID = 200;

  private ValueChecks() {}

  static int positive(int value, String name) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " is " + value + ", and must be at least 1.");
    }
    return value;
  }

  static String id(String value, String name) {
    if (value.isBlank() || value.length() > LONGEST_ID) {
      throw new IllegalArgumentException(
          name
              + " is '"
              + value.substring(0, Math.min(value.length(), 20))
              + "' of "
              + value.length()
              + " characters, and must have from 1 to "
              + LONGEST_ID
              + ".");
    }
    return value;
  }

  /** Shorter first, then by character, so that ids that are decimal numbers order as numbers. */
  static int compareIds(String left, String right) {
    int byLength = Integer.compare(left.length(), right.length());
    return byLength != 0 ? byLength : left.compareTo(right);
  }
}
