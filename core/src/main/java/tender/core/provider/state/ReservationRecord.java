package tender.core.provider.state;

import java.util.Optional;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Money;

/**
 * What a provider must not forget about a reservation, even if its process ends.
 *
 * @param lastAnswer the last answer, which is repeated whenever the request is repeated
 * @param part the part that is reserved or running, if any
 * @param updatedMillis when this record was last changed
 * @param finalBill what is charged for a part that the market has released while it ran
 */
public record ReservationRecord(
    ReservationId id,
    Message.ReservationAnswer lastAnswer,
    Optional<ReservedPart> part,
    long updatedMillis,
    Optional<Money> finalBill) {

  /** Without a final bill. */
  public ReservationRecord(
      ReservationId id,
      Message.ReservationAnswer lastAnswer,
      Optional<ReservedPart> part,
      long updatedMillis) {
    this(id, lastAnswer, part, updatedMillis, Optional.empty());
  }
}
