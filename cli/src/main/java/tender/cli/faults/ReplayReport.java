package tender.cli.faults;

import java.util.List;
import tender.cli.output.Page;

/** What became of one world, for people who have just seen all that happened in it. */
final class ReplayReport {
  private final Replay replay;

  ReplayReport(Replay replay) {
    this.replay = replay;
  }

  void print(Page page) {
    TotalsReport report = new TotalsReport(FaultTotals.of(replay.run()), replay.size());
    report.printFaults(page);
    String hash = Figures.hash(replay.run().hash());
    report.printOutcome(page, List.of(new TotalsReport.Line("hash", hash)));
    report.printViolations(page);
    report.printOrigin(page);
    page.sentence("");
    page.answer(
        replay.isSameAgain(),
        replay.isSameAgain()
            ? "A second run has the same hash."
            : "A second run has another hash, "
                + Figures.hash(replay.againHash())
                + ". That is a bug: something in a world does not come from its seed.");
    page.answer(
        replay.run().violation().isEmpty(),
        Figures.counted(replay.run().violation().stream().count(), "violation") + " in 1 world");
  }
}
