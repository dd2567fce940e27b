package tender.research.faulttest;

import java.util.function.Consumer;
import tender.simulator.faults.FaultRun;

/**
 * One world, seen again.
 *
 * @param againHash of a second run, which nobody watched
 */
record WorldReplay(WorldSize size, FaultRun run, long secondHash) {

  /** Runs a world twice; the first time everything that happens is told as it happens. */
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
