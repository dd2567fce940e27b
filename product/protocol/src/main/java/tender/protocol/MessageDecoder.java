package tender.protocol;

import com.google.protobuf.ByteString;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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
import tender.bagfile.Digest;
import tender.bagfile.results.TaskOutcome;

/**
 * From the wire to core's values. What is not acceptable is an {@link IllegalArgumentException},
 * mostly thrown by the values themselves. Empty where the kind is one that we do not know.
 */
final class MessageDecoder {
  private static final int DIGEST_BYTES = 32;

  private MessageDecoder() {}

  static Optional<Message.ToProvider> toProvider(Wire.Owed wire) {
    return switch (wire.getMessageCase()) {
      case CALL -> {
        Wire.Call call = wire.getCall();
        yield Optional.of(
            new Message.Call(
                callId(call.getId()),
                bag(call.getBag()),
                call.getPenaltyPermille(),
                call.hasBidder() ? Optional.of(bidder(call.getBidder())) : Optional.empty()));
      }
      case RESERVE -> Optional.of(reserve(wire.getReserve()));
      case COMMIT -> {
        Wire.Commit commit = wire.getCommit();
        yield Optional.of(
            new Message.Commit(reservationId(commit.getId()), TaskSetCodec.decode(commit.getTasks())));
      }
      case RELEASE -> Optional.of(new Message.Release(reservationId(wire.getRelease().getId())));
      case ACCEPTED -> {
        Wire.Accepted accepted = wire.getAccepted();
        yield Optional.of(
            new Message.ResultsAccepted(
                reservationId(accepted.getId()), TaskSetCodec.decode(accepted.getTasks())));
      }
      case INQUIRE -> Optional.of(new Message.Inquire(reservationId(wire.getInquire().getId())));
      case BAG_EXPECTED -> {
        Wire.BagExpected expected = wire.getBagExpected();
        yield Optional.of(
            new Message.BagCompletion(
                reservationId(expected.getId()),
                instantOrNever(expected.getByMillis(), "of the expected end of a bag")));
      }
      case BID -> {
        Wire.Bid bid = wire.getBid();
        yield Optional.of(
            new Message.Bid(
                reservationId(bid.getId()),
                bid.getSerial(),
                new Money(bid.getPerMinuteMillicredits())));
      }
      case MESSAGE_NOT_SET -> Optional.empty();
    };
  }

  static Optional<Message.ToMetascheduler> toMetascheduler(Wire.FromAgent wire) {
    return switch (wire.getKindCase()) {
      case OFFERS -> Optional.of(offers(wire.getOffers()));
      case RESERVED -> {
        Wire.Reserved reserved = wire.getReserved();
        yield Optional.of(
            new Message.Reserved(
                reservationId(reserved.getId()),
                instantOrNever(reserved.getUntilMillis(), "of the end of a lease")));
      }
      case REFUSED -> Optional.of(refused(wire.getRefused()));
      case COMMITTED ->
          Optional.of(new Message.Committed(reservationId(wire.getCommitted().getId())));
      case RESULTS -> {
        Wire.Results results = wire.getResults();
        yield Optional.of(
            new Message.Results(
                reservationId(results.getId()),
                TaskSetCodec.decode(results.getEnded()),
                instantOrNever(results.getEndedMillis(), "of the last result"),
                new Money(results.getBillMillicredits())));
      }
      case ESTIMATING -> {
        Wire.Estimating estimating = wire.getEstimating();
        yield Optional.of(
            new Message.EstimatePending(
                callId(estimating.getCall()),
                new ProviderId(estimating.getProvider()),
                instantOrNever(estimating.getUntilMillis(), "until which estimates are made")));
      }
      case EXPECTED -> {
        Wire.Expected expected = wire.getExpected();
        yield Optional.of(
            new Message.CompletionChanged(
                reservationId(expected.getId()),
                instantOrNever(expected.getByMillis(), "of the expected end of a part")));
      }
      case HELLO, ACKNOWLEDGE, PUBLISHED, KIND_NOT_SET -> Optional.empty();
    };
  }

  static OutboxMessage.Id outboxMessageId(Wire.OwedId wire) {
    if (wire.getVersion() < 0) {
      throw new IllegalArgumentException(
          "The version of a bag is " + wire.getVersion() + ", below zero.");
    }
    return new OutboxMessage.Id(
        new BagId(wire.getBag()), wire.getVersion(), notNegative(wire.getIndex(), "An index"));
  }

  static PackHeader packHeader(Wire.PackHeader wire) {
    EntryLimit.check(wire.getOutcomesCount(), "outcomes");
    return new PackHeader(
        reservationId(wire.getReservation()),
        wire.getOutcomesList().stream()
            .map(each -> new TaskOutcome(each.getExitCode(), TaskSetCodec.decode(each.getTasks())))
            .toList(),
        digest(wire.getDigest()),
        wire.getBytes());
  }

