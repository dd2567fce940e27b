package tender.simulator.faults.planted;

import java.util.Optional;
import tender.simulator.faults.FaultRun;
import tender.simulator.faults.FaultSimulation;
import tender.simulator.faults.checks.Invariant;
import tender.simulator.faults.seed.FaultScenario;

/** Searches for a planted bug by running small simulations, one seed after the other. */
final class PlantedBugSearch {
  private PlantedBugSearch() {}

  /**
   * How a bug was found.
   *
   * @param seeds how many simulations it took
   */
  record Detection(int seeds, long seed, Invariant invariant) {}

  /** The first violation from a seed on, within the given number of seeds. */
  static Optional<Detection> first(PlantedBug bug, long fromSeed, int seeds) {
    return first(bug, FaultScenario.SMALL, fromSeed, seeds);
  }

  /** The same with simulations of another scenario. */
  static Optional<Detection> first(
      PlantedBug bug, FaultScenario scenario, long fromSeed, int seeds) {
    for (int i = 0; i < seeds; i++) {
      FaultRun run = FaultSimulation.run(fromSeed + i, scenario, bug.hooks(), null);
      if (run.violation().isPresent()) {
        return Optional.of(new Detection(i + 1, run.seed(), run.violation().get().invariant()));
      }
    }
    return Optional.empty();
  }
}
