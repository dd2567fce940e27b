package tender.core.provider;

import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.ProcessorAllocation;
import java.util.List;
import java.util.Optional;
import tender.core.message.Message;

/** What a provider makes of what happens to it, whichever way it shares out its processors. */
public interface ProviderStateMachine {

  /** Takes an event and returns what is to be done, in order. */
  List<ProviderEffect> handle(ProviderEvent event, long wallMillis);

  /**
   * What its owner may let the auction know; nothing, where no processor ever stands free.
   *
   * @param lookAheadMillis slots that begin later than after so long are not told
   */
  default Optional<Message.SlotsPublished> publishSlots(long lookAheadMillis, long wallMillis) {
    return Optional.empty();
  }

  /**
   * Who has which processors and will get them, as far as it was planned with the last event;
   * nobody, where time is shared.
   */
  default List<ProcessorAllocation> plannedAllocations(long wallMillis) {
    return List.of();
  }
}
