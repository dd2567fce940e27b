package tender.cli.inspect;

import tender.cli.client.BagResponse;
import tender.cli.output.TimeFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tender.cli.input.Printable;
import tender.cli.output.TextPage;
import tender.cli.output.Table;

/** Bags for people. */
public final class BagReport {
  private final Instant now;

  public BagReport(Instant now) {
    this.now = now;
  }

  /** A table of bags, a line each. */
  void printList(TextPage page, List<BagResponse> bags) {
    if (bags.isEmpty()) {
      page.line("You have no bags. Hand one in with: tender submit FILE");
      return;
    }
    page.table(
        new Table<BagResponse>()
            .text("BAG", BagResponse::id)
            .text("NAME", bag -> Printable.of(bag.name()))
            .text("STATE", BagResponse::state)
            .number("DONE", bag -> bag.done() + " of " + bag.tasks())
            .number("FAILED", BagResponse::failedTasks)
            .text("PROMISED BY", bag -> bag.promise() == null ? "-" : TimeFormat.local(bag.promise().by()))
            .text("HANDED IN", bag -> TimeFormat.local(bag.submitted())),
        bags,
        BagReport::isBad);
  }

  /** Everything about one bag. */
  public void print(TextPage page, BagResponse bag) {
    if (isBad(bag)) {
      page.errorHeadline(headline(bag));
    } else {
      page.headline(true, headline(bag));
    }
    for (String sentence : details(bag)) {
      page.line(sentence);
    }
    if (bag.promise() != null) {
      page.heading("Parts");
      page.table(
          new Table<BagResponse.Part>()
              .text("PROVIDER", part -> Printable.of(part.provider()))
              .number("DONE", part -> part.done() + " of " + part.tasks())
              .text("PROMISED BY", part -> TimeFormat.local(part.by()))
              .number("PRICE", BagResponse.Part::price),
          bag.promise().parts());
    }
    if (!bag.failed().isEmpty()) {
      page.heading("Failed");
      page.table(
          new Table<BagResponse.Failed>()
              .number("EXIT CODE", BagResponse.Failed::exitCode)
              .number("TASKS", BagResponse.Failed::count)
              .text("WHICH", failed -> shortened(failed.tasks())),
          bag.failed());
      page.line("");
      page.line("See why: tender logs " + bag.id() + " TASK --stderr");
    }
  }

  /** Whether something of it was late or failed. */
  private static boolean isBad(BagResponse bag) {
    return bag.breach() != null || bag.state().equals("missed") || !bag.failed().isEmpty();
  }

  private static String shortened(String tasks) {
    return tasks.length() <= 60 ? tasks : tasks.substring(0, tasks.lastIndexOf(',', 60)) + ",...";
  }

  /** In one line: which bag, and how far. */
  static String headline(BagResponse bag) {
    String failed = bag.failedTasks() == 0 ? "" : ", " + bag.failedTasks() + " of them failed";
    return "%s (%s) %s: %d of %d tasks have ended%s."
        .formatted(
            Printable.of(bag.name()),
            bag.id(),
            stateText(bag.state()),
            bag.done(),
            bag.tasks(),
            failed);
  }

  private static String stateText(String state) {
    return switch (state) {
      case "bidding" -> "bids in the auction";
      case "missed" -> "missed its deadline, which nobody in the auction could meet";
      case "calling" -> "is being offered to the providers";
      case "asking" -> "waits for your yes or no";
      case "reserving", "committing" -> "is being reserved";
      case "running" -> "is running";
      case "done" -> "is done";
      case "no-promise" -> "got no promise";
      case "declined" -> "was declined";
      case "cancelled" -> "was cancelled";
      case "given-up" -> "was given up";
      default -> "is " + state;
    };
  }

  /** What else is to be said, a sentence each. */
  List<String> details(BagResponse bag) {
    List<String> sentences = new ArrayList<>();
    if (bag.promise() != null) {
      sentences.add(promiseLine(bag.promise()));
    }
    if (bag.counterOffer() != null) {
      sentences.add(
          "Quoted: all by %s, for %s. It stands until %s."
              .formatted(
                  TimeFormat.relative(now, bag.counterOffer().by()),
                  credits(bag.counterOffer().price()),
                  TimeFormat.local(bag.counterOffer().until())));
    }
    if (!bag.paid().equals("0")) {
      sentences.add(
          "Paid so far: %s%s."
              .formatted(
                  credits(bag.paid()),
                  bag.budget() == null ? "" : ", of a budget of " + credits(bag.budget())));
    }
    if (bag.forecast() != null) {
      sentences.add("Expected now: by " + TimeFormat.relative(now, bag.forecast()) + ".");
    }
    if (bag.deadline() != null || bag.budget() != null) {
      sentences.add("Asked for: " + requirements(bag) + ".");
    }
    if (bag.valuation() != null) {
      sentences.add("Worth to you: " + credits(bag.valuation()) + ", and it never costs more.");
    }
    if (bag.state().equals(BagResponse.BIDDING)) {
      sentences.add("It waits to be matched with a provider. See bids and asks: tender market");
    }
    if (bag.ended() != null) {
      sentences.add("Ended: " + TimeFormat.relative(now, bag.ended()) + ".");
    }
    if (bag.breach() != null) {
      sentences.add(
          "The promise was broken through %s (%s): promised by %s, ended at %s."
              .formatted(
                  Printable.of(bag.breach().provider()),
                  bag.breach().cause().replace('-', ' '),
                  TimeFormat.local(bag.breach().promised()),
                  TimeFormat.local(bag.breach().ended())));
    }
    return sentences;
  }

  String promiseLine(BagResponse.Promise promise) {
    return "Promised: all by %s, for %s."
        .formatted(TimeFormat.relative(now, promise.by()), credits(promise.price()));
  }

  private static String requirements(BagResponse bag) {
    String deadline = bag.deadline() == null ? "" : "by " + TimeFormat.local(bag.deadline());
    String budget = bag.budget() == null ? "" : "for at most " + credits(bag.budget());
    return deadline.isEmpty() || budget.isEmpty() ? deadline + budget : deadline + ", " + budget;
  }

  public static String credits(String amount) {
    return amount + (amount.equals("1") ? " credit" : " credits");
  }
}
