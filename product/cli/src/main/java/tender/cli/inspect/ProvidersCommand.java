package tender.cli.inspect;

import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.client.ServerOption;
import tender.cli.client.response.ProvidersResponse;
import tender.cli.output.OutputOption;
import tender.cli.output.Table;
import tender.cli.output.TextPage;
import tender.cli.output.TimeFormat;
import tender.support.input.Printable;

/** Shows the providers of the market. */
@Command(
    name = "providers",
    sortOptions = false,
    description = {
      "Shows the providers of the market, and how they have kept their promises.%n",
      "The load and the size of a provider are private and not shown."
    })
public final class ProvidersCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  @Override
  public void run() {
    ProvidersResponse providers = server.client().providers();
    output.print(() -> providers, page -> print(page, providers));
  }

  private static String connection(ProvidersResponse.Provider provider) {
    if (provider.connected()) {
      return "yes";
    }
    return provider.enrolled() ? "no" : "not enrolled yet";
  }

  private static String howLate(ProvidersResponse.Provider provider) {
    Duration late = Duration.ofMillis(Math.round(provider.medianLateSeconds() * 1e3));
    return provider.late() == 0 ? "–" : TimeFormat.duration(late);
  }

  private static void print(TextPage page, ProvidersResponse providers) {
    if (providers.providers().isEmpty()) {
      page.line("This market has no providers yet.");
      return;
    }
    Table<ProvidersResponse.Provider> table =
        new Table<ProvidersResponse.Provider>()
            .text("PROVIDER", provider -> Printable.of(provider.id()))
            .text("CONNECTED", ProvidersCommand::connection)
            .number("IN TIME", ProvidersResponse.Provider::kept)
            .number("LATE", ProvidersResponse.Provider::late)
            .number("BY, MEDIAN", ProvidersCommand::howLate);
    if (!providers.providers().stream().allMatch(one -> one.organisations().isEmpty())) {
      table.text(
          "ORGANISATIONS", provider -> Printable.of(String.join(", ", provider.organisations())));
    }
    page.table(
        table, providers.providers(), provider -> provider.enrolled() && !provider.connected());
  }
}
