package tender.cli.submit;

import tender.cli.client.BagResponse;
import tender.cli.inspect.BagReport;
import tender.cli.client.BagEventStream;
import tender.cli.output.Keyboard;
import tender.cli.client.MarketClient;
import tender.cli.output.TimeFormat;
import tender.cli.client.OffersResponse;
import tender.cli.inspect.OffersReport;
import tender.cli.client.RequestRefusedException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import tender.cli.output.OutputOption;
import tender.cli.output.TextPage;

/** From a bag that was handed in to a promise, or to none: shows quotes, asks, and answers. */
final class Negotiation {
  private static final int CONFLICT = 409;

  private final MarketClient market;
  private final OutputOption output;
  private final PrintWriter err;
  private final AcceptOptions consent;

  Negotiation(MarketClient market, OutputOption output, PrintWriter err, AcceptOptions consent) {
    this.market = market;
    this.output = output;
    this.err = err;
    this.consent = consent;
  }

  /** Waits for what the market says, and answers it until a bag is promised or has ended. */
  BagResponse conclude(BagResponse submitted) {
    String id = submitted.id();
    BagResponse bag = awaitDecision(submitted);
    while (bag.state().equals(BagResponse.ASKING) && bag.counterOffer() != null) {
      BagResponse.CounterOffer offer = bag.counterOffer();
      Optional<BagResponse.Alternative> taken = choose(bag, offer);
      if (taken.isEmpty()) {
        return answer(id, () -> market.decline(id));
      }
      bag = awaitDecisionAfter(answer(id, () -> market.accept(id, taken.get())), offer);
    }
    if (bag.promise() == null) {
      OffersResponse offers = market.offers(bag.id());
      output.printText(page -> OffersReport.print(page, offers));
    }
    return bag;
  }

  /**
   * The bag after an answer. If the answer comes in conflict with what the bag is, the bag is
   * looked at: maybe the answer had arrived before and its acknowledgement was lost, or the quote
   * has changed and there is another question.
   */
  private BagResponse answer(String id, Supplier<BagResponse> answer) {
    try {
      return answer.get();
    } catch (RequestRefusedException e) {
      if (e.status() != CONFLICT) {
        throw e;
      }
      return market.bag(id);
    }
  }

  /** Waits until the market has something to say. */
  BagResponse awaitDecision(BagResponse bag) {
    return new BagEventStream(market).followUntil(bag, now -> !now.isPending(), _ -> {});
  }

  /** The same, when what was last heard may still be the quote that was agreed to. */
  private BagResponse awaitDecisionAfter(BagResponse agreed, BagResponse.CounterOffer offer) {
    return new BagEventStream(market)
        .followUntil(agreed, now -> !now.isPending() && !isPendingQuote(now, offer), _ -> {});
  }

  private static boolean isPendingQuote(BagResponse bag, BagResponse.CounterOffer offer) {
    return bag.state().equals(BagResponse.ASKING) && offer.equals(bag.counterOffer());
  }

  /** What is agreed to: the quote, or what makes the deadline for more money. */
  private Optional<BagResponse.Alternative> choose(BagResponse bag, BagResponse.CounterOffer offer) {
    OffersResponse offers = market.offers(bag.id());
    output.printText(
        page -> {
          OffersReport.print(page, offers);
          page.line("");
          quote(page, bag, offer);
        });
    if (!consent.asksUser()) {
      return acceptedByOptions(bag, offer);
    }
    return !output.isJson() && Keyboard.isInteractive() ? askUser(offer) : Optional.empty();
  }

  private Optional<BagResponse.Alternative> acceptedByOptions(BagResponse bag, BagResponse.CounterOffer offer) {
    if (consent.accepts(bag, offer)) {
      return Optional.of(asAlternative(offer));
    }
    if (consent.acceptsOverBudget(offer)) {
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

  private static BagResponse.Alternative asAlternative(BagResponse.CounterOffer offer) {
    return new BagResponse.Alternative(offer.by(), offer.price());
  }

  private Optional<BagResponse.Alternative> askUser(BagResponse.CounterOffer offer) {
    String choice =
        offer.inTime() == null
            ? "Press y to take it; any other key declines."
            : "Press y to take it, d to make the deadline for %s; any other key declines."
                .formatted(BagReport.credits(offer.inTime().price()));
    output.printText(page -> page.line(choice));
    char key = Character.toLowerCase(Keyboard.readKey());
    output.printText(page -> page.line(""));
    if (Instant.now().isAfter(offer.until())) {
      err.println("tender: The quote stood until " + TimeFormat.local(offer.until()) + ".");
    }
    return switch (key) {
      case 'y' -> Optional.of(asAlternative(offer));
      case 'd' -> Optional.ofNullable(offer.inTime());
      default -> Optional.empty();
    };
  }

  private static void quote(TextPage page, BagResponse bag, BagResponse.CounterOffer offer) {
    boolean good = bag.isInTime(offer) && bag.isWithinBudget(offer);
    page.headline(
        good,
        "All %d tasks by %s, for %s."
            .formatted(
                bag.tasks(),
                TimeFormat.relative(Instant.now(), offer.by()),
                BagReport.credits(offer.price())));
    if (!good || bag.deadline() != null || bag.budget() != null) {
      page.line(verdict(bag, offer));
    }
  }

  private static String verdict(BagResponse bag, BagResponse.CounterOffer offer) {
    StringBuilder verdict = new StringBuilder();
    if (bag.deadline() != null) {
      verdict.append(
          bag.isInTime(offer)
              ? "That meets the deadline of " + TimeFormat.local(bag.deadline()) + "."
              : (offer.inTime() == null
                      ? "The deadline of %s cannot be met; the earliest is %s, %s later."
                      : "The deadline of %s cannot be met for that; the earliest is %s, %s later.")
                  .formatted(
                      TimeFormat.local(bag.deadline()),
                      TimeFormat.local(offer.by()),
                      TimeFormat.duration(Duration.between(bag.deadline(), offer.by()))));
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
                  TimeFormat.local(offer.inTime().by()), BagReport.credits(offer.inTime().price())));
    }
    return verdict.toString();
  }
}
