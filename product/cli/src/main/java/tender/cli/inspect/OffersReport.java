package tender.cli.inspect;

import tender.cli.output.TimeFormat;
import tender.cli.client.OffersResponse;
import java.util.ArrayList;
import java.util.List;
import tender.cli.input.Printable;
import tender.cli.output.TextPage;
import tender.cli.output.Table;

/** What was offered and what became of it, for people. */
public final class OffersReport {
  private OffersReport() {}

  public static void print(TextPage page, OffersResponse offers) {
    page.line(summary(offers));
    if (!offers.offers().isEmpty()) {
      page.heading("Offers");
      page.table(
          new Table<OffersResponse.Offer>()
              .text("PROVIDER", offer -> Printable.of(offer.provider()))
              .number("TASKS", OffersResponse.Offer::tasks)
              .text("DONE BY", offer -> TimeFormat.local(offer.by()))
              .number("PER TASK", OffersResponse.Offer::pricePerTask)
              .text("USED", OffersReport::used),
          offers.offers());
    }
    if (!offers.history().isEmpty()) {
      page.heading("What happened");
      page.table(
          new Table<OffersResponse.HistoryEvent>()
              .text("AT", happening -> TimeFormat.local(happening.at()))
              .text("WHAT", BagHistoryText::sentence),
          offers.history(),
          BagHistoryText::isBad);
    }
  }

  private static String summary(OffersResponse offers) {
    List<String> parts = new ArrayList<>();
    long offering = offers.offers().stream().map(OffersResponse.Offer::provider).distinct().count();
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

  private static String used(OffersResponse.Offer offer) {
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
