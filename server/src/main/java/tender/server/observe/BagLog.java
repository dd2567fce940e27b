package tender.server.observe;

import static tender.web.Json.name;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tender.core.compose.Composition;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.BagEffect;
import tender.core.metascheduler.BagState;
import tender.core.metascheduler.Breach;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.store.Transaction;
import tender.server.market.Witness;
import tender.work.Outcome;

/**
 * A bag's life as short lines, which whoever formats the log gives the bag's id: it finds it among
 * the parameters of each. A line for what happens once to a bag or a part; what happens to tasks,
 * and as often, is for those who look for it.
 */
public final class BagLog implements Witness {
  private static final Logger LOG = System.getLogger(BagLog.class.getName());

  @Override
  public void written(Optional<BagState> before, Transaction transaction, long nowMillis) {
    BagId bag = transaction.bag();
    if (before.isEmpty() && transaction.state() instanceof BagState.Open open) {
      info(
          "Handed in: {0} tasks, wanted by {1}.",
          text(open.bag().tasks()), at(open.mandate().deadlineMillis()), bag);
    }
    for (BagEffect effect : transaction.news()) {
      told(bag, before, transaction, effect);
    }
    if (transaction.state() instanceof BagState.Ended ended
        && !(before.orElse(null) instanceof BagState.Ended)) {
      info(
          "Ended: {0}, {1} of {2} tasks, promise {3}, {4} credits paid.",
          name(ended.ending()),
          text(ended.done().size()),
          text(ended.bag().tasks()),
          ended.promise().isPresent() ? Words.outcome(ended) : "not given",
          ended.paid(),
          bag);
    }
  }

  private static void told(
      BagId bag, Optional<BagState> before, Transaction transaction, BagEffect effect) {
    switch (effect) {
      case BagEffect.Called(List<ProviderId> asked) ->
          info("Called {0} providers.", text(asked.size()), bag);
      case BagEffect.Ask(Composition composition, long byMillis, long untilMillis) ->
          info(
              "Asks whether {0} for {1} credits will do, until {2}.",
              at(byMillis), composition.price(), at(untilMillis), bag);
      case BagEffect.Promised promised ->
          info(
              "Promised by {0} for {1} credits, in {2} parts.",
              at(promised.promise().byMillis()),
              promised.promise().composition().price(),
              text(promised.promise().composition().parts().size()),
              bag);
      case BagEffect.Placed(ReservationId part, int tasks, long byMillis) ->
          info("Part placed: {0} tasks by {1}.", text(tasks), at(byMillis), part);
      case BagEffect.Refused(ReservationId part, Message.Refusal why) ->
          info("Part refused: {0}.", name(why), part);
      case BagEffect.Delivered(ReservationId part, long endedMillis) ->
          info(
              "Part delivered: ended {0}, promised by {1}.",
              at(endedMillis), at(Words.promisedMillis(before, transaction, part)), part);
      case BagEffect.Lost(ReservationId part, Breach.Cause cause, TaskSet left) ->
          LOG.log(
              Level.WARNING,
              "Part lost: {0}, with {1} tasks, which are tendered again.",
              name(cause),
              text(left.size()),
              part);
      case BagEffect.Breached(Breach breach) ->
          LOG.log(
              Level.WARNING,
              "Promise broken: {0}, promised by {1}.",
              name(breach.cause()),
              at(breach.promisedMillis()),
              bag,
              breach.provider());
      case BagEffect.Bids() -> info("Bids in the auction.", bag);
      case BagEffect.Matched(ProviderId provider) -> info("Matched.", bag, provider);
      case BagEffect.BidsAgain(ProviderId matched, BagEffect.Setback why) ->
          info("Bids again: {0}.", name(why), bag, matched);
      default -> LOG.log(Level.DEBUG, "{0}", effect, bag);
    }
  }

  @Override
  public void heard(Message.ToMetascheduler message) {
    if (LOG.isLoggable(Level.DEBUG)) {
      LOG.log(
          Level.DEBUG,
          "Heard {0}.",
          message.getClass().getSimpleName(),
          message instanceof Message.Answer answer ? answer.id() : message.call(),
          message.provider());
    }
  }

  @Override
  public void delivered(ReservationId part, List<Outcome> outcomes, long bytes) {
    LOG.log(Level.DEBUG, "A pack of results: {0} bytes.", Long.toString(bytes), part);
  }

  private static void info(String words, Object... parameters) {
    LOG.log(Level.INFO, words, parameters);
  }

  /** As it is, without marks between thousands. */
  private static String text(int number) {
    return Integer.toString(number);
  }

  private static Instant at(long millis) {
    return Instant.ofEpochMilli(millis);
  }
}
