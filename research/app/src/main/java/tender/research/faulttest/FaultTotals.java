package tender.research.faulttest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tender.simulator.faults.FaultRun;
import tender.simulator.faults.seed.Fault;
import tender.workload.random.SplitMix64;

/** The totals of many worlds. The caller adds worlds in the order of their seeds. */
final class FaultTotals {
  private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);
  private final List<FaultRun> violated = new ArrayList<>();
  private int worlds;
  private long events;
  private long virtualMillis;
  private FaultRun.BagCounts bagCounts = FaultRun.BagCounts.NONE;
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
    bagCounts = bagCounts.plus(run.bagCounts());
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

  /** Broken promises each have their recorded cause. */
  FaultRun.BagCounts bagCounts() {
    return bagCounts;
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
