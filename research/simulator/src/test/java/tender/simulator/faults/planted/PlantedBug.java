package tender.simulator.faults.planted;

import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagStateMachine;
import tender.core.metascheduler.state.BagTransition;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.RecoveredState;
import tender.core.store.Store;
import tender.simulator.faults.FaultInjectionHooks;

/**
 * A plausible bug of the protocol, planted through the simulation's hooks.
 *
 * @param description what the bug does
 * @param hooks plant the bug; they keep no state after a simulation
 */
record PlantedBug(String name, Component component, String description, FaultInjectionHooks hooks) {

  /** The component with the bug. */
  enum Component {
    METASCHEDULER("metascheduler"),
    REPLICA("replica"),
    STORE("store"),
    AGENT("agent"),
    RESTART("agent, restarted"),
    BATCH("batch adapter");

    private final String label;

    Component(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }

  /** Handles a bag's event by the correct rules, except for one bug. */
  interface FaultyRules {
    BagTransition handle(BagStateMachine correct, BagState state, BagEvent event, long nowMillis);
  }

  /** Handles a provider's event by the correct rules, except for one bug. */
  interface FaultyAgent {
    List<ProviderEffect> handle(
        FaultInjectionHooks.ProviderHandler correct, ProviderEvent event, long nowMillis);
  }

  static PlantedBug inRules(String name, String description, FaultyRules bug) {
    return new PlantedBug(
        name,
        Component.METASCHEDULER,
        description,
        new FaultInjectionHooks() {
          @Override
          public BagStateMachine rules(BagStateMachine correct) {
            return new BagStateMachine() {
              @Override
              public BagTransition submit(
                  BagId id, Bag bag, AcceptancePolicy policy, long nowMillis) {
                return correct.submit(id, bag, policy, nowMillis);
              }

              @Override
              public BagTransition handle(BagState state, BagEvent event, long nowMillis) {
                return bug.handle(correct, state, event, nowMillis);
              }
            };
          }
        });
  }

  static PlantedBug inAgent(String name, String description, FaultyAgent bug) {
    return inAgent(Component.AGENT, name, description, () -> bug);
  }

  /** A bug with state, which is lost when the agent restarts. */
  static PlantedBug inAgent(
      Component component, String name, String description, Supplier<FaultyAgent> bug) {
    return new PlantedBug(
        name,
        component,
        description,
        new FaultInjectionHooks() {
          @Override
          public FaultInjectionHooks.ProviderHandler agent(
              FaultInjectionHooks.ProviderHandler correct) {
            FaultyAgent faulty = bug.get();
            return (event, nowMillis) -> faulty.handle(correct, event, nowMillis);
          }
        });
  }

  static PlantedBug inRestart(
      Component component, String name, String description, UnaryOperator<RecoveredState> bug) {
    return new PlantedBug(
        name,
        component,
        description,
        new FaultInjectionHooks() {
          @Override
          public RecoveredState recoveredState(RecoveredState recovered) {
            return bug.apply(recovered);
          }
        });
  }

  static PlantedBug inStore(
      Component component, String name, String description, UnaryOperator<Store> bug) {
    return new PlantedBug(
        name,
        component,
        description,
        new FaultInjectionHooks() {
          @Override
          public Store store(Store correct) {
            return bug.apply(correct);
          }
        });
  }

  @Override
  public String toString() {
    return name;
  }
}
