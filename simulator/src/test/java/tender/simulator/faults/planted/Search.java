package tender.simulator.faults.planted;

import java.util.Optional;
import tender.simulator.faults.FaultRun;
import tender.simulator.faults.Invariant;
import tender.simulator.faults.Shape;
import tender.simulator.faults.World;

/** Looks for a planted bug as for any other: one small world after the other. */
final class Search {
  private Search() {}

  /**
   * How a bug showed.
   *
   * @param seeds how many worlds it took
   */
  record Catch(int seeds, long seed, Invariant by) {}

  /** The first world from a seed on in which something is violated, if there is one in so many. */
  static Optional<Catch> first(PlantedBug bug, long fromSeed, int seeds) {
    for (int i = 0; i < seeds; i++) {
      FaultRun run = World.run(fromSeed + i, Shape.SMALL, bug.seams(), null);
      if (run.violation().isPresent()) {
        return Optional.of(new Catch(i + 1, run.seed(), run.violation().get().invariant()));
      }
    }
    return Optional.empty();
  }
}
