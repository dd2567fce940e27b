package tender.cli.remote;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
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
      Optional<Bag.Alternative> taken = taken(bag, offer);
      if (taken.isEmpty()) {
        return answered(id, () -> market.decline(id));
      }
      bag = settledAfter(answered(id, () -> market.agree(id, taken.get())), offer);
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

  /** What is agreed to: the quote, or what makes the deadline for more money. */
  private Optional<Bag.Alternative> taken(Bag bag, Bag.CounterOffer offer) {
    Offers offers = market.offers(bag.id());
    output.tell(
        page -> {
          OffersReport.print(page, offers);
          page.sentence("");
          quote(page, bag, offer);
        });
    if (!consent.asks()) {
      return agreedBefore(bag, offer);
    }
    return !output.isForPrograms() && Keyboard.isThere() ? asked(offer) : Optional.empty();
  }

  private Optional<Bag.Alternative> agreedBefore(Bag bag, Bag.CounterOffer offer) {
    if (consent.covers(bag, offer)) {
      return Optional.of(itself(offer));
    }
    if (consent.coversInTime(offer)) {
      return Optional.ofNullable(offer.inTime());
    }
    err.println(
        "tender: "
            + verdict(bag, offer)
            + (bag.isWithinBudget(offer)
                ? " It was declined; --accept-later would take it"
                    + (offer.inTime() == null ? "." : ", --accept-dearer what makes the deadline.")
                : " It was declined; give more with --budget."));
    return Optional.empty();
  }

  private static Bag.Alternative itself(Bag.CounterOffer offer) {
    return new Bag.Alternative(offer.by(), offer.price());
  }

  private Optional<Bag.Alternative> asked(Bag.CounterOffer offer) {
    String choice =
        offer.inTime() == null
            ? "Press y to take it; any other key declines."
            : "Press y to take it, d to make the deadline for %s; any other key declines."
                .formatted(BagReport.credits(offer.inTime().price()));
    output.tell(page -> page.sentence(choice));
    char key = Character.toLowerCase(Keyboard.key());
    output.tell(page -> page.sentence(""));
    if (Instant.now().isAfter(offer.until())) {
      err.println("tender: The quote stood until " + Moment.at(offer.until()) + ".");
    }
    return switch (key) {
      case 'y' -> Optional.of(itself(offer));
      case 'd' -> Optional.ofNullable(offer.inTime());
      default -> Optional.empty();
    };
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
              : (offer.inTime() == null
                      ? "The deadline of %s cannot be met; the earliest is %s, %s later."
                      : "The deadline of %s cannot be met for that; the earliest is %s, %s later.")
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
    if (offer.inTime() != null) {
      verdict.append(
          " By %s it would cost %s."
              .formatted(
                  Moment.at(offer.inTime().by()), BagReport.credits(offer.inTime().price())));
    }
    return verdict.toString();
  }
}
