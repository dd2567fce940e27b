package tender.cli.faults;

import java.util.function.Consumer;
import tender.simulator.faults.FaultRun;

/**
 * One world, seen again.
 *
 * @param againHash of a second run, which nobody watched
 */
record Replay(WorldSize size, FaultRun run, long againHash) {

  /** Runs a world twice; the first time everything that happens is told as it happens. */
  static Replay of(Worlds worlds, long seed, WorldSize size, Consumer<String> trace) {
    FaultRun run = worlds.run(seed, size.shape(), trace);
    FaultRun again = worlds.run(seed, size.shape(), null);
    return new Replay(size, run, again.hash());
  }

  boolean isSameAgain() {
    return run.hash() == againHash;
  }

  boolean isClean() {
    return run.violation().isEmpty() && isSameAgain();
  }
}
