package tender.core.metascheduler;

import java.util.List;
import java.util.Optional;
import tender.core.model.Bag;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * The rules for a bag that bids in the auction. A match only says whom to call; whether the place
 * can be had is found out as for any other bag, by reserving and committing it. If it cannot, the
 * bag bids again, as one that has waited since it was handed in.
 */
final class Bidding {
  private static final int LONGEST_PAUSE_DOUBLINGS = 6;

  private final Patience patience;

  Bidding(Patience patience) {
    this.patience = patience;
  }

  /**
   * @throws IllegalArgumentException if the bag is not one rigid job with a deadline
   */
  void begin(Draft bag, long nowMillis) {
    Bag wanted = bag.bag;
    if (wanted.tasks() != 1 || wanted.deadlineMillis() == Time.NEVER) {
      throw new IllegalArgumentException(
          "Bag "
              + bag.id
              + " has "
              + wanted.tasks()
              + " tasks, and bids; who bids must have one task and a deadline.");
    }
    bag.effects.add(new BagEffect.Bids());
    bidFrom(bag, nowMillis);
  }

  private static void bidFrom(Draft bag, long fromMillis) {
    TaskSet tasks = TaskSet.first(bag.bag.tasks());
    bag.tender = Optional.of(new Tender.Bidding(tasks, fromMillis, bag.mandate.deadlineMillis()));
  }

  /** Whom to call, if the match is still news. */
  Optional<List<ProviderId>> match(Draft bag, ProviderId provider, long nowMillis) {
    if (bag.tender.orElse(null) instanceof Tender.Bidding bidding
        && bidding.fromMillis() <= nowMillis) {
      bag.effects.add(new BagEffect.Matched(provider));
      return Optional.of(List.of(provider));
    }
    return Optional.empty();
  }

  /**
   * After a while, which grows: a provider that tells of slots which it does not give would
   * otherwise be matched in every cycle.
   */
  void again(Draft bag, Tender.Calling calling, BagEffect.Setback why, long nowMillis) {
    bag.effects.add(new BagEffect.BidsAgain(calling.asked().getFirst(), why));
    int doublings = Math.min(bag.failures++, LONGEST_PAUSE_DOUBLINGS);
    bidFrom(bag, nowMillis + (patience.answerMillis() << doublings));
  }

  static BagEffect.Setback setback(BagEffect.Why why) {
    return why == BagEffect.Why.TOO_OFTEN_REFUSED
        ? BagEffect.Setback.NOT_HELD
        : BagEffect.Setback.NOTHING_OFFERED;
  }

  /** No place can meet the deadline any more. */
  static void giveUp(Draft bag, long nowMillis) {
    if (bag.tender.orElse(null) instanceof Tender.Bidding) {
      GivingUp.unpromised(bag, BagEffect.Why.NOT_MATCHED_IN_TIME, nowMillis);
    }
  }
}
