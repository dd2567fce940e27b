package tender.core.metascheduler;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.core.compose.Composer;
import tender.core.compose.Composition;
import tender.core.compose.Part;
import tender.core.compose.Replies;
import tender.core.compose.Reply;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Offer;
import tender.core.model.ProviderId;

/**
 * The rules by which a bag is tendered. It has no state of its own: it says what an event makes of
 * the state of a bag.
 *
 * <ol>
 *   <li>All providers are called at once. When all have answered, or the time for it has passed,
 *       the offers are composed.
 *   <li>All parts are reserved at once. If all are held, all are committed, and when all have
 *       confirmed it the promise is given. If one is refused or silent, the others are released at
 *       once and what is left is composed anew, with what the refusing provider offers instead.
 *   <li>After too many attempts the bag is called again; after too many calls, given up.
 * </ol>
 *
 * <p>A message that does not fit the state, because it comes twice, late or from an earlier
 * attempt, changes nothing; a part that is held for nobody is released.
 */
public final class Metascheduler {
  private static final int ATTEMPTS_PER_CALL = 3;
  private static final int CALLS_PER_BAG = 3;

  private final List<ProviderId> providers;
  private final Composer composer;
  private final long answerMillis;

  /**
   * @param answerMillis how long to wait for answers
   */
  public Metascheduler(List<ProviderId> providers, Composer composer, long answerMillis) {
    this.providers = List.copyOf(providers);
    this.composer = composer;
    this.answerMillis = answerMillis;
  }

  /** Begins to tender a bag. */
  public Transition submit(BagId id, Bag bag, long nowMillis) {
    return call(new CallId(id, 1), bag, nowMillis, List.of());
  }

  /** What an event makes of a bag. */
  public Transition handle(BagState state, BagEvent event, long nowMillis) {
    return switch (event) {
      case BagEvent.Received(Message.Offers offers) -> gather(state, offers, nowMillis);
      case BagEvent.Received(Message.Reserved reserved) -> hold(state, reserved.id(), nowMillis);
      case BagEvent.Received(Message.Refused refused) -> refuse(state, refused, nowMillis);
      case BagEvent.Received(Message.Committed committed) -> confirm(state, committed.id());
      case BagEvent.Received(Message.PartEnded ended) -> end(state, ended);
      case BagEvent.Woken() -> wake(state, nowMillis);
    };
  }

  private Transition call(CallId id, Bag bag, long nowMillis, List<BagEffect> before) {
    List<BagEffect> effects = new ArrayList<>(before);
    for (ProviderId provider : providers) {
      effects.add(new BagEffect.Send(provider, new Message.Call(id, bag)));
    }
    long untilMillis = nowMillis + answerMillis;
    effects.add(new BagEffect.WakeAt(untilMillis));
    return new Transition(
        new BagState.Calling(bag, id, new LinkedHashMap<>(), untilMillis), effects);
  }

  private Transition gather(BagState state, Message.Offers offers, long nowMillis) {
    if (!(state instanceof BagState.Calling calling) || !calling.call().equals(offers.call())) {
      return unchanged(state);
    }
    BagState.Answered known = calling.replies().get(offers.provider());
    if (known != null && known.version() >= offers.version()) {
      return unchanged(state);
    }
    BagState.Calling after = with(calling, offers.provider(), offers.version(), reply(offers));
    return after.replies().size() == providers.size()
        ? compose(after, 1, nowMillis, List.of())
        : new Transition(after, List.of());
  }

  private static Reply reply(Message.Offers offers) {
    return new Reply(offers.provider(), offers.offers(), offers.disclosure());
  }

  private static BagState.Calling with(
      BagState.Calling calling, ProviderId provider, int version, Reply reply) {
    Map<ProviderId, BagState.Answered> replies = new LinkedHashMap<>(calling.replies());
    replies.put(provider, new BagState.Answered(version, reply));
    return new BagState.Calling(calling.bag(), calling.call(), replies, calling.untilMillis());
  }

