package tender.server.telemetry;

import static tender.support.http.ResponseJson.wireName;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tender.bagfile.results.TaskOutcome;
import tender.core.compose.Composition;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.Breach;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.store.Transaction;
import tender.server.engine.MarketListener;

/**
 * Logs the life of a bag. The log formatter finds the ids of bag, provider and part among the
 * parameters and adds them to each line. Events of a bag or a part are logged at level INFO or
 * WARNING, frequent events at level DEBUG.
 */
public final class BagLogger implements MarketListener {
  private static final Logger LOG = System.getLogger(BagLogger.class.getName());

  @Override
  public void bagWritten(Optional<BagState> before, Transaction transaction, long nowMillis) {
    BagId bag = transaction.bag();
    if (before.isEmpty() && transaction.state() instanceof BagState.Open open) {
      info(
          "Bag submitted: tasks={0}, deadline={1}",
          text(open.bag().tasks()), at(open.acceptancePolicy().deadlineMillis()), bag);
    }
    for (BagEffect effect : transaction.historyEvents()) {
      logEffect(bag, before, transaction, effect);
    }
    if (transaction.state() instanceof BagState.Ended ended
        && !(before.orElse(null) instanceof BagState.Ended)) {
      info(
          "Bag ended: ending={0}, done={1}, tasks={2}, promise={3}, paid={4}",
          wireName(ended.ending()),
          text(ended.doneTasks().size()),
          text(ended.bag().tasks()),
          ended.promise().isPresent() ? TelemetryLabels.outcome(ended) : "none",
          ended.paid(),
          bag);
    }
  }

  private static void logEffect(
      BagId bag, Optional<BagState> before, Transaction transaction, BagEffect effect) {
    switch (effect) {
      case BagEffect.OffersRequested(List<ProviderId> providers, int notCalled) ->
          info(
              "Offers requested: providers={0}, not called={1}",
              text(providers.size()), text(notCalled), bag);
      case BagEffect.LimitsSet limits ->
          info(
              "Limits set: deadline={0}, budget={1}",
              limits.deadlineMillis().map(millis -> at(millis).toString()).orElse("unchanged"),
              limits.budget().map(Money::toString).orElse("unchanged"),
              bag);
      case BagEffect.QuoteReady(Composition composition, long completionMillis, long untilMillis) ->
          info(
              "Quote ready: completion={0}, price={1}, expires={2}",
              at(completionMillis), composition.price(), at(untilMillis), bag);
      case BagEffect.PromiseMade promised ->
          info(
              "Promise made: completion={0}, price={1}, parts={2}",
              at(promised.promise().completionMillis()),
              promised.promise().composition().price(),
              text(promised.promise().composition().parts().size()),
              bag);
      case BagEffect.PartPlaced(ReservationId part, int tasks, long completionMillis) ->
          info("Part placed: tasks={0}, completion={1}", text(tasks), at(completionMillis), part);
      case BagEffect.ReservationRefused(ReservationId part, Message.RefusalReason reason) ->
          info("Reservation refused: reason={0}", wireName(reason), part);
      case BagEffect.PartDelivered(ReservationId part, long endedMillis) ->
          info(
              "Part delivered: ended={0}, promised={1}",
              at(endedMillis), at(TelemetryLabels.promisedMillis(before, transaction, part)), part);
      case BagEffect.PartLost(ReservationId part, Breach.Cause cause, TaskSet left) ->
          LOG.log(
              Level.WARNING,
              "Part lost; its tasks are placed again: cause={0}, tasks={1}",
              wireName(cause),
              text(left.size()),
              part);
      case BagEffect.PromiseBroken(Breach breach) ->
          LOG.log(
              Level.WARNING,
              "Promise broken: cause={0}, promised={1}",
              wireName(breach.cause()),
              at(breach.promisedMillis()),
              bag,
              breach.provider());
      case BagEffect.AuctionEntered() -> info("Auction entered", bag);
      case BagEffect.MatchFound(List<ProviderId> providers) ->
          info("Auction match found: providers={0}", providers, bag);
      case BagEffect.AuctionReentered again ->
          info(
              "Auction entered again: providers={0}, reason={1}",
              again.providers(), wireName(again.reason()), bag);
      default -> LOG.log(Level.DEBUG, "{0}", effect, bag);
    }
  }

  @Override
  public void messageReceived(Message.ToMetascheduler message) {
    if (LOG.isLoggable(Level.DEBUG)) {
      LOG.log(
          Level.DEBUG,
          "Message received: kind={0}",
          message.getClass().getSimpleName(),
          message instanceof Message.ReservationAnswer answer ? answer.id() : message.call(),
          message.provider());
    }
  }

  @Override
  public void resultsStored(ReservationId part, List<TaskOutcome> outcomes, long bytes) {
    LOG.log(Level.DEBUG, "Result pack stored: bytes={0}", Long.toString(bytes), part);
  }

  private static void info(String message, Object... parameters) {
    LOG.log(Level.INFO, message, parameters);
  }

  /** Without grouping separators, which the formatter would add to a number. */
  private static String text(int number) {
    return Integer.toString(number);
  }

  private static Instant at(long millis) {
    return Instant.ofEpochMilli(millis);
  }
}
