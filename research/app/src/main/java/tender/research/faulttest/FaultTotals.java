package tender.research.faulttest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tender.simulator.faults.Fault;
import tender.simulator.faults.FaultRun;
import tender.workload.random.SplitMix64;

/** The totals of many worlds. The caller adds worlds in the order of their seeds. */
final class FaultTotals {
  private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);
  private final List<FaultRun> violated = new ArrayList<>();
  private int worlds;
  private long events;
  private long virtualMillis;
  private long bags;
  private long promised;
  private long kept;
  private long broken;
  private long results;
  private long hash;

  static FaultTotals of(FaultRun run) {
    FaultTotals totals = new FaultTotals();
    totals.add(run);
    return totals;
  }

  void add(FaultRun run) {
    worlds++;
    events += run.events();
    virtualMillis += run.virtualMillis();
    run.faults().forEach((fault, count) -> faults.merge(fault, (long) count, Long::sum));
    bags += run.bagCounts().bags();
    promised += run.bagCounts().promised();
    kept += run.bagCounts().kept();
    broken += run.bagCounts().breached();
    results += run.bagCounts().acceptedTasks();
    hash = SplitMix64.mix(hash * 31 + run.hash());
    if (run.violation().isPresent()) {
      violated.add(run);
    }
  }

  int worlds() {
    return worlds;
  }

  long events() {
    return events;
  }

  long virtualMillis() {
    return virtualMillis;
  }

  /** The faults that happened, in the order of their definition. */
  Map<Fault, Long> faults() {
    return Collections.unmodifiableMap(faults);
  }

  long bags() {
    return bags;
  }

  long promised() {
    return promised;
  }

  long kept() {
    return kept;
  }

  /** Broken promises, each with its recorded cause. */
  long broken() {
    return broken;
  }

  /** Tasks whose result was accepted. */
  long results() {
    return results;
  }

  /** The hash of all events in all worlds, in order. */
  long hash() {
    return hash;
  }

  /** The worlds in which an invariant was violated. */
  List<FaultRun> violated() {
    return Collections.unmodifiableList(violated);
  }
}