  /** Composes what was offered and reserves it, or gives up. */
  private Transition compose(
      BagState.Calling calling, int attempt, long nowMillis, List<BagEffect> before) {
    List<BagEffect> effects = new ArrayList<>(before);
    Composition composition = composer.compose(replies(calling));
    if (composition.unplacedTasks() > 0) {
      return callAgain(calling, nowMillis, effects, BagEffect.Why.NOT_ENOUGH_OFFERED);
    }
    for (Part part : composition.parts()) {
      ReservationId id = new ReservationId(calling.call(), attempt, part.provider());
      effects.add(
          new BagEffect.Send(
              part.provider(), new Message.Reserve(id, part.tasks(), part.byMillis())));
    }
    long untilMillis = nowMillis + answerMillis;
    effects.add(new BagEffect.WakeAt(untilMillis));
    return new Transition(
        new BagState.Reserving(calling, attempt, composition, List.of(), untilMillis), effects);
  }

  /** In the order of the providers, not of their answers, so that speed decides nothing. */
  private Replies replies(BagState.Calling calling) {
    List<Reply> replies = new ArrayList<>();
    for (ProviderId provider : providers) {
      BagState.Answered answered = calling.replies().get(provider);
      if (answered != null) {
        replies.add(answered.reply());
      }
    }
    return new Replies(calling.bag().tasks(), calling.bag().deadlineMillis(), replies);
  }

  private Transition callAgain(
      BagState.Calling calling, long nowMillis, List<BagEffect> effects, BagEffect.Why why) {
    CallId failed = calling.call();
    if (failed.round() < CALLS_PER_BAG) {
      return call(new CallId(failed.bag(), failed.round() + 1), calling.bag(), nowMillis, effects);
    }
    effects.add(new BagEffect.NoPromise(why));
    return new Transition(new BagState.Ended(failed.bag()), effects);
  }

  private Transition hold(BagState state, ReservationId id, long nowMillis) {
    if (state instanceof BagState.Reserving reserving
        && isCurrent(reserving.call(), reserving.attempt(), id)) {
      List<ReservationId> reserved = new ArrayList<>(reserving.reserved());
      if (!reserved.contains(id)) {
        reserved.add(id);
      }
      BagState.Reserving after =
          new BagState.Reserving(
              reserving.call(),
              reserving.attempt(),
              reserving.composition(),
              reserved,
              reserving.untilMillis());
      return reserved.size() == reserving.composition().parts().size()
          ? commit(after, nowMillis)
          : new Transition(after, List.of());
    }
    boolean expected =
        switch (state) {
          case BagState.Committing committing ->
              isCurrent(committing.call(), committing.attempt(), id);
          case BagState.Promised promised -> promised.running().contains(id);
          default -> false;
        };
    return expected
        ? unchanged(state)
        : new Transition(
            state, List.of(new BagEffect.Send(id.provider(), new Message.Release(id))));
  }

  private Transition commit(BagState.Reserving reserving, long nowMillis) {
    BagState.Committing committing =
        new BagState.Committing(
            reserving.call(), reserving.attempt(), reserving.composition(), reserving.reserved());
    List<BagEffect> effects = new ArrayList<>();
    sayCommit(committing, nowMillis, effects);
    return new Transition(committing, effects);
  }

  /** Said until it is heard: the answer may be lost as well as the question. */
  private void sayCommit(BagState.Committing committing, long nowMillis, List<BagEffect> effects) {
    for (ReservationId id : committing.open()) {
      effects.add(new BagEffect.Send(id.provider(), new Message.Commit(id)));
    }
    effects.add(new BagEffect.WakeAt(nowMillis + answerMillis));
  }

  private static Transition confirm(BagState state, ReservationId id) {
    if (!(state instanceof BagState.Committing committing) || !committing.open().contains(id)) {
      return unchanged(state);
    }
    List<ReservationId> open = new ArrayList<>(committing.open());
    open.remove(id);
    if (open.isEmpty()) {
      List<ReservationId> running = new ArrayList<>();
      for (Part part : committing.composition().parts()) {
        running.add(
            new ReservationId(committing.call().call(), committing.attempt(), part.provider()));
      }
      return new Transition(
          new BagState.Promised(committing.call().bag(), committing.composition(), running),
          List.of(new BagEffect.Promise(committing.composition())));
    }
    return new Transition(
        new BagState.Committing(
            committing.call(), committing.attempt(), committing.composition(), open),
        List.of());
  }

