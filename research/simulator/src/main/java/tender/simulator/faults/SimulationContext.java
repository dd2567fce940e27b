package tender.simulator.faults;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tender.core.message.Message;
import tender.core.model.Time;
import tender.simulator.event.EventQueue;
import tender.workload.random.SplitMix64;

/** Time, chance and what is written down about both; all that happens in a world happens here. */
final class SimulationContext {
  final RandomChoices random;
  private final FaultPlan plan;
  private final EventQueue events = new EventQueue();
  private final Map<Fault, Integer> faultCounts = new EnumMap<>(Fault.class);
  private final @Nullable Consumer<String> trace;
  private final long faultsUntilMillis;
  private long hash;

  SimulationContext(RandomChoices dice, FaultPlan plan, long faultsUntilMillis, @Nullable Consumer<String> trace) {
    this.random = dice;
    this.plan = plan;
    this.faultsUntilMillis = faultsUntilMillis;
    this.trace = trace;
  }

  long nowMillis() {
    return Math.max(0, events.nowMillis());
  }

  void at(long instantMillis, Runnable happening) {
    events.add(Math.max(nowMillis(), instantMillis), EventQueue.Kind.MESSAGE, happening);
  }

  /** After all else that happens at that instant, so that news is heard before one looks. */
  void timerAfter(long delayMillis, Runnable happening) {
    events.add(nowMillis() + delayMillis, EventQueue.Kind.TIMER, happening);
  }

  void after(long delayMillis, Runnable happening) {
    at(Time.after(nowMillis(), delayMillis), happening);
  }

  boolean step() {
    return events.step();
  }

  long eventCount() {
    return events.scheduledCount();
  }

  boolean isFaultPeriod() {
    return nowMillis() < faultsUntilMillis;
  }

  /** Whether a fault happens to this message, transaction or job. */
  boolean injects(Fault fault, String where) {
    if (isFaultPeriod() && random.chance(plan.chance(fault))) {
      countFault(fault, where);
      return true;
    }
    return false;
  }

  /** Draws at which instants a fault happens, and lets it. */
  void schedule(Fault fault, Runnable happening) {
    double expected = plan.chance(fault);
    int count = expected == 0 ? 0 : (int) random.between(0, Math.round(expected));
    for (int i = 0; i < count; i++) {
      at(random.between(0, faultsUntilMillis - 1), happening);
    }
  }

  void countFault(Fault fault, String where) {
    faultCounts.merge(fault, 1, Integer::sum);
    addToHash(fault.name().hashCode());
    if (trace != null) {
      record(where, () -> "FAULT " + fault);
    }
  }

  Map<Fault, Integer> faultCounts() {
    return faultCounts;
  }

  /** Works a message into the hash; an enum's own hash differs from process to process. */
  void addToHash(Message message) {
    addToHash(
        message instanceof Message.Refused(var id, var why, var instead)
            ? 31L * (31L * id.hashCode() + why.name().hashCode()) + instead.hashCode()
            : message.hashCode());
  }

  /** Works something that happened into the hash of all that happened. */
  void addToHash(long what) {
    hash = SplitMix64.mix(hash * 31 + what) + nowMillis();
  }

  long hash() {
    return hash;
  }

  void record(String who, Supplier<String> what) {
    if (trace != null) {
      long millis = nowMillis();
      trace.accept(
          "%02d:%02d:%02d.%03d  %-10s %s"
              .formatted(
                  millis / Time.HOUR_MILLIS,
                  millis / Time.MINUTE_MILLIS % 60,
                  millis / Time.SECOND_MILLIS % 60,
                  millis % 1_000,
                  who,
                  what.get()));
    }
  }
}
