package tender.experiments.shares;

import java.util.ArrayList;
import java.util.List;

/**
 * Every reading of the paper, and how often it is run.
 *
 * @param seeds how many there are; they are 1, 2, … and draw the lengths of all tasks
 */
public record SharesExperiment(int seeds) {
  public static SharesExperiment paper() {
    return new SharesExperiment(30);
  }

  /** What one run is a run of. */
  public record Key(Interpretation interpretation, int seed) {
    @Override
    public String toString() {
      return interpretation.id() + "-" + seed;
    }

    String cells() {
      return interpretation.id() + "," + seed;
    }
  }

  /** Every run, in the order of tables. */
  public List<Key> keys() {
    List<Key> keys = new ArrayList<>();
    for (Interpretation reading : Interpretation.values()) {
      for (int seed = 1; seed <= seeds; seed++) {
        keys.add(new Key(reading, seed));
      }
    }
    return keys;
  }
}