  /**
   * A refused commitment is one whose lease ended before it was heard: then nobody is to do any.
   */
  private Transition refuse(BagState state, Message.Refused refused, long nowMillis) {
    List<ProviderId> failed = List.of(refused.provider());
    return switch (state) {
      case BagState.Reserving(var call, int attempt, var composition, var reserved, long until)
          when isCurrent(call, attempt, refused.id()) ->
          composeWithout(call, attempt, composition, failed, refused.instead(), nowMillis);
      case BagState.Committing(var call, int attempt, var composition, var open)
          when open.contains(refused.id()) ->
          composeWithout(call, attempt, composition, failed, refused.instead(), nowMillis);
      default -> unchanged(state);
    };
  }

  /**
   * Releases all other parts and tries again with other offers of those that do not hold theirs.
   */
  private Transition composeWithout(
      BagState.Calling call,
      int attempt,
      Composition composition,
      List<ProviderId> failed,
      List<Offer> instead,
      long nowMillis) {
    List<BagEffect> effects = new ArrayList<>();
    for (Part part : composition.parts()) {
      if (!failed.contains(part.provider())) {
        ReservationId id = new ReservationId(call.call(), attempt, part.provider());
        effects.add(new BagEffect.Send(part.provider(), new Message.Release(id)));
      }
    }
    BagState.Calling after = call;
    for (ProviderId provider : failed) {
      BagState.Answered before = call.replies().get(provider);
      if (before != null) {
        Reply reply = new Reply(provider, instead, before.reply().disclosure());
        after = with(after, provider, before.version(), reply);
      }
    }
    return attempt < ATTEMPTS_PER_CALL
        ? compose(after, attempt + 1, nowMillis, effects)
        : callAgain(after, nowMillis, effects, BagEffect.Why.TOO_OFTEN_REFUSED);
  }

  private static Transition end(BagState state, Message.PartEnded ended) {
    if (!(state instanceof BagState.Promised promised)
        || !promised.running().contains(ended.id())) {
      return unchanged(state);
    }
    List<ReservationId> running = new ArrayList<>(promised.running());
    running.remove(ended.id());
    return running.isEmpty()
        ? new Transition(
            new BagState.Ended(ended.call().bag()),
            List.of(new BagEffect.Done(ended.endedMillis())))
        : new Transition(
            new BagState.Promised(promised.bag(), promised.composition(), running), List.of());
  }

  private Transition wake(BagState state, long nowMillis) {
    return switch (state) {
      case BagState.Calling calling when calling.untilMillis() <= nowMillis ->
          compose(calling, 1, nowMillis, List.of());
      case BagState.Reserving reserving when reserving.untilMillis() <= nowMillis ->
          composeWithout(
              reserving.call(),
              reserving.attempt(),
              reserving.composition(),
              silent(reserving),
              List.of(),
              nowMillis);
      case BagState.Committing committing -> {
        List<BagEffect> effects = new ArrayList<>();
        sayCommit(committing, nowMillis, effects);
        yield new Transition(committing, effects);
      }
      default -> unchanged(state);
    };
  }

  /** Those that were asked to hold something and have not answered. */
  private static List<ProviderId> silent(BagState.Reserving reserving) {
    List<ProviderId> silent = new ArrayList<>();
    reserving.composition().parts().forEach(part -> silent.add(part.provider()));
    reserving.reserved().forEach(id -> silent.remove(id.provider()));
    return silent;
  }

  private static boolean isCurrent(BagState.Calling call, int attempt, ReservationId id) {
    return id.call().equals(call.call()) && id.attempt() == attempt;
  }

  private static Transition unchanged(BagState state) {
    return new Transition(state, List.of());
  }
}
