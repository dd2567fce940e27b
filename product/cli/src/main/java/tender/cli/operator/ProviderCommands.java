package tender.cli.operator;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tender.cli.client.ServerOption;
import tender.cli.client.response.OperatorResponses;
import tender.cli.output.OutputOption;
import tender.cli.output.Table;
import tender.support.input.Printable;

/** Commands for the providers of a market. */
final class ProviderCommands {
  private ProviderCommands() {}

  /** Lists all providers. */
  @Command(
      name = "providers",
      sortOptions = false,
      description =
          "Lists all providers of the market, also revoked ones, and how they have kept their"
              + " promises.")
  static final class Providers implements Runnable {
    @Mixin private ServerOption server;
    @Mixin private OutputOption output;

    @Override
    public void run() {
      OperatorResponses.Providers providers = server.operatorClient().providers();
      output.print(
          () -> providers,
          page -> {
            if (providers.providers().isEmpty()) {
              page.line(
                  "This market has no providers yet. Add one with: tender operator add-provider");
              return;
            }
            page.table(
                new Table<OperatorResponses.Provider>()
                    .text("PROVIDER", one -> Printable.of(one.provider()))
                    .text("STATE", OperatorResponses.Provider::state)
                    .number("IN TIME", OperatorResponses.Provider::kept)
                    .number("LATE", OperatorResponses.Provider::late)
                    .text("ORGANISATIONS", one -> ListText.joined(one.organisations())),
                providers.providers());
          });
    }
  }

  /** Adds a provider. */
  @Command(
      name = "add-provider",
      sortOptions = false,
      description = {
        "Adds a provider and prints a token with which its agent enrols, once.%n",
        "For an existing provider it prints another token; its present certificate is valid until"
            + " the new one is used."
      })
  static final class AddProvider implements Runnable {
    private static final int MAX_HOURS = 365 * 24;

    @Mixin private ServerOption server;
    @Mixin private OutputOption output;

    @Parameters(index = "0", paramLabel = "PROVIDER", description = "A name for the provider.")
    private String provider = "";

    @Option(
        names = "--hours",
        paramLabel = "N",
        description = "For how many hours the token is valid. Default: ${DEFAULT-VALUE}.")
    private int hours = 24;

    @Option(
        names = "--organisation",
        paramLabel = "NAME",
        description = "An organisation to which it belongs; repeat the option for several.")
    private List<String> organisations = new ArrayList<>();

    @Spec private CommandSpec spec;

    @Override
    public void run() {
      if (hours < 1 || hours > MAX_HOURS) {
        throw new ParameterException(
            spec.commandLine(),
            "--hours is " + hours + ", but must be from 1 to " + MAX_HOURS + ", a year");
      }
      OperatorResponses.AddedProvider added =
          server.operatorClient().addProvider(provider, hours, organisations);
      output.print(() -> added, page -> page.line(added.token()));
    }
  }

  /** Revokes a provider. */
  @Command(
      name = "revoke-provider",
      sortOptions = false,
      description = {
        "Permanently revokes a provider.%n",
        "If it is connected, the server disconnects it within 10 seconds. The name cannot be used"
            + " again."
      })
  static final class RevokeProvider implements Runnable {
    @Mixin private ServerOption server;

    @Parameters(index = "0", paramLabel = "PROVIDER", description = "The provider's name.")
    private String provider = "";

    @Override
    public void run() {
      server.operatorClient().revokeProvider(provider);
    }
  }
}
