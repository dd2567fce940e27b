package tender.cli.submit;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tender.cli.client.BagEventStream;
import tender.cli.client.MarketClient;
import tender.cli.client.RequestRefusedException;
import tender.cli.client.response.AccountResponse;
import tender.cli.client.response.BagResponse;
import tender.cli.client.response.OffersResponse;
import tender.cli.inspect.BagReport;
import tender.cli.inspect.OffersReport;
import tender.cli.output.Keyboard;
import tender.cli.output.OutputOption;
import tender.cli.output.TextPage;
import tender.cli.output.TimeFormat;
import tender.support.text.Texts;

/**
 * Takes a submitted bag to its promise, or to none: shows quotes, asks the user, and accepts or
 * declines.
 */
final class Negotiation {
  private static final int CONFLICT = 409;

  private final MarketClient client;
  private final OutputOption output;
  private final PrintWriter err;
  private final AcceptOptions acceptOptions;

  Negotiation(
      MarketClient client, OutputOption output, PrintWriter err, AcceptOptions acceptOptions) {
    this.client = client;
    this.output = output;
    this.err = err;
    this.acceptOptions = acceptOptions;
  }

  /** Waits for quotes and answers them until the bag is promised or has ended. */
  BagResponse conclude(BagResponse submitted) {
    String id = submitted.id();
    BagResponse bag = awaitDecision(submitted);
    while (bag.state().equals(BagResponse.QUOTED) && bag.quote() != null) {
      BagResponse.Quote quote = bag.quote();
      Optional<BagResponse.Alternative> chosen = choose(bag, quote);
      if (chosen.isEmpty()) {
        return answer(id, () -> client.decline(id));
      }
      bag = awaitDecisionAfter(answer(id, () -> client.accept(id, chosen.get())), quote);
    }
    if (bag.promise() == null) {
      OffersResponse offers = client.offers(bag.id());
      output.printText(page -> OffersReport.print(page, offers));
      String price = offers.noPromisePrice();
      if (price != null) {
        AccountResponse account = client.account(1, Optional.empty());
        output.printText(
            page -> {
              page.line(BagReport.balance(account));
              page.line(BagReport.missing(price, account));
            });
      }
    }
    return bag;
  }

  /**
   * The bag after an answer. On a conflict, reads the bag again: either an earlier attempt arrived
   * and its response was lost, or the quote has changed and there is a new one.
   */
  private BagResponse answer(String id, Supplier<BagResponse> answer) {
    try {
      return answer.get();
    } catch (RequestRefusedException e) {
      if (e.status() != CONFLICT) {
        throw e;
      }
      return client.bag(id);
    }
  }

  /** Waits until the server has decided. */
  BagResponse awaitDecision(BagResponse bag) {
    return new BagEventStream(client).followUntil(bag, now -> !now.isPending(), _ -> {});
  }

  /** The same, where the last known state may still be the quote that was accepted. */
  private BagResponse awaitDecisionAfter(BagResponse accepted, BagResponse.Quote quote) {
    return new BagEventStream(client)
        .followUntil(accepted, now -> !now.isPending() && !isPendingQuote(now, quote), _ -> {});
  }

  private static boolean isPendingQuote(BagResponse bag, BagResponse.Quote quote) {
    return bag.state().equals(BagResponse.QUOTED) && quote.equals(bag.quote());
  }

  /** What is accepted: the quote, or the alternative that meets the deadline for more money. */
  private Optional<BagResponse.Alternative> choose(BagResponse bag, BagResponse.Quote quote) {
    OffersResponse offers = client.offers(bag.id());
    output.printText(
        page -> {
          OffersReport.print(page, offers);
          page.line("");
          printQuote(page, bag, quote);
        });
    if (!acceptOptions.asksUser()) {
      return acceptedByOptions(bag, quote);
    }
    return !output.isJson() && Keyboard.isInteractive() ? askUser(quote) : Optional.empty();
  }

  private Optional<BagResponse.Alternative> acceptedByOptions(
      BagResponse bag, BagResponse.Quote quote) {
    if (acceptOptions.accepts(bag, quote)) {
      return Optional.of(asAlternative(quote));
    }
    if (acceptOptions.acceptsOverBudget(quote)) {
      return Optional.ofNullable(quote.alternative());
    }
    err.println(
        "tender: "
            + verdict(bag, quote)
            + (bag.isWithinBudget(quote)
                ? " The quote was declined; --accept-later would accept it"
                    + (quote.alternative() == null
                        ? "."
                        : ", --accept-over-budget the alternative that meets the deadline.")
                : " The quote was declined; raise --budget to accept it."));
    return Optional.empty();
  }

  private static BagResponse.Alternative asAlternative(BagResponse.Quote quote) {
    return new BagResponse.Alternative(quote.by(), quote.price());
  }

  private Optional<BagResponse.Alternative> askUser(BagResponse.Quote quote) {
    String choice =
        quote.alternative() == null
            ? "Press y to accept; any other key declines."
            : "Press y to accept, d to meet the deadline for %s; any other key declines."
                .formatted(BagReport.credits(quote.alternative().price()));
    output.printText(page -> page.line(choice));
    char key = Character.toLowerCase(Keyboard.readKey());
    output.printText(page -> page.line(""));
    if (Instant.now().isAfter(quote.expires())) {
      err.println("tender: The quote expired at " + TimeFormat.local(quote.expires()) + ".");
    }
    return switch (key) {
      case 'y' -> Optional.of(asAlternative(quote));
      case 'd' -> Optional.ofNullable(quote.alternative());
      default -> Optional.empty();
    };
  }

  private static void printQuote(TextPage page, BagResponse bag, BagResponse.Quote quote) {
    boolean good = bag.isInTime(quote) && bag.isWithinBudget(quote);
    page.headline(
        good,
        "%s by %s, for %s."
            .formatted(
                bag.tasks() == 1 ? "The task" : "All " + bag.tasks() + " tasks",
                TimeFormat.relative(Instant.now(), quote.by()),
                BagReport.credits(quote.price())));
    page.line(new BagReport(Instant.now()).expected(quote));
    if (quote.surcharge() != null) {
      page.line(
          Texts.format(
              "quote", "surcharge", Map.of("price", BagReport.credits(quote.surcharge()))));
    }
    if (!good || bag.deadline() != null || bag.budget() != null) {
      page.line(verdict(bag, quote));
    }
  }

  private static String verdict(BagResponse bag, BagResponse.Quote quote) {
    List<String> sentences = new ArrayList<>();
    BagResponse.@Nullable Alternative alternative = quote.alternative();
    if (bag.deadline() != null) {
      String late = alternative == null ? "late" : "late-at-price";
      sentences.add(
          Texts.format(
              "quote",
              bag.isInTime(quote) ? "in-time" : late,
              Map.of(
                  "deadline", TimeFormat.local(bag.deadline()),
                  "by", TimeFormat.local(quote.by()),
                  "duration", TimeFormat.duration(Duration.between(bag.deadline(), quote.by())))));
    }
    if (bag.budget() != null) {
      sentences.add(
          Texts.format(
              "quote",
              bag.isWithinBudget(quote) ? "within-budget" : "over-budget",
              Map.of(
                  "price", BagReport.credits(quote.price()),
                  "budget", BagReport.credits(bag.budget()))));
    }
    if (alternative != null) {
      sentences.add(
          Texts.format(
              "quote",
              "alternative",
              Map.of(
                  "by", TimeFormat.local(alternative.by()),
                  "price", BagReport.credits(alternative.price()))));
    }
    return String.join(" ", sentences);
  }
}
