package tender.protocol;

import com.google.protobuf.ByteString;
import java.util.List;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.Disclosure;
import tender.core.model.FreeSlot;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.protocol.v1.Wire;
import tender.bagfile.Digest;
import tender.bagfile.results.TaskOutcome;

/** From core's values to the wire. */
final class MessageEncoder {
  private MessageEncoder() {}

  static Wire.Owed outboxMessage(OutboxMessage owed) {
    Wire.Owed.Builder wire = Wire.Owed.newBuilder().setId(outboxMessageId(owed.id()));
    switch (owed.message()) {
      case Message.Call call -> wire.setCall(call(call));
      case Message.Bid bid ->
          wire.setBid(
              Wire.Bid.newBuilder()
                  .setId(reservationId(bid.id()))
                  .setSerial(bid.sequence())
                  .setPerMinuteMillicredits(bid.perMinute().millicredits()));
      case Message.Reserve reserve ->
          wire.setReserve(
              Wire.Reserve.newBuilder()
                  .setId(reservationId(reserve.id()))
                  .setTasks(reserve.tasks())
                  .setByMillis(reserve.completionMillis()));
      case Message.Commit commit ->
          wire.setCommit(
              Wire.Commit.newBuilder()
                  .setId(reservationId(commit.id()))
                  .setTasks(TaskSetCodec.encode(commit.tasks())));
      case Message.Release release ->
          wire.setRelease(Wire.Release.newBuilder().setId(reservationId(release.id())));
      case Message.ResultsAccepted accepted ->
          wire.setAccepted(
              Wire.Accepted.newBuilder()
                  .setId(reservationId(accepted.id()))
                  .setTasks(TaskSetCodec.encode(accepted.tasks())));
      case Message.Inquire inquire ->
          wire.setInquire(Wire.Inquire.newBuilder().setId(reservationId(inquire.id())));
      case Message.BagCompletion expected ->
          wire.setBagExpected(
              Wire.BagExpected.newBuilder()
                  .setId(reservationId(expected.id()))
                  .setByMillis(expected.completionMillis()));
    }
    return wire.build();
  }

  private static Wire.Call call(Message.Call call) {
    Wire.Call.Builder wire =
        Wire.Call.newBuilder()
            .setId(callId(call.id()))
            .setBag(bag(call.bag()))
            .setPenaltyPermille(call.penaltyPermille());
    call.bidStrategy()
        .ifPresent(
            bidder -> {
              Wire.Bidder.Builder how = Wire.Bidder.newBuilder();
              bidder.fixedPerMinute().ifPresent(bid -> how.setPerMinuteMillicredits(bid.millicredits()));
              wire.setBidder(how);
            });
    return wire.build();
  }

  static Wire.FromAgent fromAgent(Message.ToMetascheduler message) {
    Wire.FromAgent.Builder wire = Wire.FromAgent.newBuilder();
    switch (message) {
      case Message.Offers offers -> wire.setOffers(offers(offers));
      case Message.Reserved reserved ->
          wire.setReserved(
              Wire.Reserved.newBuilder()
                  .setId(reservationId(reserved.id()))
                  .setUntilMillis(reserved.leaseExpiresMillis()));
      case Message.Refused refused ->
          wire.setRefused(
              Wire.Refused.newBuilder()
                  .setId(reservationId(refused.id()))
                  .setWhy(refusal(refused.reason()))
                  .addAllInstead(offers(refused.alternatives(), refused.provider())));
      case Message.Committed committed ->
          wire.setCommitted(Wire.Committed.newBuilder().setId(reservationId(committed.id())));
      case Message.Results results ->
          wire.setResults(
              Wire.Results.newBuilder()
                  .setId(reservationId(results.id()))
                  .setEnded(TaskSetCodec.encode(results.endedTasks()))
                  .setEndedMillis(results.lastEndedMillis())
                  .setBillMillicredits(results.bill().millicredits()));
      case Message.EstimatePending estimating ->
          wire.setEstimating(
              Wire.Estimating.newBuilder()
                  .setCall(callId(estimating.call()))
                  .setProvider(estimating.provider().value())
                  .setUntilMillis(estimating.untilMillis()));
      case Message.CompletionChanged expected ->
          wire.setExpected(
              Wire.Expected.newBuilder()
                  .setId(reservationId(expected.id()))
                  .setByMillis(expected.completionMillis()));
    }
    return wire.build();
  }

  static Wire.Published published(Message.SlotsPublished published) {
    EntryLimit.check(published.slots().size(), "free slots");
    return Wire.Published.newBuilder()
        .setProvider(published.provider().value())
        .setProcessors(published.cluster().processors())
        .setSpeedPermille(published.cluster().speedPermille())
        .setPricePerProcessorHourMillicredits(published.pricePerProcessorHour().millicredits())
        .setLeadMillis(published.leadMillis())
        .addAllSlots(published.slots().stream().map(MessageEncoder::freeSlot).toList())
        .setMadeMillis(published.madeMillis())
        .build();
  }

