package tender.research.faulttest;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.cli.output.JsonOutput;
import tender.simulator.faults.FaultRun;
import tender.simulator.faults.checks.InvariantViolation;
import tender.support.text.Decimal;

/**
 * The totals of one or many worlds, as JSON.
 *
 * @param faults the number of injected faults, by kind
 * @param virtualTime in seconds
 * @param promisesBroken with a recorded cause; without one it would be a violation
 */
record TotalsAnswer(
    Map<String, Long> faults,
    long events,
    BigDecimal virtualTime,
    long bags,
    long promisesGiven,
    long promisesKept,
    long promisesBroken,
    long results,
    List<ViolationAnswer> violations) {

  /**
   * A violated invariant.
   *
   * @param invariant such as one-result-per-task
   * @param replay the command that replays it
   */
  record ViolationAnswer(
      long seed, String invariant, String mustHold, String message, String replay) {}

  static TotalsAnswer of(FaultTotals totals, WorldKind kind) {
    FaultRun.BagCounts counts = totals.bagCounts();
    Map<String, Long> faults = new LinkedHashMap<>();
    totals.faults().forEach((fault, count) -> faults.put(JsonOutput.name(fault), count));
    return new TotalsAnswer(
        faults,
        totals.events(),
        Decimal.of(totals.virtualMillis()),
        counts.bags(),
        counts.promised(),
        counts.kept(),
        counts.breached(),
        counts.acceptedTasks(),
        totals.violated().stream().map(run -> violation(run, kind)).toList());
  }

  private static ViolationAnswer violation(FaultRun run, WorldKind kind) {
    InvariantViolation violation = run.violation().orElseThrow();
    return new ViolationAnswer(
        run.seed(),
        JsonOutput.name(violation.invariant()),
        violation.invariant().description(),
        String.valueOf(violation.getMessage()),
        kind.replayCommand(run.seed()));
  }
}
