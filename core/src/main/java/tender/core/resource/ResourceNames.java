package tender.core.resource;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/** Checks the names of kinds of nodes, features and GPU types. */
final class ResourceNames {
  private static final int MAX_LENGTH = 64;
  private static final String PUNCTUATION = "._-+:/";

  private ResourceNames() {}

  static String require(String value, String name) {
    if (value.isEmpty()
        || value.length() > MAX_LENGTH
        || !value.chars().allMatch(c -> allowed(c))) {
      throw new IllegalArgumentException(
          name
              + " is '"
              + value.substring(0, Math.min(value.length(), 20))
              + "' of "
              + value.length()
              + " characters, and must have from 1 to "
              + MAX_LENGTH
              + " letters, digits or characters of "
              + PUNCTUATION
              + ".");
    }
    return value;
  }

  /** The same, or an empty text for none. */
  static String requireOrEmpty(String value, String name) {
    return value.isEmpty() ? value : require(value, name);
  }

  /** An unmodifiable copy in the order of the characters. */
  static SortedSet<String> sorted(Collection<String> values, String name) {
    SortedSet<String> sorted = new TreeSet<>();
    for (String value : values) {
      sorted.add(require(value, name));
    }
    return Collections.unmodifiableSortedSet(sorted);
  }

  private static boolean allowed(int character) {
    return (character >= '0' && character <= '9')
        || (character >= 'a' && character <= 'z')
        || (character >= 'A' && character <= 'Z')
        || PUNCTUATION.indexOf(character) >= 0;
  }
}
