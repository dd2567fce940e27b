package tender.cli.remote;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import tender.cli.output.OutputOption;
import tender.cli.output.Page;

/** From a bag that was handed in to a promise, or to none: shows quotes, asks, and answers. */
final class Negotiation {
  private static final int CONFLICT = 409;

  private final Market market;
  private final OutputOption output;
  private final PrintWriter err;
  private final ConsentOptions consent;

  Negotiation(Market market, OutputOption output, PrintWriter err, ConsentOptions consent) {
    this.market = market;
    this.output = output;
    this.err = err;
    this.consent = consent;
  }

  /** Waits for what the market says, and answers it until a bag is promised or has ended. */
  Bag conclude(Bag submitted) {
    String id = submitted.id();
    Bag bag = settled(submitted);
    while (bag.state().equals(Bag.ASKING) && bag.counterOffer() != null) {
      Bag.CounterOffer offer = bag.counterOffer();
      if (!isTaken(bag, offer)) {
        return answered(id, () -> market.decline(id));
      }
      bag = settledAfter(answered(id, () -> market.agree(id, offer)), offer);
    }
    if (bag.promise() == null) {
      Offers offers = market.offers(bag.id());
      output.tell(page -> OffersReport.print(page, offers));
    }
    return bag;
  }

  /**
   * The bag after an answer. If the answer comes in conflict with what the bag is, the bag is
   * looked at: maybe the answer had arrived before and its acknowledgement was lost, or the quote
   * has changed and there is another question.
   */
  private Bag answered(String id, Supplier<Bag> answer) {
    try {
      return answer.get();
    } catch (RefusedException e) {
      if (e.status() != CONFLICT) {
        throw e;
      }
      return market.bag(id);
    }
  }

  /** Waits until the market has something to say. */
  Bag settled(Bag bag) {
    return new Events(market).until(bag, now -> !now.isOnTheWay(), _ -> {});
  }

  /** The same, when what was last heard may still be the quote that was agreed to. */
  private Bag settledAfter(Bag agreed, Bag.CounterOffer offer) {
    return new Events(market)
        .until(agreed, now -> !now.isOnTheWay() && !isAskedAbout(now, offer), _ -> {});
  }

  private static boolean isAskedAbout(Bag bag, Bag.CounterOffer offer) {
    return bag.state().equals(Bag.ASKING) && offer.equals(bag.counterOffer());
  }

  private boolean isTaken(Bag bag, Bag.CounterOffer offer) {
    Offers offers = market.offers(bag.id());
    output.tell(
        page -> {
          OffersReport.print(page, offers);
          page.sentence("");
          quote(page, bag, offer);
        });
    if (!consent.asks()) {
      boolean covered = consent.covers(bag, offer);
      if (!covered) {
        err.println(
            "tender: "
                + verdict(bag, offer)
                + (bag.isWithinBudget(offer)
                    ? " It was declined; --accept-later would take it."
                    : " It was declined; give more with --budget."));
      }
      return covered;
    }
    return !output.isForPrograms() && Keyboard.isThere() && asked(offer);
  }

  private boolean asked(Bag.CounterOffer offer) {
    output.tell(page -> page.sentence("Press y to take it; any other key declines."));
    char key = Keyboard.key();
    output.tell(page -> page.sentence(""));
    if (Instant.now().isAfter(offer.until())) {
      err.println("tender: The quote stood until " + Moment.at(offer.until()) + ".");
    }
    return key == 'y' || key == 'Y';
  }

  private static void quote(Page page, Bag bag, Bag.CounterOffer offer) {
    boolean good = bag.isInTime(offer) && bag.isWithinBudget(offer);
    page.answer(
        good,
        "All %d tasks by %s, for %s."
            .formatted(
                bag.tasks(),
                Moment.from(Instant.now(), offer.by()),
                BagReport.credits(offer.price())));
    if (!good || bag.deadline() != null || bag.budget() != null) {
      page.sentence(verdict(bag, offer));
    }
  }

  private static String verdict(Bag bag, Bag.CounterOffer offer) {
    StringBuilder verdict = new StringBuilder();
    if (bag.deadline() != null) {
      verdict.append(
          bag.isInTime(offer)
              ? "That meets the deadline of " + Moment.at(bag.deadline()) + "."
              : "The deadline of %s cannot be met; the earliest is %s, %s later."
                  .formatted(
                      Moment.at(bag.deadline()),
                      Moment.at(offer.by()),
                      Moment.length(Duration.between(bag.deadline(), offer.by()))));
    }
    if (bag.budget() != null) {
      verdict.append(verdict.isEmpty() ? "" : " ");
      verdict.append(
          bag.isWithinBudget(offer)
              ? "It is within the budget of " + BagReport.credits(bag.budget()) + "."
              : "It costs %s, more than the budget of %s."
                  .formatted(BagReport.credits(offer.price()), BagReport.credits(bag.budget())));
    }
    return verdict.toString();
  }
}
