package tender.simulator.faults.seed;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tender.core.message.Message;
import tender.core.model.Time;
import tender.simulator.event.EventQueue;
import tender.workload.random.SplitMix64;

/** Virtual time, random choices, fault injection and the trace of one simulation. */
public final class SimulationContext {
  private final RandomChoices random;
  private final FaultPlan plan;
  private final EventQueue events = new EventQueue();
  private final Map<Fault, Integer> faultCounts = new EnumMap<>(Fault.class);
  private final @Nullable Consumer<String> trace;
  private final long faultsUntilMillis;
  private long hash;

  public SimulationContext(
      RandomChoices random,
      FaultPlan plan,
      long faultsUntilMillis,
      @Nullable Consumer<String> trace) {
    this.random = random;
    this.plan = plan;
    this.faultsUntilMillis = faultsUntilMillis;
    this.trace = trace;
  }

  public RandomChoices random() {
    return random;
  }

  public long nowMillis() {
    return Math.max(0, events.nowMillis());
  }

  public void at(long instantMillis, Runnable action) {
    events.add(Math.max(nowMillis(), instantMillis), EventQueue.Kind.MESSAGE, action);
  }

  /** Fires after all other events of that instant, so that messages are handled first. */
  public void timerAfter(long delayMillis, Runnable action) {
    events.add(nowMillis() + delayMillis, EventQueue.Kind.TIMER, action);
  }

  public void after(long delayMillis, Runnable action) {
    at(Time.after(nowMillis(), delayMillis), action);
  }

  public boolean step() {
    return events.step();
  }

  public long eventCount() {
    return events.scheduledCount();
  }

  public boolean isFaultPeriod() {
    return nowMillis() < faultsUntilMillis;
  }

  /** Decides whether a fault hits this message, transaction or job. */
  public boolean injects(Fault fault, String component) {
    if (isFaultPeriod() && random.chance(plan.chance(fault))) {
      countFault(fault, component);
      return true;
    }
    return false;
  }

  /** Draws the instants of a fault and schedules the action for each. */
  public void schedule(Fault fault, Runnable action) {
    double expected = plan.chance(fault);
    int count = expected == 0 ? 0 : (int) random.between(0, Math.round(expected));
    for (int i = 0; i < count; i++) {
      at(random.between(0, faultsUntilMillis - 1), action);
    }
  }

  public void countFault(Fault fault, String component) {
    faultCounts.merge(fault, 1, Integer::sum);
    addToHash(fault.name().hashCode());
    if (trace != null) {
      record(component, () -> "FAULT " + fault);
    }
  }

  public Map<Fault, Integer> faultCounts() {
    return faultCounts;
  }

  /** Adds a message to the hash. An enum's own hash code differs between processes. */
  public void addToHash(Message message) {
    addToHash(
        message instanceof Message.Refused(var id, var reason, var instead)
            ? 31L * (31L * id.hashCode() + reason.name().hashCode()) + instead.hashCode()
            : message.hashCode());
  }

  /** Adds a value to the hash of all events. */
  public void addToHash(long value) {
    hash = SplitMix64.mix(hash * 31 + value) + nowMillis();
  }

  public long hash() {
    return hash;
  }

  public void record(String component, Supplier<String> text) {
    if (trace != null) {
      long millis = nowMillis();
      trace.accept(
          "%02d:%02d:%02d.%03d  %-10s %s"
              .formatted(
                  millis / Time.HOUR_MILLIS,
                  millis / Time.MINUTE_MILLIS % 60,
                  millis / Time.SECOND_MILLIS % 60,
                  millis % 1_000,
                  component,
                  text.get()));
    }
  }
}
