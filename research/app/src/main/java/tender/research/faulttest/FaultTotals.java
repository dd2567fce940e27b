package tender.research.faulttest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tender.simulator.faults.Fault;
import tender.simulator.faults.FaultRun;
import tender.workload.random.SplitMix64;

/** What became of many worlds together. Whoever adds them does so in the order of their seeds. */
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

  /** Those that happened at all, in the order of their definition. */
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

  /** Promises that were broken, each with its cause on record. */
  long broken() {
    return broken;
  }

  /** Tasks whose result was counted. */
  long results() {
    return results;
  }

  /** Of everything that happened in all worlds, in order. */
  long hash() {
    return hash;
  }

  /** The worlds in which something happened that must not. */
  List<FaultRun> violated() {
    return Collections.unmodifiableList(violated);
  }
}
