package tender.protocol;

import com.google.protobuf.ByteString;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tender.bagfile.Digest;
import tender.bagfile.RelativePath;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.BidRange;
import tender.core.model.Cluster;
import tender.core.model.Disclosure;
import tender.core.model.FreeSlot;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.store.OutboxMessage;
import tender.protocol.v1.Wire;

/**
 * Decodes protobuf messages into core's values. An invalid value causes an {@link
 * IllegalArgumentException}, usually from the value's own constructor. A message of an unknown kind
 * decodes to empty.
 */
final class MessageDecoder {
  private static final int DIGEST_BYTES = 32;

  private MessageDecoder() {}

  static Optional<Message.ToProvider> toProvider(Wire.OutboxMessage wire) {
    return Optional.ofNullable(message(wire));
  }

  private static Message.@Nullable ToProvider message(Wire.OutboxMessage wire) {
    return switch (wire.getMessageCase()) {
      case CALL -> {
        Wire.Call call = wire.getCall();
        yield new Message.Call(
            callId(call.getId()),
            bag(call.getBag()),
            call.getPenaltyPermille(),
            call.hasBidStrategy()
                ? Optional.of(bidStrategy(call.getBidStrategy()))
                : Optional.empty(),
            call.getForeign());
      }
      case RESERVE -> reserve(wire.getReserve());
      case COMMIT -> {
        Wire.Commit commit = wire.getCommit();
        yield new Message.Commit(
            reservationId(commit.getId()), TaskSetCodec.decode(commit.getTasks()));
      }
      case RELEASE -> new Message.Release(reservationId(wire.getRelease().getId()));
      case RESULTS_ACCEPTED -> {
        Wire.ResultsAccepted accepted = wire.getResultsAccepted();
        yield new Message.ResultsAccepted(
            reservationId(accepted.getId()), TaskSetCodec.decode(accepted.getTasks()));
      }
      case INQUIRE -> new Message.Inquire(reservationId(wire.getInquire().getId()));
      case BAG_COMPLETION -> {
        Wire.BagCompletion completion = wire.getBagCompletion();
        yield new Message.BagCompletion(
            reservationId(completion.getId()),
            instantOrNever(completion.getCompletionMillis(), "of the expected end of a bag"));
      }
      case BID -> {
        Wire.Bid bid = wire.getBid();
        yield new Message.Bid(
            reservationId(bid.getId()),
            bid.getSequence(),
            new Money(bid.getPerMinuteMillicredits()));
      }
      case MESSAGE_NOT_SET -> null;
    };
  }

  static Optional<Message.ToMetascheduler> toMetascheduler(Wire.FromAgent wire) {
    return Optional.ofNullable(message(wire));
  }

  private static Message.@Nullable ToMetascheduler message(Wire.FromAgent wire) {
    return switch (wire.getKindCase()) {
      case OFFERS -> offers(wire.getOffers());
      case RESERVED -> {
        Wire.Reserved reserved = wire.getReserved();
        yield new Message.Reserved(
            reservationId(reserved.getId()),
            instantOrNever(reserved.getLeaseExpiresMillis(), "at which a lease expires"));
      }
      case REFUSED -> refused(wire.getRefused());
      case COMMITTED -> new Message.Committed(reservationId(wire.getCommitted().getId()));
      case RESULTS -> {
        Wire.Results results = wire.getResults();
        yield new Message.Results(
            reservationId(results.getId()),
            TaskSetCodec.decode(results.getEndedTasks()),
            instantOrNever(results.getLastEndedMillis(), "of the last result"),
            new Money(results.getBillMillicredits()));
      }
      case ESTIMATE_PENDING -> {
        Wire.EstimatePending pending = wire.getEstimatePending();
        yield new Message.EstimatePending(
            callId(pending.getCall()),
            new ProviderId(pending.getProvider()),
            instantOrNever(pending.getUntilMillis(), "until which an estimate is pending"));
      }
      case COMPLETION_CHANGED -> {
        Wire.CompletionChanged changed = wire.getCompletionChanged();
        yield new Message.CompletionChanged(
            reservationId(changed.getId()),
            instantOrNever(changed.getCompletionMillis(), "of the expected end of a part"));
      }
      case HELLO, ACKNOWLEDGE, SLOTS_PUBLISHED, ATTEMPTS_FAILED, KIND_NOT_SET -> null;
    };
  }

