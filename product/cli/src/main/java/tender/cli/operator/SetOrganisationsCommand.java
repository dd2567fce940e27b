package tender.cli.operator;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tender.cli.client.OperatorClient;
import tender.cli.client.ServerOption;

/** Sets the organisations of a user or a provider. */
@Command(
    name = "set-organisations",
    sortOptions = false,
    description = {
      "Sets the organisations to which a user or a provider belongs.%n",
      "Shared hosts may ask users of other organisations for a surcharge. Bags that have been"
          + " submitted keep the organisations that their user had then."
    })
final class SetOrganisationsCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private AccountOption owner;

  @Parameters(
      arity = "0..*",
      paramLabel = "ORGANISATION",
      description = "All organisations of the user or provider; none removes it from all.")
  private List<String> names = new ArrayList<>();

  @Override
  public void run() {
    OperatorClient.Account account = owner.account();
    server.operatorClient().setOrganisations(account, names);
  }
}
