package tender.support.input;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Suggests a known word for a misspelled one. */
final class Spelling {
  private static final int MAX_WORD_LENGTH = 40;

  private Spelling() {}

  /** The closest known word, if it is close enough. */
  static Optional<String> closest(String word, List<String> known) {
    if (word.length() > MAX_WORD_LENGTH) {
      return Optional.empty();
    }
    return known.stream()
        .filter(candidate -> distance(word, candidate) <= Math.max(1, candidate.length() / 3))
        .min(Comparator.comparingInt(candidate -> distance(word, candidate)));
  }

  /**
   * The edit distance: how many letters must be added, removed or changed to turn one word into the
   * other.
   */
  private static int distance(String one, String other) {
    int[] previous = new int[other.length() + 1];
    Arrays.setAll(previous, column -> column);
    for (int row = 1; row <= one.length(); row++) {
      int[] current = new int[other.length() + 1];
      current[0] = row;
      for (int column = 1; column <= other.length(); column++) {
        int changed = one.charAt(row - 1) == other.charAt(column - 1) ? 0 : 1;
        int either = Math.min(previous[column], current[column - 1]) + 1;
        current[column] = Math.min(either, previous[column - 1] + changed);
      }
      previous = current;
    }
    return previous[other.length()];
  }
}
