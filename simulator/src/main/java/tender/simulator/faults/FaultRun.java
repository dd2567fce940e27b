package tender.simulator.faults;

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
    Tally tally,
    Optional<Violation> violation) {

  /** What became of the bags. */
  public record Tally(int bags, int promised, int kept, int breached, int tasksCounted) {
    public static final Tally NONE = new Tally(0, 0, 0, 0, 0);

    public Tally plus(Tally other) {
      return new Tally(
          bags + other.bags,
          promised + other.promised,
          kept + other.kept,
          breached + other.breached,
          tasksCounted + other.tasksCounted);
    }
  }
}
