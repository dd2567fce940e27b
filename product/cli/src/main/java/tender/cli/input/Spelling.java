package tender.cli.input;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Guesses what somebody meant who mistyped one of a few known words. */
final class Spelling {
  private static final int LONGEST_WORD = 40;

  private Spelling() {}

  /** The known word that is closest, if it is close enough to be meant. */
  static Optional<String> closest(String word, List<String> known) {
    if (word.length() > LONGEST_WORD) {
      return Optional.empty();
    }
    return known.stream()
        .filter(candidate -> distance(word, candidate) <= Math.max(1, candidate.length() / 3))
        .min(Comparator.comparingInt(candidate -> distance(word, candidate)));
  }

  /** How many letters must be added, removed or changed to make one word of the other. */
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
