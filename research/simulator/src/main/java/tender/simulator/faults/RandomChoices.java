package tender.simulator.faults;

import java.util.List;
import tender.workload.random.SplitMix64;

/** The only source of randomness in a simulation, seeded so that each run can be replayed. */
final class RandomChoices {
  private final SplitMix64 random;

  RandomChoices(long seed) {
    random = new SplitMix64(SplitMix64.mix(seed));
  }

  boolean chance(double probability) {
    return probability > 0 && random.nextDouble() < probability;
  }

  /** A number between both bounds, inclusive. */
  long between(long low, long high) {
    return low + Math.floorMod(random.nextLong(), high - low + 1);
  }

  int between(int low, int high) {
    return (int) between((long) low, (long) high);
  }

  <T> T pick(List<T> from) {
    return from.get(between(0, from.size() - 1));
  }
}
