package tender.cli.faults;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tender.simulator.faults.FaultRun;
import tender.simulator.faults.Seams;
import tender.simulator.faults.Shape;
import tender.simulator.faults.World;

/** Where worlds come from: the simulator, except in tests that need a world with a violation. */
interface Worlds {
  Worlds SIMULATED = (seed, shape, trace) -> World.run(seed, shape, Seams.NONE, trace);

  /**
   * Makes a world and runs it to its end.
   *
   * @param trace is told everything that happens, if there is one
   */
  FaultRun run(long seed, Shape shape, @Nullable Consumer<String> trace);
}
