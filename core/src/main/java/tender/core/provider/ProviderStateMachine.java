package tender.core.provider;

import java.util.List;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.provider.state.ProcessorAllocation;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;

/** The state machine of a provider, whether its processors are space-shared or time-shared. */
public interface ProviderStateMachine {

  /** Handles an event and returns the effects, in order. */
  List<ProviderEffect> handle(ProviderEvent event, long wallMillis);

  /**
   * The free slots that the owner lets the provider publish to the auction; empty for a time-shared
   * provider.
   *
   * @param lookAheadMillis slots that begin later than this from now are not published
   */
  default Optional<Message.SlotsPublished> publishSlots(long lookAheadMillis, long wallMillis) {
    return Optional.empty();
  }

  /**
   * The current and planned allocations of processors, as of the last event; empty for a
   * time-shared provider.
   */
  default List<ProcessorAllocation> plannedAllocations(long wallMillis) {
    return List.of();
  }
}
