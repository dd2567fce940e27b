package tender.cli.submit;

import java.util.List;
import java.util.stream.Collectors;
import tender.cli.client.response.DeletionResponse;
import tender.cli.output.TextPage;
import tender.support.input.Printable;
import tender.support.text.Plural;

/** Prints what remains of a deleted bag. */
record DeletionReport(DeletionResponse deleted) {

  void print(TextPage page) {
    page.headline(true, "Bag %s is deleted from the market.".formatted(deleted.id()));
    List<String> providers = deleted.providers();
    if (providers == null) {
      page.line("The server is of an earlier version, and does not say what remains at providers.");
      return;
    }
    page.heading("What remains");
    page.line("  " + atProviders(providers));
    DeletionResponse.SiteResults results = deleted.siteResults();
    if (results != null) {
      page.line(
          "  Results stay in %s at %s, as the bag file says. Only the provider's owner can delete them."
              .formatted(Printable.of(results.folder()), names(results.providers())));
    }
    page.line("  Input files stay in the market for a day after their last bag is deleted.");
    page.line("  " + transfers());
    page.line("  The market's audit log records who submitted and deleted the bag, and when.");
  }

  private static String atProviders(List<String> providers) {
    return providers.isEmpty()
        ? "Providers: all have confirmed that they hold no files of the bag."
        : "Providers that may still hold files of the bag: %s. They delete these when they ask the market next, about every 10 minutes while connected. Run tender delete again to see who has confirmed."
            .formatted(names(providers));
  }

  private String transfers() {
    Integer transfers = deleted.transfers();
    return transfers == null || transfers == 0
        ? "Your account has no transfers for the bag."
        : "Your account keeps %s for the bag, as long as the market keeps transfers."
            .formatted(Plural.of(transfers, "transfer"));
  }

  private static String names(List<String> providers) {
    return providers.stream().map(Printable::of).collect(Collectors.joining(", "));
  }
}
