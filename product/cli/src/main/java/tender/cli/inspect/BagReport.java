package tender.cli.inspect;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.cli.client.response.AccountResponse;
import tender.cli.client.response.BagResponse;
import tender.cli.output.Table;
import tender.cli.output.TextPage;
import tender.cli.output.TimeFormat;
import tender.support.input.Printable;
import tender.support.text.Plural;
import tender.support.text.Texts;

/** Prints bags as text. */
public final class BagReport {
  private final Instant now;

  public BagReport(Instant now) {
    this.now = now;
  }

  /** Prints a table of bags. */
  void printList(TextPage page, List<BagResponse> bags) {
    if (bags.isEmpty()) {
      page.line("You have no bags. Submit one with: tender submit FILE");
      return;
    }
    page.table(
        new Table<BagResponse>()
            .text("BAG", BagResponse::id)
            .text("NAME", bag -> Printable.of(bag.name()))
            .text("STATE", BagReport::stateLabel)
            .number("DONE", bag -> bag.done() + " of " + bag.tasks())
            .number("FAILED", BagResponse::failedTasks)
            .text(
                "PROMISED BY",
                bag -> bag.promise() == null ? "-" : TimeFormat.local(bag.promise().by()))
            .text("SUBMITTED", bag -> TimeFormat.local(bag.submitted())),
        bags,
        BagReport::isBad);
  }

  /** Prints all details of a bag. */
  public void print(TextPage page, BagResponse bag) {
    if (isBad(bag)) {
      page.errorHeadline(headline(bag));
    } else {
      page.headline(true, headline(bag));
    }
    for (String detail : details(bag)) {
      page.line(detail);
    }
    if (bag.promise() != null) {
      page.heading("Parts");
      page.table(
          new Table<BagResponse.Part>()
              .text("PROVIDER", part -> Printable.of(part.provider()))
              .number("DONE", part -> part.done() + " of " + part.tasks())
              .text("PROMISED BY", BagReport::promisedBy)
              .number("PRICE", BagResponse.Part::price),
          bag.promise().parts());
    }
    if (!bag.failed().isEmpty()) {
      page.heading("Failed");
      page.table(
          new Table<BagResponse.Failed>()
              .number("EXIT CODE", BagResponse.Failed::exitCode)
              .number("TASKS", BagResponse.Failed::count)
              .text("INDEXES", failed -> shortened(failed.tasks()))
              .text("MEANING", BagReport::meaning),
          bag.failed());
      page.line("");
      page.line("To see why: tender logs " + bag.id() + " TASK --stderr");
    } else if (bag.failedAttempts() != null && !bag.state().equals(BagResponse.STOPPED)) {
      page.line("");
      page.line("To see why: tender logs " + bag.id());
    }
  }

  private static String promisedBy(BagResponse.Part part) {
    return TimeFormat.local(part.by()) + (part.firm() ? " (firm)" : "");
  }

  private static String meaning(BagResponse.Failed failed) {
    if (failed.runtimeSeconds() != null) {
      Duration runtime = Duration.ofMillis(Math.round(failed.runtimeSeconds() * 1e3));
      return Texts.format("exitCode", "124-limit", Map.of("runtime", TimeFormat.duration(runtime)));
    }
    return Texts.find("exitCode", String.valueOf(failed.exitCode())).orElse("");
  }

  /**
   * Whether the bag broke its promise, was not matched, was stopped, or has failed tasks or missing
   * outputs.
   */
  private static boolean isBad(BagResponse bag) {
    return bag.breach() != null
        || bag.state().equals("unmatched")
        || bag.state().equals(BagResponse.STOPPED)
        || !bag.failed().isEmpty()
        || bag.missingOutput() != null;
  }

  private static String shortened(String tasks) {
    return tasks.length() <= 60 ? tasks : tasks.substring(0, tasks.lastIndexOf(',', 60)) + ",...";
  }

  /** One line with the bag's name, state and progress. */
  static String headline(BagResponse bag) {
    String progress =
        format(
            bag.failedTasks() == 0 ? "progress" : "progress-failed",
            Map.of(
                "done", String.valueOf(bag.done()),
                "tasks", String.valueOf(bag.tasks()),
                "failed", String.valueOf(bag.failedTasks())));
    return "%s (%s) %s: %s"
        .formatted(Printable.of(bag.name()), bag.id(), stateText(stateLabel(bag)), progress);
  }

  /** A bag with failed tasks or missing outputs is finished, and not done. */
  private static String stateLabel(BagResponse bag) {
    boolean isComplete = bag.failedTasks() == 0 && bag.missingOutput() == null;
    return bag.state().equals(BagResponse.DONE) && !isComplete ? "finished" : bag.state();
  }

  private static String stateText(String state) {
    return Texts.find("bagState", state).orElse("is " + Printable.of(state));
  }