  static Wire.OwedId outboxMessageId(OutboxMessage.Id id) {
    return Wire.OwedId.newBuilder()
        .setBag(id.bag().value())
        .setVersion(id.version())
        .setIndex(id.index())
        .build();
  }

  static Wire.PackHeader packHeader(PackHeader header) {
    return Wire.PackHeader.newBuilder()
        .setReservation(reservationId(header.reservation()))
        .addAllOutcomes(header.outcomes().stream().map(MessageEncoder::outcome).toList())
        .setDigest(digest(header.digest()))
        .setBytes(header.bytes())
        .build();
  }

  static ByteString digest(Digest digest) {
    return ByteString.fromHex(digest.hex());
  }

  private static Wire.Outcome outcome(TaskOutcome outcome) {
    return Wire.Outcome.newBuilder()
        .setExitCode(outcome.exitCode())
        .setTasks(TaskSetCodec.encode(outcome.tasks()))
        .build();
  }

  private static Wire.ReservationId reservationId(ReservationId id) {
    return Wire.ReservationId.newBuilder()
        .setCall(callId(id.call()))
        .setAttempt(id.attempt())
        .setProvider(id.provider().value())
        .build();
  }

  private static Wire.CallId callId(CallId id) {
    return Wire.CallId.newBuilder().setBag(id.bag().value()).setRound(id.round()).build();
  }

  private static Wire.Bag bag(Bag bag) {
    return Wire.Bag.newBuilder()
        .setTasks(bag.tasks())
        .setWidth(bag.width())
        .setEstimateMillis(bag.estimateMillis())
        .setSubmittedMillis(bag.submittedMillis())
        .setDeadlineMillis(bag.deadlineMillis())
        .build();
  }

  private static Wire.Offers offers(Message.Offers offers) {
    return Wire.Offers.newBuilder()
        .setCall(callId(offers.call()))
        .setProvider(offers.provider().value())
        .setVersion(offers.version())
        .addAllOffers(offers(offers.offers(), offers.provider()))
        .setDisclosure(disclosure(offers.disclosure()))
        .setMadeMillis(offers.madeMillis())
        .setValidUntilMillis(offers.validUntilMillis())
        .build();
  }

  private static List<Wire.Offer> offers(List<Offer> offers, ProviderId provider) {
    EntryLimit.check(offers.size(), "offers");
    return offers.stream().map(offer -> offer(offer, provider)).toList();
  }

  private static Wire.Offer offer(Offer offer, ProviderId provider) {
    if (!offer.provider().equals(provider)) {
      throw new IllegalArgumentException(
          "A message of " + provider + " has an offer of " + offer.provider() + ".");
    }
    return Wire.Offer.newBuilder()
        .setTasks(offer.tasks())
        .setByMillis(offer.completionMillis())
        .setPricePerTaskMillicredits(offer.pricePerTask().millicredits())
        .build();
  }

  private static Wire.Disclosure disclosure(Disclosure disclosure) {
    Wire.Disclosure.Builder wire = Wire.Disclosure.newBuilder();
    disclosure.power().ifPresent(wire::setPower);
    disclosure.remainingWork().ifPresent(wire::setRemainingWork);
    disclosure
        .bids()
        .ifPresent(
            bids ->
                wire.setBids(
                    Wire.BidRange.newBuilder()
                        .setLeastPerMinuteMillicredits(bids.min().millicredits())
                        .setMostPerMinuteMillicredits(bids.max().millicredits())
                        .setFirstPerMinuteMillicredits(bids.initial().millicredits())));
    disclosure.slots().map(MessageEncoder::slots).ifPresent(wire::setSlots);
    return wire.build();
  }

  private static Wire.Slots slots(Disclosure.Slots slots) {
    EntryLimit.check(slots.slots().size(), "free windows");
    return Wire.Slots.newBuilder()
        .setWidth(slots.width())
        .setTaskMillis(slots.taskMillis())
        .addAllWindows(slots.slots().stream().map(MessageEncoder::freeSlot).toList())
        .build();
  }

  private static Wire.FreeSlot freeSlot(FreeSlot slot) {
    return Wire.FreeSlot.newBuilder()
        .setFromMillis(slot.fromMillis())
        .setUntilMillis(slot.untilMillis())
        .setProcessors(slot.processors())
        .build();
  }

  private static Wire.Refusal refusal(Message.RefusalReason why) {
    return switch (why) {
      case NO_SUCH_OFFER -> Wire.Refusal.REFUSAL_NOT_ON_OFFER;
      case NO_CAPACITY -> Wire.Refusal.REFUSAL_NO_ROOM_ANY_MORE;
      case LEASE_EXPIRED -> Wire.Refusal.REFUSAL_LEASE_ENDED;
    };
  }
}
