package tender.core.metascheduler;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.core.ledger.PartContract;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagTransition;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.Money;
import tender.core.model.Time;

/**
 * The rules for payments after the end of a bag. When a bag is stopped while its parts run, their
 * providers are paid for the time that was used until then: each sends its final bill, followed by
 * a refusal, as for every part that it does not have any more. Then the rest of the money is
 * released. A provider that does not answer several inquiries is paid nothing more.
 */
record Settlement(TimeoutConfig timeouts) {
  private static final int MAX_UNANSWERED = 3;

  /** Ends a bag that is stopped while its parts run. */
  void end(BagBuilder bag, BagState.Ending ending, BagEffect last, long nowMillis) {
    bag.endUnsettled(ending, last, nowMillis, timeouts.inquiryIntervalMillis());
  }

  BagTransition handle(BagState.Ended bag, BagEvent event, long nowMillis) {
    return switch (event) {
      case BagEvent.MessageReceived(Message.ReservationAnswer answer) ->
          receive(bag, answer, nowMillis);
      case BagEvent.TimerFired() -> inquire(bag, nowMillis);
      default -> new BagTransition(bag, List.of());
    };
  }

  private static BagTransition receive(
      BagState.Ended bag, Message.ReservationAnswer answer, long nowMillis) {
    RunningPart part = unsettled(bag, answer.id());
    List<BagEffect> effects = new ArrayList<>();
    if (part != null && answer instanceof Message.Results results) {
      RunningPart billed = Accounting.bill(effects, part, results.bill(), nowMillis);
      return transition(bag, List.of(billed), List.of(part), effects);
    }
    if (part != null && answer instanceof Message.Refused) {
      Accounting.settle(effects, part);
      return transition(bag, List.of(), List.of(part), effects);
    }
    if (!(answer instanceof Message.Refused)) {
      // The provider still holds a reservation for an ended bag.
      effects.add(new BagEffect.Send(answer.provider(), new Message.Release(answer.id())));
    }
    return new BagTransition(bag, effects);
  }

  private BagTransition inquire(BagState.Ended bag, long nowMillis) {
    List<RunningPart> before = new ArrayList<>();
    List<RunningPart> after = new ArrayList<>();
    List<BagEffect> effects = new ArrayList<>();
    for (RunningPart part : bag.unsettledParts()) {
      if (part.nextInquiryMillis() > nowMillis) {
        continue;
      }
      before.add(part);
      if (part.unansweredInquiries() >= MAX_UNANSWERED) {
        Accounting.settle(effects, part);
      } else {
        // Both, because the provider may not have received the release.
        effects.add(new BagEffect.Send(part.id().provider(), new Message.Release(part.id())));
        effects.add(new BagEffect.Send(part.id().provider(), new Message.Inquire(part.id())));
        after.add(part.withInquiry(Time.after(nowMillis, timeouts.inquiryIntervalMillis())));
      }
    }
    return transition(bag, after, before, effects);
  }

  /** Replaces parts, and adds what was billed for them to what the bag has cost. */
  private static BagTransition transition(
      BagState.Ended bag,
      List<RunningPart> added,
      List<RunningPart> removed,
      List<BagEffect> effects) {
    List<RunningPart> unsettled = new ArrayList<>(bag.unsettledParts());
    unsettled.removeAll(removed);
    unsettled.addAll(added);
    Money paid = bag.paid();
    for (RunningPart part : added) {
      paid = paid.plus(earned(part)).minus(earned(unsettled(bag, part.id())));
    }
    return new BagTransition(
        new BagState.Ended(
            bag.id(),
            bag.bag(),
            bag.ending(),
            bag.doneTasks(),
            bag.promise(),
            bag.breach(),
            bag.endedMillis(),
            paid,
            unsettled),
        effects);
  }

  private static Money earned(@Nullable RunningPart part) {
    return part == null
        ? Money.ZERO
        : part.contract().map(PartContract::accrued).orElse(Money.ZERO);
  }

  private static @Nullable RunningPart unsettled(BagState.Ended bag, ReservationId id) {
    for (RunningPart part : bag.unsettledParts()) {
      if (part.id().equals(id)) {
        return part;
      }
    }
    return null;
  }
}