  /** The other facts of the bag, a sentence each. */
  List<String> details(BagResponse bag) {
    List<String> details = new ArrayList<>(FailedAttemptsText.sentences(bag));
    if (bag.missingOutput() != null) {
      details.add(missingOutputLine(bag.missingOutput()));
      details.add("To see which outputs, and why: tender results " + bag.id());
    }
    if (bag.promise() != null) {
      details.add(promiseLine(bag, bag.promise()));
    }
    if (bag.quote() != null) {
      details.add(
          format(
              "quoted",
              Map.of(
                  "by", TimeFormat.relative(now, bag.quote().by()),
                  "price", credits(bag.quote().price()),
                  "expires", TimeFormat.local(bag.quote().expires()))));
      details.add(expected(bag.quote()));
    }
    if (!bag.paid().equals("0")) {
      details.add(
          bag.budget() == null
              ? format("paid", Map.of("paid", credits(bag.paid())))
              : format(
                  "paid-of-budget",
                  Map.of("paid", credits(bag.paid()), "budget", credits(bag.budget()))));
    }
    if (bag.forecast() != null) {
      details.add(format("expected", Map.of("by", TimeFormat.relative(now, bag.forecast()))));
    }
    requirements(bag).ifPresent(details::add);
    if (bag.valuation() != null) {
      details.add(format("valuation", Map.of("valuation", credits(bag.valuation()))));
    }
    if (bag.state().equals(BagResponse.BIDDING)) {
      details.add("Waiting for a match with a provider. See bids and asks: tender auction");
    }
    if (bag.ended() != null) {
      details.add(format("ended", Map.of("ended", TimeFormat.relative(now, bag.ended()))));
    }
    if (bag.breach() != null) {
      details.add(
          format(
              breachText(bag),
              Map.of(
                  "provider", Printable.of(bag.breach().provider()),
                  "cause", BagHistoryText.reason(bag.breach().cause()),
                  "promised", TimeFormat.local(bag.breach().promised()),
                  "ended", TimeFormat.local(bag.breach().ended()))));
    }
    return details;
  }

  private static String breachText(BagResponse bag) {
    if (bag.ended() == null) {
      return "breach-running";
    }
    return switch (bag.breach() == null ? "" : bag.breach().cause()) {
      case "tasks-exceeded-limit" -> "breach-limit";
      case "database-restored" -> "breach-restored";
      default -> "breach";
    };
  }

  private static String missingOutputLine(BagResponse.MissingOutput missing) {
    return format(
        missing.count() == 1 ? "missing-output-one" : "missing-output",
        Map.of("count", String.valueOf(missing.count()), "tasks", shortened(missing.tasks())));
  }

  /** When the providers expect to be done if the quote is accepted. */
  public String expected(BagResponse.Quote quote) {
    return Texts.format(
        "quote", "expected", Map.of("by", TimeFormat.relative(now, quote.expected())));
  }

  /** How far away the promised instant is matters only until the bag has ended. */
  public String promiseLine(BagResponse bag, BagResponse.Promise promise) {
    return format(
        "promised",
        Map.of(
            "by",
            bag.ended() == null
                ? TimeFormat.relative(now, promise.by())
                : TimeFormat.local(promise.by()),
            "price",
            credits(promise.price())));
  }

  private static Optional<String> requirements(BagResponse bag) {
    Map<String, String> values = new LinkedHashMap<>();
    if (bag.deadline() != null) {
      values.put("deadline", TimeFormat.local(bag.deadline()));
    }
    if (bag.budget() != null) {
      values.put("budget", credits(bag.budget()));
    }
    return values.isEmpty()
        ? Optional.empty()
        : Optional.of(format(String.join("-", values.keySet()), values));
  }

  private static String format(String code, Map<String, String> values) {
    return Texts.format("bag", code, values);
  }

  /** The balance and the credit limit of an account. */
  public static String balance(AccountResponse account) {
    return "Balance: %s. Credit limit: %s."
        .formatted(
            credits(account.balance()),
            account.creditLimit() == null ? "none" : credits(account.creditLimit()));
  }

  /** What an account lacks to pay a price, and what to do. */
  public static String missing(String price, AccountResponse account) {
    BigDecimal limit =
        account.creditLimit() == null ? BigDecimal.ZERO : new BigDecimal(account.creditLimit());
    BigDecimal missing =
        new BigDecimal(price).subtract(new BigDecimal(account.balance())).subtract(limit);
    String amount = missing.max(BigDecimal.ZERO).stripTrailingZeros().toPlainString();
    return "Missing: %s. Ask an operator of the market to run: tender operator deposit %s --user NAME"
        .formatted(credits(amount), amount);
  }

  public static String credits(String amount) {
    return Plural.of(amount, "credit");
  }
}
