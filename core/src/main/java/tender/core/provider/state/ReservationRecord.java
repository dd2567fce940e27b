package tender.core.provider.state;

import java.util.Optional;
import tender.core.message.Message;
import tender.core.message.ReservationId;

/**
 * What a provider must not forget of a reservation, whatever happens to its process.
 *
 * @param answer what was last answered, and will be answered whenever it is asked again
 * @param part what is held or being done for it, if anything
 * @param sinceMillis since when this is so
 */
public record ReservationRecord(
    ReservationId id, Message.ReservationAnswer lastAnswer, Optional<ReservedPart> part, long updatedMillis) {}
