package tender.simulator.faults;

import java.util.Map;
import java.util.Optional;
import tender.simulator.faults.checks.InvariantViolation;
import tender.simulator.faults.seed.Fault;

/**
 * The result of one fault simulation.
 *
 * @param hash of everything that happened, in order
 * @param virtualMillis how much virtual time passed
 */
public record FaultRun(
    long seed,
    long hash,
    long events,
    long virtualMillis,
    Map<Fault, Integer> faults,
    BagCounts bagCounts,
    Optional<InvariantViolation> violation) {

  /** How many bags were submitted, and what happened to them. */
  public record BagCounts(long bags, long promised, long kept, long breached, long acceptedTasks) {
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
