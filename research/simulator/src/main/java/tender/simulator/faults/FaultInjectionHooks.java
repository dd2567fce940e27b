package tender.simulator.faults;

import java.util.List;
import tender.core.metascheduler.state.BagStateMachine;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.RecoveredState;
import tender.core.store.Store;

/**
 * Where a simulation's components meet. Tests plant bugs here to check that the fault search finds
 * them; all other callers use {@link #NONE}.
 */
public interface FaultInjectionHooks {
  /** No planted bugs. */
  FaultInjectionHooks NONE = new FaultInjectionHooks() {};

  /** Handles the events of one provider, as core's provider does. */
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

  /** What an agent recovers when it restarts. */
  default RecoveredState recoveredState(RecoveredState recovered) {
    return recovered;
  }

  /** Whether a replica compares a message's provider with its sender. */
  default boolean checksSender() {
    return true;
  }

  /** Whether the server accepts only the newest identity of a provider. */
  default boolean checksIdentity() {
    return true;
  }

  /** Whether the server stores results only of parts that were assigned to a provider. */
  default boolean checksPart() {
    return true;
  }

  /** Whether the store refuses a hold that the user's account cannot cover. */
  default boolean checksFunds() {
    return true;
  }

  /** Whether an agent looks up a job before it submits the job again. */
  default boolean looksUpBeforeResubmitting() {
    return true;
  }

  /** Whether replicas resend messages that were not acknowledged. */
  default boolean sendsUntilAcknowledged() {
    return true;
  }
}
