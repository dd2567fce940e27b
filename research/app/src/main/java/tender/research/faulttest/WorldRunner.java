package tender.research.faulttest;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tender.simulator.faults.FaultInjectionHooks;
import tender.simulator.faults.FaultRun;
import tender.simulator.faults.FaultSimulation;
import tender.simulator.faults.seed.FaultScenario;

/** Runs worlds: in the simulator, or a stub in tests that need a world with a violation. */
interface WorldRunner {
  WorldRunner SIMULATED =
      (seed, shape, trace) -> FaultSimulation.run(seed, shape, FaultInjectionHooks.NONE, trace);

  /**
   * Creates a world and runs it to its end.
   *
   * @param trace receives a line for each event, if not null
   */
  FaultRun run(long seed, FaultScenario shape, @Nullable Consumer<String> trace);
}
