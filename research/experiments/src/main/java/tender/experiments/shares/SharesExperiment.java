package tender.experiments.shares;

import java.util.ArrayList;
import java.util.List;
import tender.experiments.run.RunKey;
import tender.experiments.run.SeededExperiment;

/**
 * The interpretations and seeds of the shares experiment.
 *
 * @param seeds number of seeds, which are 1, 2, … and draw the lengths of all tasks
 */
public record SharesExperiment(int seeds) implements SeededExperiment<SharesExperiment.Key> {
  public static SharesExperiment paper() {
    return new SharesExperiment(30);
  }

  /** Identifies one run. */
  public record Key(Interpretation interpretation, int seed) implements RunKey {
    @Override
    public String toString() {
      return interpretation.id() + "-" + seed;
    }

    String cells() {
      return interpretation.id() + "," + seed;
    }
  }

  @Override
  public List<Key> keys() {
    List<Key> keys = new ArrayList<>();
    for (Interpretation interpretation : Interpretation.values()) {
      for (int seed = 1; seed <= seeds; seed++) {
        keys.add(new Key(interpretation, seed));
      }
    }
    return keys;
  }
}
