package tender.protocol;

import com.google.protobuf.ByteString;
import java.util.List;
import tender.bagfile.Digest;
import tender.bagfile.results.TaskOutcome;
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

/** Encodes core's values as protobuf messages. */
final class MessageEncoder {
  private MessageEncoder() {}

  static Wire.OutboxMessage outboxMessage(OutboxMessage outboxMessage) {
    Wire.OutboxMessage.Builder wire =
        Wire.OutboxMessage.newBuilder().setId(outboxMessageId(outboxMessage.id()));
    switch (outboxMessage.message()) {
      case Message.Call call -> wire.setCall(call(call));
      case Message.Bid bid ->
          wire.setBid(
              Wire.Bid.newBuilder()
                  .setId(reservationId(bid.id()))
                  .setSequence(bid.sequence())
                  .setPerMinuteMillicredits(bid.perMinute().millicredits()));
      case Message.Reserve reserve ->
          wire.setReserve(
              Wire.Reserve.newBuilder()
                  .setId(reservationId(reserve.id()))
                  .setTasks(reserve.tasks())
                  .setCompletionMillis(reserve.completionMillis()));
      case Message.Commit commit ->
          wire.setCommit(
              Wire.Commit.newBuilder()
                  .setId(reservationId(commit.id()))
                  .setTasks(TaskSetCodec.encode(commit.tasks())));
      case Message.Release release ->
          wire.setRelease(Wire.Release.newBuilder().setId(reservationId(release.id())));
      case Message.ResultsAccepted accepted ->
          wire.setResultsAccepted(
              Wire.ResultsAccepted.newBuilder()
                  .setId(reservationId(accepted.id()))
                  .setTasks(TaskSetCodec.encode(accepted.tasks())));
      case Message.Inquire inquire ->
          wire.setInquire(Wire.Inquire.newBuilder().setId(reservationId(inquire.id())));
      case Message.BagCompletion completion ->
          wire.setBagCompletion(
              Wire.BagCompletion.newBuilder()
                  .setId(reservationId(completion.id()))
                  .setCompletionMillis(completion.completionMillis()));
    }
    return wire.build();
  }

  private static Wire.Call call(Message.Call call) {
    Wire.Call.Builder wire =
        Wire.Call.newBuilder()
            .setId(callId(call.id()))
            .setBag(bag(call.bag()))
            .setPenaltyPermille(call.penaltyPermille())
            .setForeign(call.foreign());
    call.bidStrategy()
        .ifPresent(
            strategy -> {
              Wire.BidStrategy.Builder builder = Wire.BidStrategy.newBuilder();
              strategy
                  .fixedPerMinute()
                  .ifPresent(bid -> builder.setFixedPerMinuteMillicredits(bid.millicredits()));
              wire.setBidStrategy(builder);
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
                  .setLeaseExpiresMillis(reserved.leaseExpiresMillis()));
      case Message.Refused refused ->
          wire.setRefused(
              Wire.Refused.newBuilder()
                  .setId(reservationId(refused.id()))
                  .setReason(refusalReason(refused.reason()))
                  .addAllAlternatives(offers(refused.alternatives(), refused.provider())));
      case Message.Committed committed ->
          wire.setCommitted(Wire.Committed.newBuilder().setId(reservationId(committed.id())));
      case Message.Results results ->
          wire.setResults(
              Wire.Results.newBuilder()
                  .setId(reservationId(results.id()))
                  .setEndedTasks(TaskSetCodec.encode(results.endedTasks()))
                  .setLastEndedMillis(results.lastEndedMillis())
                  .setBillMillicredits(results.bill().millicredits()));
      case Message.EstimatePending pending ->
          wire.setEstimatePending(
              Wire.EstimatePending.newBuilder()
                  .setCall(callId(pending.call()))
                  .setProvider(pending.provider().value())
                  .setUntilMillis(pending.untilMillis()));
      case Message.CompletionChanged changed ->
          wire.setCompletionChanged(
              Wire.CompletionChanged.newBuilder()
                  .setId(reservationId(changed.id()))
                  .setCompletionMillis(changed.completionMillis()));
    }
    return wire.build();
  }

  static Wire.SlotsPublished published(Message.SlotsPublished published) {
    ProtocolLimits.requireMaxEntries(published.slots().size(), "free slots");
    return Wire.SlotsPublished.newBuilder()
        .setProvider(published.provider().value())
        .setProcessors(published.cluster().processors())
        .setSpeedPermille(published.cluster().speedPermille())
        .setPricePerProcessorHourMillicredits(published.pricePerProcessorHour().millicredits())
        .setLeadMillis(published.leadMillis())
        .addAllSlots(published.slots().stream().map(MessageEncoder::freeSlot).toList())
        .setMadeMillis(published.madeMillis())
        .build();
  }

  static Wire.AttemptsFailed attemptsFailed(Message.AttemptsFailed report) {
    return Wire.AttemptsFailed.newBuilder()
        .setId(reservationId(report.id()))
        .setAttempts(report.attempts())
        .setTasks(TaskSetCodec.encode(report.tasks()))
        .setSucceededTasks(report.succeededTasks())
        .addAllLatest(report.latest().stream().map(MessageEncoder::failedAttempt).toList())
        .build();
  }

  private static Wire.FailedAttempt failedAttempt(Message.FailedAttempt failed) {
    return Wire.FailedAttempt.newBuilder()
        .setTaskIndex(failed.taskIndex())
        .setAttempt(failed.attempt())
        .setExitCode(failed.exitCode())
        .setStderrTail(failed.stderrTail())
        .build();
  }

