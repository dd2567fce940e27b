package tender.research.faulttest;

import java.util.function.Consumer;
import tender.simulator.faults.FaultRun;

/**
 * The replay of one world.
 *
 * @param secondHash of a second run, without a trace
 */
record WorldReplay(WorldSize size, FaultRun run, long secondHash) {

  /** Runs a world twice; the first run reports each event to the trace. */
  static WorldReplay of(WorldRunner worlds, long seed, WorldSize size, Consumer<String> trace) {
    FaultRun run = worlds.run(seed, size.shape(), trace);
    FaultRun again = worlds.run(seed, size.shape(), null);
    return new WorldReplay(size, run, again.hash());
  }

  boolean isReproducible() {
    return run.hash() == secondHash;
  }

  boolean isClean() {
    return run.violation().isEmpty() && isReproducible();
  }
}
