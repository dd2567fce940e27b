package tender.simulator.faults;

import tender.simulator.faults.checks.InvariantViolation;
import java.util.Map;
import java.util.Optional;

/**
 * What became of a world.
 *
 * @param hash of everything that happened, in order
 * @param virtualMillis how much time passed in it
 */
public record FaultRun(
    long seed,
    long hash,
    long events,
    long virtualMillis,
    Map<Fault, Integer> faults,
    BagCounts bagCounts,
    Optional<InvariantViolation> violation) {

  /** What became of the bags. */
  public record BagCounts(int bags, int promised, int kept, int breached, int acceptedTasks) {
    public static final BagCounts NONE = new BagCounts(0, 0, 0, 0, 0);

    public BagCounts plus(BagCounts other) {
      return new BagCounts(
          bags + other.bags,
          promised + other.promised,
          kept + other.kept,
          breached + other.breached,
          acceptedTasks + other.acceptedTasks);
    }
  }
}
