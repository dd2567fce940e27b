package tender.research.faulttest;

import java.util.List;

/**
 * The JSON output of the replay of one world.
 *
 * @param trace all events, as text
 * @param hash of all events
 * @param secondHash of a second run, equal unless there is a bug
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
        replay.kind().toString(),
        replay.run().seed(),
        List.copyOf(trace),
        TotalsAnswer.of(FaultTotals.of(replay.run()), replay.kind()),
        NumberText.hash(replay.run().hash()),
        NumberText.hash(replay.secondHash()));
  }
}
