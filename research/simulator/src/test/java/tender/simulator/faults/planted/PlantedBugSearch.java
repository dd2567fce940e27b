package tender.simulator.faults.planted;

import java.util.Optional;
import tender.simulator.faults.FaultRun;
import tender.simulator.faults.checks.Invariant;
import tender.simulator.faults.FaultScenario;
import tender.simulator.faults.FaultSimulation;

/** Looks for a planted bug as for any other: one small world after the other. */
final class PlantedBugSearch {
  private PlantedBugSearch() {}

  /**
   * How a bug showed.
   *
   * @param seeds how many worlds it took
   */
  record Detection(int seeds, long seed, Invariant invariant) {}

  /** The first world from a seed on in which something is violated, if there is one in so many. */
  static Optional<Detection> first(PlantedBug bug, long fromSeed, int seeds) {
    for (int i = 0; i < seeds; i++) {
      FaultRun run = FaultSimulation.run(fromSeed + i, FaultScenario.SMALL, bug.hooks(), null);
      if (run.violation().isPresent()) {
        return Optional.of(new Detection(i + 1, run.seed(), run.violation().get().invariant()));
      }
    }
    return Optional.empty();
  }
}