  static OutboxMessage.Id outboxMessageId(Wire.OutboxMessageId wire) {
    if (wire.getVersion() < 0) {
      throw new IllegalArgumentException(
          "The version of a bag is " + wire.getVersion() + "; it must be at least 0.");
    }
    return new OutboxMessage.Id(
        new BagId(wire.getBag()), wire.getVersion(), notNegative(wire.getIndex(), "An index"));
  }

  static PackHeader packHeader(Wire.PackHeader wire) {
    ProtocolLimits.requireMaxEntries(wire.getOutcomesCount(), "outcomes");
    return new PackHeader(
        reservationId(wire.getReservation()),
        wire.getOutcomesList().stream()
            .map(
                outcome ->
                    new TaskOutcome(
                        outcome.getExitCode(),
                        TaskSetCodec.decode(outcome.getTasks()),
                        outcome.getMissingOutput()))
            .toList(),
        digest(wire.getDigest()),
        wire.getBytes());
  }

  static KeptOutputRequest keptOutputRequest(Wire.KeptOutputRequest wire) {
    return new KeptOutputRequest(
        wire.getId(),
        reservationId(wire.getReservation()),
        notNegative(wire.getTaskIndex(), "A task index"),
        new RelativePath(wire.getPath()),
        wire.getFromByte(),
        notNegative(wire.getPieces(), "The number of pieces"));
  }

  static LargeOutput output(Wire.Output wire) {
    return new LargeOutput(
        reservationId(wire.getReservation()),
        notNegative(wire.getTaskIndex(), "A task index"),
        new RelativePath(wire.getPath()),
        digest(wire.getDigest()),
        wire.getBytes());
  }

  /** A state of a later version means that this side cannot take part. */
  static OutputUpload outputUpload(Wire.OutputUpload wire) {
    return switch (wire.getState()) {
      case STATE_OPEN -> OutputUpload.open(wire.getPartBytes(), new TreeMap<>(wire.getTagsMap()));
      case STATE_STORED -> OutputUpload.STORED;
      case STATE_UNAVAILABLE, STATE_UNSPECIFIED, UNRECOGNIZED -> OutputUpload.UNAVAILABLE;
    };
  }

  static Digest digest(ByteString wire) {
    // Checked before conversion to hexadecimal: the bytes may be as long as a message.
    if (wire.size() != DIGEST_BYTES) {
      throw new IllegalArgumentException(
          "A digest has " + wire.size() + " bytes; it must have " + DIGEST_BYTES + ".");
    }
    return new Digest(HexFormat.of().formatHex(wire.toByteArray()));
  }

  static ReservationId reservationId(Wire.ReservationId wire) {
    return new ReservationId(
        callId(wire.getCall()),
        notNegative(wire.getAttempt(), "An attempt"),
        new ProviderId(wire.getProvider()));
  }

  private static CallId callId(Wire.CallId wire) {
    return new CallId(new BagId(wire.getBag()), notNegative(wire.getRound(), "A round"));
  }

  private static Bag bag(Wire.Bag wire) {
    return new Bag(
        wire.getTasks(),
        wire.getWidth(),
        wire.getEstimateMillis(),
        wire.getSubmittedMillis(),
        wire.getDeadlineMillis(),
        wire.hasRequest()
            ? Optional.of(ResourceCodec.decode(wire.getRequest()))
            : Optional.empty());
  }

  private static Message.Reserve reserve(Wire.Reserve wire) {
    if (wire.getTasks() <= 0) {
      throw new IllegalArgumentException(
          "The number of tasks to reserve is " + wire.getTasks() + "; it must be at least 1.");
    }
    return new Message.Reserve(
        reservationId(wire.getId()),
        wire.getTasks(),
        instantOrNever(wire.getCompletionMillis(), "by which reserved tasks end"));
  }

  private static Message.Offers offers(Wire.Offers wire) {
    var provider = new ProviderId(wire.getProvider());
    return new Message.Offers(
        callId(wire.getCall()),
        provider,
        notNegative(wire.getVersion(), "The version of offers"),
        offers(wire.getOffersList(), provider),
        disclosure(wire.getDisclosure()),
        instantOrNever(wire.getMadeMillis(), "at which offers were made"),
        instantOrNever(wire.getValidUntilMillis(), "until which offers are valid"));
  }

