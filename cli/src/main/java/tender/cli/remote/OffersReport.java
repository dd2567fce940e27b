package tender.cli.remote;

import java.util.ArrayList;
import java.util.List;
import tender.cli.input.Printable;
import tender.cli.output.Page;
import tender.cli.output.Table;

/** What was offered and what became of it, for people. */
final class OffersReport {
  private OffersReport() {}

  static void print(Page page, Offers offers) {
    page.sentence(summary(offers));
    if (!offers.offers().isEmpty()) {
      page.heading("Offers");
      page.table(
          new Table<Offers.Offer>()
              .text("PROVIDER", offer -> Printable.of(offer.provider()))
              .number("TASKS", Offers.Offer::tasks)
              .text("DONE BY", offer -> Moment.at(offer.by()))
              .number("PER TASK", Offers.Offer::pricePerTask)
              .text("USED", OffersReport::used),
          offers.offers());
    }
    if (!offers.history().isEmpty()) {
      page.heading("What happened");
      page.table(
          new Table<Offers.Happening>()
              .text("AT", happening -> Moment.at(happening.at()))
              .text("WHAT", History::sentence),
          offers.history(),
          History::isBad);
    }
  }

  private static String summary(Offers offers) {
    List<String> parts = new ArrayList<>();
    long offering = offers.offers().stream().map(Offers.Offer::provider).distinct().count();
    int asked = offers.asked().size();
    if (asked > 0) {
      parts.add((asked == 1 ? "1 provider was" : asked + " providers were") + " asked");
    }
    parts.add(
        offering
            + (asked > 0 ? "" : offering == 1 ? " provider" : " providers")
            + " offered something");
    if (!offers.silent().isEmpty()) {
      parts.add("no answer from " + Printable.of(String.join(", ", offers.silent())));
    }
    if (offers.calls() > 1) {
      parts.add("this was call " + offers.calls() + " for this bag");
    }
    String summary = String.join("; ", parts) + ".";
    return offers.noPromise() == null
        ? summary
        : summary + "\nNothing was promised: " + whyNoPromise(offers.noPromise()) + ".";
  }

  private static String used(Offers.Offer offer) {
    if (offer.usedTasks() > 0) {
      return offer.usedTasks() == offer.tasks() ? "all" : offer.usedTasks() + " tasks";
    }
    return offer.whyNot() == null ? "not decided yet" : "no: " + whyNot(offer.whyNot());
  }

  private static String whyNot(String reason) {
    return switch (reason) {
      case "other-offer-used" -> "another offer of the same provider is used";
      case "ends-too-late" -> "the bag is done earlier without it";
      case "not-needed" -> "others that end no later cover the bag";
      case "misses-deadline" -> "it misses the deadline, which others meet";
      case "share-below-one-task" -> "its share would be less than one task";
      case "power-not-disclosed" -> "its provider does not tell its power";
      case "work-not-disclosed" -> "its provider does not tell its work";
      default -> reason.replace('-', ' ');
    };
  }

  private static String whyNoPromise(String reason) {
    return switch (reason) {
      case "not-enough-offered" -> "all offers together do not cover the bag";
      case "not-matched-in-time" -> "nobody in the auction could still meet the deadline";
      case "too-often-refused" -> "what was offered was refused again and again";
      case "not-covered" -> "your account does not bear what it would cost (see tender account)";
      default -> reason.replace('-', ' ');
    };
  }
}
