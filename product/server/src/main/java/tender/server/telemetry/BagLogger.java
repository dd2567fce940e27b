package tender.server.telemetry;

import static tender.support.http.ResponseJson.wireName;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tender.core.compose.Composition;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.Breach;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.store.Transaction;
import tender.server.engine.MarketListener;
import tender.bagfile.results.TaskOutcome;

/**
 * A bag's life as short lines, which whoever formats the log gives the bag's id: it finds it among
 * the parameters of each. A line for what happens once to a bag or a part; what happens to tasks,
 * and as often, is for those who look for it.
 */
public final class BagLogger implements MarketListener {
  private static final Logger LOG = System.getLogger(BagLogger.class.getName());

  @Override
  public void bagWritten(Optional<BagState> before, Transaction transaction, long nowMillis) {
    BagId bag = transaction.bag();
    if (before.isEmpty() && transaction.state() instanceof BagState.Open open) {
      info(
          "Handed in: {0} tasks, wanted by {1}.",
          text(open.bag().tasks()), at(open.acceptancePolicy().deadlineMillis()), bag);
    }
    for (BagEffect effect : transaction.historyEvents()) {
      told(bag, before, transaction, effect);
    }
    if (transaction.state() instanceof BagState.Ended ended
        && !(before.orElse(null) instanceof BagState.Ended)) {
      info(
          "Ended: {0}, {1} of {2} tasks, promise {3}, {4} credits paid.",
          wireName(ended.ending()),
          text(ended.doneTasks().size()),
          text(ended.bag().tasks()),
          ended.promise().isPresent() ? TelemetryLabels.outcome(ended) : "not given",
          ended.paid(),
          bag);
    }
  }

  private static void told(
      BagId bag, Optional<BagState> before, Transaction transaction, BagEffect effect) {
    switch (effect) {
      case BagEffect.OffersRequested(List<ProviderId> asked) ->
          info("Called {0} providers.", text(asked.size()), bag);
      case BagEffect.QuoteReady(Composition composition, long byMillis, long untilMillis) ->
          info(
              "Asks whether {0} for {1} credits will do, until {2}.",
              at(byMillis), composition.price(), at(untilMillis), bag);
      case BagEffect.PromiseMade promised ->
          info(
              "Promised by {0} for {1} credits, in {2} parts.",
              at(promised.promise().completionMillis()),
              promised.promise().composition().price(),
              text(promised.promise().composition().parts().size()),
              bag);
      case BagEffect.PartPlaced(ReservationId part, int tasks, long byMillis) ->
          info("Part placed: {0} tasks by {1}.", text(tasks), at(byMillis), part);
      case BagEffect.ReservationRefused(ReservationId part, Message.RefusalReason why) ->
          info("Part refused: {0}.", wireName(why), part);
      case BagEffect.PartDelivered(ReservationId part, long endedMillis) ->
          info(
              "Part delivered: ended {0}, promised by {1}.",
              at(endedMillis), at(TelemetryLabels.promisedMillis(before, transaction, part)), part);
      case BagEffect.PartLost(ReservationId part, Breach.Cause cause, TaskSet left) ->
          LOG.log(
              Level.WARNING,
              "Part lost: {0}, with {1} tasks, which are tendered again.",
              wireName(cause),
              text(left.size()),
              part);
      case BagEffect.PromiseBroken(Breach breach) ->
          LOG.log(
              Level.WARNING,
              "Promise broken: {0}, promised by {1}.",
              wireName(breach.cause()),
              at(breach.promisedMillis()),
              bag,
              breach.provider());
      case BagEffect.AuctionEntered() -> info("Bids in the auction.", bag);
      case BagEffect.MatchFound(ProviderId provider) -> info("Matched.", bag, provider);
      case BagEffect.AuctionReentered(ProviderId matched, BagEffect.MatchFailure why) ->
          info("Bids again: {0}.", wireName(why), bag, matched);
      default -> LOG.log(Level.DEBUG, "{0}", effect, bag);
    }
  }

  @Override
  public void messageReceived(Message.ToMetascheduler message) {
    if (LOG.isLoggable(Level.DEBUG)) {
      LOG.log(
          Level.DEBUG,
          "Heard {0}.",
          message.getClass().getSimpleName(),
          message instanceof Message.ReservationAnswer answer ? answer.id() : message.call(),
          message.provider());
    }
  }

  @Override
  public void resultsStored(ReservationId part, List<TaskOutcome> outcomes, long bytes) {
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
