package tender.fuzz;

import java.util.Objects;

/** Properties that several targets check. */
public final class Properties {
  private Properties() {}

  /** What was written is read again with the same result. */
  public static void same(Object first, Object again) {
    if (!Objects.equals(first, again)) {
      throw new AssertionError("Read " + first + ", and after writing it " + again);
    }
  }

  /** A value of the result is within its documented bounds. */
  public static void between(long value, long min, long max, String name) {
    if (value < min || value > max) {
      throw new AssertionError(name + " is " + value + ", not from " + min + " to " + max);
    }
  }
}
