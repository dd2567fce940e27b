package tender.simulator.faults;

import java.util.List;
import tender.core.metascheduler.BagStateMachine;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.RecoveredState;
import tender.core.store.Store;

/**
 * Where the parts of a world meet. Tests put planted bugs there, to see that the search finds them;
 * everybody else leaves them as they are.
 */
public interface FaultInjectionHooks {
  /** A world without planted bugs. */
  FaultInjectionHooks NONE = new FaultInjectionHooks() {};

  /** A provider as its surroundings see it. */
  interface ProviderHandler {
    List<ProviderEffect> handle(ProviderEvent event, long nowMillis);
  }

  default BagStateMachine rules(BagStateMachine rules) {
    return rules;
  }

  default ProviderHandler agent(ProviderHandler agent) {
    return agent;
  }

  default Store store(Store store) {
    return store;
  }

  /** What an agent finds when it starts again. */
  default RecoveredState recoveredState(RecoveredState found) {
    return found;
  }

  /** Whether a replica compares a message's provider with who sent it. */
  default boolean checksSender() {
    return true;
  }

  /** Whether an agent looks a job up before it submits it again. */
  default boolean looksUpBeforeResubmitting() {
    return true;
  }

  /** Whether an agent stores what it must before it does anything else. */
  default boolean storesBeforeSending() {
    return true;
  }

  /** Whether messages that were not acknowledged are sent again. */
  default boolean sendsUntilAcknowledged() {
    return true;
  }
}