  static Wire.OutboxMessageId outboxMessageId(OutboxMessage.Id id) {
    return Wire.OutboxMessageId.newBuilder()
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

  static Wire.KeptOutputRequest keptOutputRequest(KeptOutputRequest request) {
    return Wire.KeptOutputRequest.newBuilder()
        .setId(request.id())
        .setReservation(reservationId(request.reservation()))
        .setTaskIndex(request.taskIndex())
        .setPath(request.path().value())
        .setFromByte(request.fromByte())
        .setPieces(request.pieces())
        .build();
  }

  static Wire.KeptOutputPiece keptOutputPiece(KeptOutputPiece piece) {
    return Wire.KeptOutputPiece.newBuilder()
        .setRequest(piece.request())
        .setFromByte(piece.fromByte())
        .setTotalBytes(piece.totalBytes())
        .setContent(piece.content())
        .build();
  }

  static Wire.Output output(LargeOutput output) {
    return Wire.Output.newBuilder()
        .setReservation(reservationId(output.part()))
        .setTaskIndex(output.taskIndex())
        .setPath(output.path().value())
        .setDigest(digest(output.digest()))
        .setBytes(output.bytes())
        .build();
  }

  static Wire.OutputUpload outputUpload(OutputUpload upload) {
    return Wire.OutputUpload.newBuilder()
        .setState(
            switch (upload.state()) {
              case UNAVAILABLE -> Wire.OutputUpload.State.STATE_UNAVAILABLE;
              case OPEN -> Wire.OutputUpload.State.STATE_OPEN;
              case STORED -> Wire.OutputUpload.State.STATE_STORED;
            })
        .setPartBytes(upload.partBytes())
        .putAllTags(upload.tags())
        .build();
  }

  static ByteString digest(Digest digest) {
    return ByteString.fromHex(digest.hex());
  }

  private static Wire.TaskOutcome outcome(TaskOutcome outcome) {
    return Wire.TaskOutcome.newBuilder()
        .setExitCode(outcome.exitCode())
        .setTasks(TaskSetCodec.encode(outcome.tasks()))
        .setMissingOutput(outcome.missingOutput())
        .build();
  }

  static Wire.ReservationId reservationId(ReservationId id) {
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
    Wire.Bag.Builder wire =
        Wire.Bag.newBuilder()
            .setTasks(bag.tasks())
            .setWidth(bag.width())
            .setEstimateMillis(bag.estimateMillis())
            .setSubmittedMillis(bag.submittedMillis())
            .setDeadlineMillis(bag.deadlineMillis());
    bag.request().map(ResourceCodec::encode).ifPresent(wire::setRequest);
    return wire.build();
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
    ProtocolLimits.requireMaxEntries(offers.size(), "offers");
    return offers.stream().map(offer -> offer(offer, provider)).toList();
  }

  private static Wire.Offer offer(Offer offer, ProviderId provider) {
    if (!offer.provider().equals(provider)) {
      throw new IllegalArgumentException(
          "A message of provider %s contains an offer of provider %s."
              .formatted(provider, offer.provider()));
    }
    return Wire.Offer.newBuilder()
        .setTasks(offer.tasks())
        .setCompletionMillis(offer.completionMillis())
        .setPricePerTaskMillicredits(offer.pricePerTask().millicredits())
        .build();
  }

  private static Wire.Disclosure disclosure(Disclosure disclosure) {
    Wire.Disclosure.Builder wire = Wire.Disclosure.newBuilder().setFirm(disclosure.firm());
    disclosure.power().ifPresent(wire::setPower);
    disclosure.remainingWork().ifPresent(wire::setRemainingWork);
    disclosure
        .bids()
        .ifPresent(
            bids ->
                wire.setBids(
                    Wire.BidRange.newBuilder()
                        .setMinPerMinuteMillicredits(bids.min().millicredits())
                        .setMaxPerMinuteMillicredits(bids.max().millicredits())
                        .setInitialPerMinuteMillicredits(bids.initial().millicredits())
                        .setSurchargePercent(bids.surchargePercent())));
    disclosure.slots().map(MessageEncoder::slots).ifPresent(wire::setSlots);
    disclosure.misfit().map(ResourceCodec::encode).ifPresent(wire::setMisfit);
    return wire.build();
  }

  private static Wire.Slots slots(Disclosure.Slots slots) {
    ProtocolLimits.requireMaxEntries(slots.slots().size(), "free slots");
    return Wire.Slots.newBuilder()
        .setWidth(slots.width())
        .setTaskMillis(slots.taskMillis())
        .addAllSlots(slots.slots().stream().map(MessageEncoder::freeSlot).toList())
        .build();
  }

  private static Wire.FreeSlot freeSlot(FreeSlot slot) {
    return Wire.FreeSlot.newBuilder()
        .setFromMillis(slot.fromMillis())
        .setUntilMillis(slot.untilMillis())
        .setProcessors(slot.processors())
        .build();
  }

  private static Wire.RefusalReason refusalReason(Message.RefusalReason reason) {
    return switch (reason) {
      case NO_SUCH_OFFER -> Wire.RefusalReason.REFUSAL_REASON_NO_SUCH_OFFER;
      case NO_CAPACITY -> Wire.RefusalReason.REFUSAL_REASON_NO_CAPACITY;
      case LEASE_EXPIRED -> Wire.RefusalReason.REFUSAL_REASON_LEASE_EXPIRED;
    };
  }
}
