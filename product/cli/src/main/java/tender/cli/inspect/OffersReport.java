package tender.cli.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tender.cli.client.response.OffersResponse;
import tender.cli.output.Table;
import tender.cli.output.TextPage;
import tender.cli.output.TimeFormat;
import tender.support.input.Printable;
import tender.support.text.Plural;
import tender.support.text.Texts;

/** Prints the offers for a bag and the bag's history. */
public final class OffersReport {
  private static final int MAX_REASON_LENGTH = 2_000;

  private OffersReport() {}

  public static void print(TextPage page, OffersResponse offers) {
    page.line(summary(offers));
    page.section("Offers", table(offers.offers()), offers.offers());
    if (offers.unsuitable() != null && !offers.unsuitable().isEmpty()) {
      page.section(
          "Providers that cannot run the tasks",
          new Table<OffersResponse.UnsuitableProvider>()
              .text("PROVIDER", one -> Printable.of(one.provider()))
              .text("REASON", one -> Printable.upTo(MAX_REASON_LENGTH, one.reason())),
          offers.unsuitable());
    }
    if (!offers.history().isEmpty()) {
      page.heading("History");
      page.table(
          new Table<OffersResponse.HistoryEvent>()
              .text("AT", event -> TimeFormat.local(event.at()))
              .text("EVENT", BagHistoryText::sentence),
          offers.history(),
          BagHistoryText::isBad);
    }
  }

  /** The surcharge has a column only if there is one. */
  private static Table<OffersResponse.Offer> table(List<OffersResponse.Offer> offers) {
    Table<OffersResponse.Offer> table =
        new Table<OffersResponse.Offer>()
            .text("PROVIDER", offer -> Printable.of(offer.provider()))
            .number("TASKS", OffersResponse.Offer::tasks)
            .text("DONE BY", offer -> TimeFormat.local(offer.by()))
            .number("PER TASK", OffersResponse.Offer::pricePerTask);
    if (!offers.stream().allMatch(offer -> surcharge(offer).isEmpty())) {
      table.number("OF IT SURCHARGE", OffersReport::surcharge);
    }
    return table.text("USED", OffersReport::used);
  }

  private static String surcharge(OffersResponse.Offer offer) {
    String surcharge = offer.surchargePerTask();
    return surcharge == null || surcharge.equals("0") ? "" : surcharge;
  }

  /** Which providers were called and made offers, or why nothing is promised. */
  public static String summary(OffersResponse offers) {
    List<String> parts = new ArrayList<>();
    long offering = offers.offers().stream().map(OffersResponse.Offer::provider).distinct().count();
    int called = offers.called().size();
    if (called > 0) {
      parts.add(called(called, offers.notCalled()));
    }
    String offeringCode =
        called > 0 ? "offering" : offering == 1 ? "offering-one-uncalled" : "offering-uncalled";
    parts.add(format(offeringCode, "count", String.valueOf(offering)));
    if (!offers.silent().isEmpty()) {
      parts.add(format("silent", "providers", Printable.of(String.join(", ", offers.silent()))));
    }
    if (offers.calls() > 1 && called > 0) {
      parts.add(format("calls", "count", String.valueOf(offers.calls())));
    }
    if (offers.notCalled() > 0 && called == 0) {
      parts.add(format("not-called", "count", String.valueOf(offers.notCalled())));
    }
    String summary = String.join("; ", parts) + ".";
    if (offers.noPromiseReason() == null) {
      return summary;
    }
    // The offers of a bag that has ended are not stored.
    return called == 0 && offering == 0 ? noPromise(offers) : summary + "\n" + noPromise(offers);
  }

  private static String called(int called, int notCalled) {
    String count = String.valueOf(called);
    return notCalled > 0
        ? Texts.format(
            "offers",
            "called-some",
            Map.of("count", count, "all", String.valueOf(called + notCalled)))
        : format(called == 1 ? "called-one" : "called", "count", count);
  }

  private static String noPromise(OffersResponse offers) {
    String reason = String.valueOf(offers.noPromiseReason());
    if (offers.missingResource() != null) {
      return format(
          "no-promise-missing-resource",
          "reason",
          Printable.upTo(MAX_REASON_LENGTH, offers.missingResource()));
    }
    if (reason.equals("no-offers")) {
      return format(
          "no-promise-no-offers", "processors", Plural.of(offers.processors(), "processor"));
    }
    return offers.noPromisePrice() == null
        ? format("no-promise", "reason", BagHistoryText.reason(reason))
        : format(fundsText(reason), "price", BagReport.credits(offers.noPromisePrice()));
  }

  /** Which text says whose money does not suffice. */
  private static String fundsText(String reason) {
    String code = "no-promise-" + reason;
    return Texts.find("offers", code).isPresent() ? code : "no-promise-insufficient-funds";
  }

  private static String format(String code, String name, String value) {
    return Texts.format("offers", code, Map.of(name, value));
  }

  private static String used(OffersResponse.Offer offer) {
    if (offer.usedTasks() > 0) {
      return Texts.format(
          "offer",
          offer.usedTasks() == offer.tasks() ? "used-all" : "used-some",
          Map.of("tasks", String.valueOf(offer.usedTasks())));
    }
    if (offer.unusedReason() == null) {
      return Texts.of("offer", "undecided");
    }
    String reason = Printable.of(Texts.of("unusedReason", offer.unusedReason()));
    return Texts.format("offer", "unused", Map.of("reason", reason));
  }
}
