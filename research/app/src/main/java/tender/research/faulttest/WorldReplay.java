package tender.research.faulttest;

import java.util.function.Consumer;
import tender.simulator.faults.FaultRun;

/**
 * The replay of one world.
 *
 * @param secondHash of a second run, without a trace
 */
record WorldReplay(WorldKind kind, FaultRun run, long secondHash) {

  /** Runs a world twice; the first run reports each event to the trace. */
  static WorldReplay of(WorldRunner worlds, long seed, WorldKind kind, Consumer<String> trace) {
    FaultRun run = worlds.run(seed, kind.shape(), trace);
    FaultRun again = worlds.run(seed, kind.shape(), null);
    return new WorldReplay(kind, run, again.hash());
  }

  boolean isReproducible() {
    return run.hash() == secondHash;
  }

  boolean isClean() {
    return run.violation().isEmpty() && isReproducible();
  }
}
