package tender.core.metascheduler;

import java.util.List;
import java.util.Map;
import tender.core.compose.Composition;
import tender.core.compose.Reply;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.ProviderId;

/** How far a bag has come. States are values: an event makes another one. */
public sealed interface BagState {

  /**
   * Offers are being gathered.
   *
   * @param replies the latest offers of those who have answered
   */
  record Calling(Bag bag, CallId call, Map<ProviderId, Answered> replies, long untilMillis)
      implements BagState {}

  /** A provider's reply and which version of it. */
  record Answered(int version, Reply reply) {}

  /**
   * The parts of a composition are being reserved.
   *
   * @param reserved those that are held already
   */
  record Reserving(
      Calling call,
      int attempt,
      Composition composition,
      List<ReservationId> reserved,
      long untilMillis)
      implements BagState {}

  /**
   * All parts are held and must be committed; each is told so until it says that it has heard.
   *
   * @param open those that have not answered
   */
  record Committing(Calling call, int attempt, Composition composition, List<ReservationId> open)
      implements BagState {}

  /**
   * The promise is given.
   *
   * @param running the parts that have not ended
   */
  record Promised(Bag bag, Composition composition, List<ReservationId> running)
      implements BagState {}

  /** Nothing more will happen. */
  record Ended(BagId bag) implements BagState {}
}
