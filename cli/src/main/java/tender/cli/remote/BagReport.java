package tender.cli.remote;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tender.cli.input.Printable;
import tender.cli.output.Page;
import tender.cli.output.Table;

/** Bags for people. */
final class BagReport {
  private final Instant now;

  BagReport(Instant now) {
    this.now = now;
  }

  /** A table of bags, a line each. */
  void printList(Page page, List<Bag> bags) {
    if (bags.isEmpty()) {
      page.sentence("You have no bags. Hand one in with: tender submit FILE");
      return;
    }
    page.table(
        new Table<Bag>()
            .text("BAG", Bag::id)
            .text("NAME", bag -> Printable.of(bag.name()))
            .text("STATE", Bag::state)
            .number("DONE", bag -> bag.done() + " of " + bag.tasks())
            .number("FAILED", Bag::failedTasks)
            .text("PROMISED BY", bag -> bag.promise() == null ? "-" : Moment.at(bag.promise().by()))
            .text("HANDED IN", bag -> Moment.at(bag.submitted())),
        bags,
        BagReport::isBad);
  }

  /** Everything about one bag. */
  void print(Page page, Bag bag) {
    if (isBad(bag)) {
      page.bad(headline(bag));
    } else {
      page.answer(true, headline(bag));
    }
    for (String sentence : sentences(bag)) {
      page.sentence(sentence);
    }
    if (bag.promise() != null) {
      page.heading("Parts");
      page.table(
          new Table<Bag.Part>()
              .text("PROVIDER", part -> Printable.of(part.provider()))
              .number("DONE", part -> part.done() + " of " + part.tasks())
              .text("PROMISED BY", part -> Moment.at(part.by()))
              .number("PRICE", Bag.Part::price),
          bag.promise().parts());
    }
    if (!bag.failed().isEmpty()) {
      page.heading("Failed");
      page.table(
          new Table<Bag.Failed>()
              .number("EXIT CODE", Bag.Failed::exitCode)
              .number("TASKS", Bag.Failed::count)
              .text("WHICH", failed -> shortened(failed.tasks())),
          bag.failed());
      page.sentence("");
      page.sentence("See why: tender logs " + bag.id() + " TASK --stderr");
    }
  }

  /** Whether something of it was late or failed. */
  private static boolean isBad(Bag bag) {
    return bag.breach() != null || bag.state().equals("missed") || !bag.failed().isEmpty();
  }

  private static String shortened(String tasks) {
    return tasks.length() <= 60 ? tasks : tasks.substring(0, tasks.lastIndexOf(',', 60)) + ",...";
  }

  /** In one line: which bag, and how far. */
  static String headline(Bag bag) {
    String failed = bag.failedTasks() == 0 ? "" : ", " + bag.failedTasks() + " of them failed";
    return "%s (%s) %s: %d of %d tasks have ended%s."
        .formatted(
            Printable.of(bag.name()),
            bag.id(),
            inWords(bag.state()),
            bag.done(),
            bag.tasks(),
            failed);
  }

  private static String inWords(String state) {
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
  List<String> sentences(Bag bag) {
    List<String> sentences = new ArrayList<>();
    if (bag.promise() != null) {
      sentences.add(promised(bag.promise()));
    }
    if (bag.counterOffer() != null) {
      sentences.add(
          "Quoted: all by %s, for %s. It stands until %s."
              .formatted(
                  Moment.from(now, bag.counterOffer().by()),
                  credits(bag.counterOffer().price()),
                  Moment.at(bag.counterOffer().until())));
    }
    if (!bag.paid().equals("0")) {
      sentences.add(
          "Paid so far: %s%s."
              .formatted(
                  credits(bag.paid()),
                  bag.budget() == null ? "" : ", of a budget of " + credits(bag.budget())));
    }
    if (bag.forecast() != null) {
      sentences.add("Expected now: by " + Moment.from(now, bag.forecast()) + ".");
    }
    if (bag.deadline() != null || bag.budget() != null) {
      sentences.add("Asked for: " + asked(bag) + ".");
    }
    if (bag.valuation() != null) {
      sentences.add("Worth to you: " + credits(bag.valuation()) + ", and it never costs more.");
    }
    if (bag.state().equals(Bag.BIDDING)) {
      sentences.add("It waits to be matched with a provider. See bids and asks: tender market");
    }
    if (bag.ended() != null) {
      sentences.add("Ended: " + Moment.from(now, bag.ended()) + ".");
    }
    if (bag.breach() != null) {
      sentences.add(
          "The promise was broken through %s (%s): promised by %s, ended at %s."
              .formatted(
                  Printable.of(bag.breach().provider()),
                  bag.breach().cause().replace('-', ' '),
                  Moment.at(bag.breach().promised()),
                  Moment.at(bag.breach().ended())));
    }
    return sentences;
  }

  String promised(Bag.Promise promise) {
    return "Promised: all by %s, for %s."
        .formatted(Moment.from(now, promise.by()), credits(promise.price()));
  }

  private static String asked(Bag bag) {
    String deadline = bag.deadline() == null ? "" : "by " + Moment.at(bag.deadline());
    String budget = bag.budget() == null ? "" : "for at most " + credits(bag.budget());
    return deadline.isEmpty() || budget.isEmpty() ? deadline + budget : deadline + ", " + budget;
  }

  static String credits(String amount) {
    return amount + (amount.equals("1") ? " credit" : " credits");
  }
}