  static Digest digest(ByteString wire) {
    // Before its hexadecimal digits are made: it may be as long as a message.
    if (wire.size() != DIGEST_BYTES) {
      throw new IllegalArgumentException(
          "A digest has " + wire.size() + " bytes, and must have " + DIGEST_BYTES + ".");
    }
    return new Digest(HexFormat.of().formatHex(wire.toByteArray()));
  }

  private static ReservationId reservationId(Wire.ReservationId wire) {
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
        wire.getDeadlineMillis());
  }

  private static Message.Reserve reserve(Wire.Reserve wire) {
    if (wire.getTasks() <= 0) {
      throw new IllegalArgumentException(
          "The number of tasks to reserve is " + wire.getTasks() + ", and must be at least 1.");
    }
    return new Message.Reserve(
        reservationId(wire.getId()),
        wire.getTasks(),
        instantOrNever(wire.getByMillis(), "by which reserved tasks end"));
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
    EntryLimit.check(wire.size(), "offers");
    return wire.stream()
        .map(
            offer ->
                new Offer(
                    provider,
                    offer.getTasks(),
                    offer.getByMillis(),
                    new Money(offer.getPricePerTaskMillicredits())))
        .toList();
  }

  private static Disclosure disclosure(Wire.Disclosure wire) {
    return new Disclosure(
        wire.hasPower() ? OptionalLong.of(wire.getPower()) : OptionalLong.empty(),
        wire.hasRemainingWork() ? OptionalLong.of(wire.getRemainingWork()) : OptionalLong.empty(),
        wire.hasSlots() ? Optional.of(slots(wire.getSlots())) : Optional.empty(),
        wire.hasBids() ? Optional.of(bids(wire.getBids())) : Optional.empty());
  }

  private static BidRange bids(Wire.BidRange wire) {
    return new BidRange(
        new Money(wire.getLeastPerMinuteMillicredits()),
        new Money(wire.getMostPerMinuteMillicredits()),
        new Money(wire.getFirstPerMinuteMillicredits()));
  }

  private static Message.BidStrategy bidder(Wire.Bidder wire) {
    return new Message.BidStrategy(
        wire.hasPerMinuteMillicredits()
            ? Optional.of(new Money(wire.getPerMinuteMillicredits()))
            : Optional.empty());
  }

  private static Disclosure.Slots slots(Wire.Slots wire) {
    EntryLimit.check(wire.getWindowsCount(), "free windows");
    return new Disclosure.Slots(
        wire.getWidth(),
        wire.getTaskMillis(),
        wire.getWindowsList().stream().map(MessageDecoder::freeSlot).toList());
  }

  private static FreeSlot freeSlot(Wire.FreeSlot wire) {
    return new FreeSlot(wire.getFromMillis(), wire.getUntilMillis(), wire.getProcessors());
  }

  static Message.SlotsPublished published(Wire.Published wire) {
    EntryLimit.check(wire.getSlotsCount(), "free slots");
    return new Message.SlotsPublished(
        new ProviderId(wire.getProvider()),
        new Cluster(wire.getProcessors(), wire.getSpeedPermille()),
        new Money(wire.getPricePerProcessorHourMillicredits()),
        wire.getLeadMillis(),
        wire.getSlotsList().stream().map(MessageDecoder::freeSlot).toList(),
        wire.getMadeMillis());
  }

  private static Message.Refused refused(Wire.Refused wire) {
    ReservationId id = reservationId(wire.getId());
    return new Message.Refused(
        id, refusal(wire.getWhy()), offers(wire.getInsteadList(), id.provider()));
  }

  private static Message.RefusalReason refusal(Wire.Refusal wire) {
    return switch (wire) {
      case REFUSAL_NOT_ON_OFFER -> Message.RefusalReason.NO_SUCH_OFFER;
      case REFUSAL_NO_ROOM_ANY_MORE -> Message.RefusalReason.NO_CAPACITY;
      case REFUSAL_LEASE_ENDED -> Message.RefusalReason.LEASE_EXPIRED;
      case REFUSAL_UNSPECIFIED, UNRECOGNIZED ->
          throw new IllegalArgumentException("A refusal gives no reason that is known here.");
    };
  }

  private static int notNegative(int number, String name) {
    if (number < 0) {
      throw new IllegalArgumentException(name + " is " + number + ", below zero.");
    }
    return number;
  }

  private static long instantOrNever(long instantMillis, String name) {
    return Time.requireInstantOrNever(instantMillis, name);
  }
}
