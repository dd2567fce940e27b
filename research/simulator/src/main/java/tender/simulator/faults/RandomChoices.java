package tender.simulator.faults;

import java.util.List;
import tender.workload.random.SplitMix64;

/** All chance there is in a world, from its seed. */
final class RandomChoices {
  private final SplitMix64 random;

  RandomChoices(long seed) {
    random = new SplitMix64(SplitMix64.mix(seed));
  }

  boolean chance(double probability) {
    return probability > 0 && random.nextDouble() < probability;
  }

  /** From one to another, both included. */
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
