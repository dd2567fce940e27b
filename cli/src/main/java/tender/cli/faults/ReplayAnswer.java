package tender.cli.faults;

import java.util.List;

/**
 * What became of one world, for programs.
 *
 * @param trace everything that happened, in words
 * @param hash of the same
 * @param againHash of a second run, which is the same unless there is a bug
 */
record ReplayAnswer(
    String world,
    long seed,
    List<String> trace,
    TotalsAnswer totals,
    String hash,
    String againHash) {

  static ReplayAnswer of(Replay replay, List<String> trace) {
    return new ReplayAnswer(
        replay.size().toString(),
        replay.run().seed(),
        List.copyOf(trace),
        TotalsAnswer.of(FaultTotals.of(replay.run()), replay.size()),
        Figures.hash(replay.run().hash()),
        Figures.hash(replay.againHash()));
  }
}
