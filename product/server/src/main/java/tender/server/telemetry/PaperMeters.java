package tender.server.telemetry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter.MeterProvider;
import java.util.List;
import java.util.Optional;
import tender.core.compose.Part;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.Promise;
import tender.core.model.Bag;
import tender.core.model.Money;
import tender.core.model.Time;
import tender.core.store.Transaction;
import tender.server.engine.MarketListener;
import tender.server.model.ClearingView;
import tender.support.telemetry.Meters;

/**
 * The measures by which the papers compare policies, so that a market can be compared with the
 * simulator: delays as in Netto and Buyya, "Offer-based Scheduling of Deadline-Constrained
 * Bag-of-Tasks Applications for Utility Computing Systems" (section 5.2), and success by urgency
 * and valuation and the deviation of loads as in Garg et al., "Double Auction-Inspired
 * Meta-Scheduling of Parallel Applications on Global Grids" (section 5.1).
 */
public final class PaperMeters implements MarketListener {
  private static final String IN_TIME = "in-time";
  private static final String DELAYED = "delayed";
  private static final int PERCENT = 100;
  private static final double MILLICREDITS = 1_000;

  private final MeterProvider<Counter> bags;
  private final MeterProvider<Counter> work;
  private final Counter weightedDelay;
  private final DistributionSummary providers;
  private final MeterProvider<Counter> byUrgency;
  private final MeterProvider<Counter> byValuation;
  private final DistributionSummary loadDeviation;

  public PaperMeters(Meters meters) {
    bags =
        meters.counters(
            "tender_deadlines_total",
            "Bags with a deadline, by whether the promise meets it; delayed without a promise.");
    work =
        meters.counters(
            "tender_deadline_work_processor_seconds_total",
            "Estimated work of bags with a deadline, by whether the promise meets it.");
    for (String outcome : List.of(IN_TIME, DELAYED)) {
      bags.withTag("outcome", outcome);
      work.withTag("outcome", outcome);
    }
    weightedDelay =
        meters.counter(
            "tender_weighted_delay_percent_total",
            "Delays of promises in percent of the requested time, times the number of tasks.");
    providers = meters.summary("tender_promise_providers", "Providers of a promise.");
    byUrgency =
        meters.counters(
            "tender_auction_urgency_total", "Ended bags of the auction, by urgency and success.");
    byValuation =
        meters.counters(
            "tender_auction_valuation_total",
            "Ended bags of the auction, by valuation per processor and success.");
    loadDeviation =
        meters.summary(
            "tender_auction_load_deviation_ratio",
            "Standard deviation of the loads of providers that publish slots.");
  }

  @Override
  public void bagWritten(Optional<BagState> before, Transaction transaction, long nowMillis) {
    for (BagEffect effect : transaction.historyEvents()) {
      if (effect instanceof BagEffect.PromiseMade(Promise promise, var _)) {
        promised(transaction.state().bag(), promise);
      }
    }
    if (transaction.state() instanceof BagState.Ended ended
        && before.orElse(null) instanceof BagState.Open open) {
      if (ended.promise().isEmpty() && isFailure(ended.ending())) {
        count(ended.bag(), DELAYED);
      }
      open.acceptancePolicy()
          .valuation()
          .filter(_ -> ended.ending() != BagState.Ending.CANCELLED)
          .ifPresent(valuation -> bidEnded(ended, valuation));
    }
  }

  /** Whether a bag without a promise did not get one, and was not withdrawn by its user. */
  private static boolean isFailure(BagState.Ending ending) {
    return switch (ending) {
      case INSUFFICIENT_OFFERS, RESERVATIONS_REFUSED, NOT_MATCHED_IN_TIME -> true;
      case DONE,
          INSUFFICIENT_FUNDS,
          QUOTE_NOT_ACCEPTED,
          CANCELLED,
          STOPPED_AFTER_FAILURES,
          GIVEN_UP ->
          false;
    };
  }

  private void promised(Bag bag, Promise promise) {
    long count = promise.composition().parts().stream().map(Part::provider).distinct().count();
    providers.record((double) count);
    if (bag.deadlineMillis() == Time.NEVER) {
      return;
    }
    long promisedMillis = promise.composition().completionMillis();
    count(bag, promisedMillis > bag.deadlineMillis() ? DELAYED : IN_TIME);
    if (promisedMillis > bag.deadlineMillis()) {
      weightedDelay.increment(weightedDelay(bag, promisedMillis));
    }
  }

  /** The bag's term in formula 1 of Netto and Buyya. */
  private static double weightedDelay(Bag bag, long promisedMillis) {
    double requestedMillis = Math.max(1, bag.deadlineMillis() - bag.submittedMillis());
    double delay = (promisedMillis - bag.submittedMillis()) / requestedMillis - 1;
    return bag.tasks() * delay * PERCENT;
  }

  private void count(Bag bag, String outcome) {
    if (bag.deadlineMillis() != Time.NEVER) {
      double seconds = (double) bag.estimateMillis() / Time.SECOND_MILLIS;
      bags.withTag("outcome", outcome).increment();
      work.withTag("outcome", outcome).increment(seconds * bag.width() * bag.tasks());
    }
  }

  private void bidEnded(BagState.Ended ended, Money valuation) {
    Bag bag = ended.bag();
    boolean isInTime =
        ended.ending() == BagState.Ending.DONE && ended.endedMillis() <= bag.deadlineMillis();
    String outcome = isInTime ? IN_TIME : "missed";
    byUrgency.withTags("urgency", urgencyGroup(bag), "outcome", outcome).increment();
    byValuation
        .withTags("valuation", valuationGroup(bag, valuation), "outcome", outcome)
        .increment();
  }

  /** The paper's groups of equation (3). */
  private static String urgencyGroup(Bag bag) {
    double urgency =
        (double) (bag.deadlineMillis() - bag.submittedMillis()) / bag.estimateMillis() - 1;
    if (urgency > 1) {
      return "above 1";
    }
    return urgency > 0.5
        ? (urgency > 0.75 ? "0.75 to 1" : "0.5 to 0.75")
        : (urgency > 0.25 ? "0.25 to 0.5" : "below 0.25");
  }

  /** The paper's groups are in units of its own currency; these are credits. */
  private static String valuationGroup(Bag bag, Money valuation) {
    double credits = (double) valuation.millicredits() / MILLICREDITS / bag.width() / bag.tasks();
    if (credits >= 100) {
      return "100 and more";
    }
    return credits >= 1 ? (credits >= 10 ? "10 to 100" : "1 to 10") : "below 1";
  }

  @Override
  public void auctionCleared(ClearingView clearing) {
    if (clearing.asks().size() > 1) {
      loadDeviation.record(clearing.loadDeviation());
    }
  }
}
