package tender.simulator.faults.planted;

import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.BagStateMachine;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagTransition;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.RecoveredState;
import tender.core.store.Store;
import tender.simulator.faults.FaultInjectionHooks;

/**
 * A mistake that somebody could make in the protocol, put on purpose where the parts of a world
 * meet.
 *
 * @param mistake in plain words
 * @param seams where it sits; nothing of it outlives a world
 */
record PlantedBug(String name, Component component, String mistake, FaultInjectionHooks hooks) {

  /** Whose mistake it is. */
  enum Component {
    METASCHEDULER("metascheduler"),
    REPLICA("replica"),
    STORE("store"),
    AGENT("agent"),
    RESTART("agent, restarted"),
    BATCH("batch adapter");

    private final String label;

    Component(String words) {
      this.label = words;
    }

    String label() {
      return label;
    }
  }

  /** What becomes of a bag, by rules that are right but for one thing. */
  interface FaultyRules {
    BagTransition handle(BagStateMachine right, BagState state, BagEvent event, long nowMillis);
  }

  /** What an agent does that does all but one thing right. */
  interface FaultyAgent {
    List<ProviderEffect> handle(FaultInjectionHooks.ProviderHandler right, ProviderEvent event, long nowMillis);
  }

  static PlantedBug inRules(String name, String mistake, FaultyRules wrong) {
    return new PlantedBug(
        name,
        Component.METASCHEDULER,
        mistake,
        new FaultInjectionHooks() {
          @Override
          public BagStateMachine rules(BagStateMachine right) {
            return new BagStateMachine() {
              @Override
              public BagTransition submit(BagId id, Bag bag, AcceptancePolicy mandate, long nowMillis) {
                return right.submit(id, bag, mandate, nowMillis);
              }

              @Override
              public BagTransition handle(BagState state, BagEvent event, long nowMillis) {
                return wrong.handle(right, state, event, nowMillis);
              }
            };
          }
        });
  }

  static PlantedBug inAgent(String name, String mistake, FaultyAgent wrong) {
    return inAgent(Component.AGENT, name, mistake, () -> wrong);
  }

  /** One with a memory of its own, which a new process does not have. */
  static PlantedBug inAgent(Component where, String name, String mistake, Supplier<FaultyAgent> wrong) {
    return new PlantedBug(
        name,
        where,
        mistake,
        new FaultInjectionHooks() {
          @Override
          public FaultInjectionHooks.ProviderHandler agent(FaultInjectionHooks.ProviderHandler right) {
            FaultyAgent one = wrong.get();
            return (event, nowMillis) -> one.handle(right, event, nowMillis);
          }
        });
  }

  static PlantedBug inRestart(Component where, String name, String mistake, UnaryOperator<RecoveredState> sees) {
    return new PlantedBug(
        name,
        where,
        mistake,
        new FaultInjectionHooks() {
          @Override
          public RecoveredState recoveredState(RecoveredState found) {
            return sees.apply(found);
          }
        });
  }

  static PlantedBug inStore(Component where, String name, String mistake, UnaryOperator<Store> wrong) {
    return new PlantedBug(
        name,
        where,
        mistake,
        new FaultInjectionHooks() {
          @Override
          public Store store(Store right) {
            return wrong.apply(right);
          }
        });
  }

  @Override
  public String toString() {
    return name;
  }
}
