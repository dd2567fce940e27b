package tender.research.faulttest;

import java.util.List;
import tender.cli.output.TextPage;

/** The text output of the replay of one world, after its events. */
final class ReplayReport {
  private final WorldReplay replay;

  ReplayReport(WorldReplay replay) {
    this.replay = replay;
  }

  void print(TextPage page) {
    TotalsReport report = new TotalsReport(FaultTotals.of(replay.run()), replay.kind());
    report.printFaults(page);
    String hash = NumberText.hash(replay.run().hash());
    report.printOutcome(page, List.of(new TotalsReport.Line("hash", hash)));
    report.printViolations(page);
    report.printOrigin(page);
    page.line("");
    page.headline(
        replay.isReproducible(),
        replay.isReproducible()
            ? "A second run has the same hash."
            : "A second run has a different hash, "
                + NumberText.hash(replay.secondHash())
                + ". This is a bug: something in the world does not depend on the seed.");
    page.headline(
        replay.run().violation().isEmpty(),
        NumberText.counted(replay.run().violation().stream().count(), "violation") + " in 1 world");
  }
}
