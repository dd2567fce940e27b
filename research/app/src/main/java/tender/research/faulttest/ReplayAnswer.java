package tender.research.faulttest;

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
    String secondHash) {

  static ReplayAnswer of(WorldReplay replay, List<String> trace) {
    return new ReplayAnswer(
        replay.size().toString(),
        replay.run().seed(),
        List.copyOf(trace),
        TotalsAnswer.of(FaultTotals.of(replay.run()), replay.size()),
        NumberText.hash(replay.run().hash()),
        NumberText.hash(replay.secondHash()));
  }
}