  private static List<Offer> offers(List<Wire.Offer> wire, ProviderId provider) {
    ProtocolLimits.requireMaxEntries(wire.size(), "offers");
    return wire.stream()
        .map(
            offer ->
                new Offer(
                    provider,
                    offer.getTasks(),
                    offer.getCompletionMillis(),
                    new Money(offer.getPricePerTaskMillicredits())))
        .toList();
  }

  private static Disclosure disclosure(Wire.Disclosure wire) {
    return new Disclosure(
        wire.hasPower() ? OptionalLong.of(wire.getPower()) : OptionalLong.empty(),
        wire.hasRemainingWork() ? OptionalLong.of(wire.getRemainingWork()) : OptionalLong.empty(),
        wire.hasSlots() ? Optional.of(slots(wire.getSlots())) : Optional.empty(),
        wire.hasBids() ? Optional.of(bids(wire.getBids())) : Optional.empty(),
        wire.getFirm(),
        wire.hasMisfit() ? ResourceCodec.decode(wire.getMisfit()) : Optional.empty());
  }

  private static BidRange bids(Wire.BidRange wire) {
    return new BidRange(
        new Money(wire.getMinPerMinuteMillicredits()),
        new Money(wire.getMaxPerMinuteMillicredits()),
        new Money(wire.getInitialPerMinuteMillicredits()),
        wire.getSurchargePercent());
  }

  private static Message.BidStrategy bidStrategy(Wire.BidStrategy wire) {
    return new Message.BidStrategy(
        wire.hasFixedPerMinuteMillicredits()
            ? Optional.of(new Money(wire.getFixedPerMinuteMillicredits()))
            : Optional.empty());
  }

  private static Disclosure.Slots slots(Wire.Slots wire) {
    ProtocolLimits.requireMaxEntries(wire.getSlotsCount(), "free slots");
    return new Disclosure.Slots(
        wire.getWidth(),
        wire.getTaskMillis(),
        wire.getSlotsList().stream().map(MessageDecoder::freeSlot).toList());
  }

  private static FreeSlot freeSlot(Wire.FreeSlot wire) {
    return new FreeSlot(wire.getFromMillis(), wire.getUntilMillis(), wire.getProcessors());
  }

  static Message.SlotsPublished published(Wire.SlotsPublished wire) {
    ProtocolLimits.requireMaxEntries(wire.getSlotsCount(), "free slots");
    return new Message.SlotsPublished(
        new ProviderId(wire.getProvider()),
        new Cluster(wire.getProcessors(), wire.getSpeedPermille()),
        new Money(wire.getPricePerProcessorHourMillicredits()),
        wire.getLeadMillis(),
        wire.getSlotsList().stream().map(MessageDecoder::freeSlot).toList(),
        wire.getMadeMillis());
  }

  static Message.AttemptsFailed attemptsFailed(Wire.AttemptsFailed wire) {
    return new Message.AttemptsFailed(
        reservationId(wire.getId()),
        wire.getAttempts(),
        TaskSetCodec.decode(wire.getTasks()),
        wire.getSucceededTasks(),
        wire.getLatestList().stream().map(MessageDecoder::failedAttempt).toList());
  }

  private static Message.FailedAttempt failedAttempt(Wire.FailedAttempt wire) {
    return new Message.FailedAttempt(
        wire.getTaskIndex(), wire.getAttempt(), wire.getExitCode(), wire.getStderrTail());
  }

  private static Message.Refused refused(Wire.Refused wire) {
    ReservationId id = reservationId(wire.getId());
    return new Message.Refused(
        id, refusalReason(wire.getReason()), offers(wire.getAlternativesList(), id.provider()));
  }

  private static Message.RefusalReason refusalReason(Wire.RefusalReason wire) {
    return switch (wire) {
      case REFUSAL_REASON_NO_SUCH_OFFER -> Message.RefusalReason.NO_SUCH_OFFER;
      case REFUSAL_REASON_NO_CAPACITY -> Message.RefusalReason.NO_CAPACITY;
      case REFUSAL_REASON_LEASE_EXPIRED -> Message.RefusalReason.LEASE_EXPIRED;
      case REFUSAL_REASON_UNSPECIFIED, UNRECOGNIZED ->
          throw new IllegalArgumentException("The reason of a refusal is missing or unknown.");
    };
  }

  private static int notNegative(int number, String name) {
    if (number < 0) {
      throw new IllegalArgumentException(name + " is " + number + "; it must be at least 0.");
    }
    return number;
  }

  private static long instantOrNever(long instantMillis, String name) {
    return Time.requireInstantOrNever(instantMillis, name);
  }
}
