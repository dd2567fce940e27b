package tender.cli.remote;

import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.input.Printable;
import tender.cli.output.OutputOption;
import tender.cli.output.Page;
import tender.cli.output.Table;

/** Says who is in the market. */
@Command(
    name = "providers",
    sortOptions = false,
    description = {
      "Says who is in the market, and how they kept their promises so far.%n",
      "What a provider has to do, and how large it is, is its own affair and is not told."
    })
public final class ProvidersCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  @Override
  public void run() {
    Providers providers = server.market().providers();
    output.print(() -> providers, page -> print(page, providers));
  }

  private static String howLate(Providers.Provider provider) {
    Duration late = Duration.ofMillis(Math.round(provider.medianLateSeconds() * 1e3));
    return provider.late() == 0 ? "–" : Moment.length(late);
  }

  private static void print(Page page, Providers providers) {
    if (providers.providers().isEmpty()) {
      page.sentence("There are no providers in this market yet.");
      return;
    }
    page.table(
        new Table<Providers.Provider>()
            .text("PROVIDER", provider -> Printable.of(provider.id()))
            .text("CONNECTED", provider -> provider.connected() ? "yes" : "no")
            .number("IN TIME", Providers.Provider::kept)
            .number("LATE", Providers.Provider::late)
            .number("BY, MEDIAN", ProvidersCommand::howLate),
        providers.providers(),
        provider -> !provider.connected());
  }
}
