package tender.simulator.faults.seed;

import java.util.List;
import tender.workload.random.SplitMix64;

/** The only source of randomness in a simulation, seeded so that each run can be replayed. */
public final class RandomChoices {
  private final SplitMix64 random;

  public RandomChoices(long seed) {
    random = new SplitMix64(SplitMix64.mix(seed));
  }

  public boolean chance(double probability) {
    return probability > 0 && random.nextDouble() < probability;
  }

  /** A number between both bounds, inclusive. */
  public long between(long low, long high) {
    return low + Math.floorMod(random.nextLong(), high - low + 1);
  }

  public int between(int low, int high) {
    return (int) between((long) low, (long) high);
  }

  public <T> T pick(List<T> from) {
    return from.get(between(0, from.size() - 1));
  }
}
