package tender.cli.operator;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Commands for the operators of a market. */
@Command(
    name = "operator",
    sortOptions = false,
    description = {
      "Manages the users, providers, money and bags of a market.%n",
      "Needs the role operator, with a token of the scope admin or a login; the role auditor may"
          + " use the commands that list. Every change is in the audit log with your name."
    },
    subcommands = {
      UserCommands.Users.class,
      UserCommands.AddUser.class,
      UserCommands.RevokeUser.class,
      UserCommands.SetRole.class,
      SetOrganisationsCommand.class,
      SetQuotasCommand.class,
      ProviderCommands.Providers.class,
      ProviderCommands.AddProvider.class,
      ProviderCommands.RevokeProvider.class,
      CertificateCommands.Certificates.class,
      CertificateCommands.RevokeCertificate.class,
      AccountCommands.Accounts.class,
      AccountCommands.Deposit.class,
      AccountCommands.Income.class,
      AccountCommands.CreditLimit.class,
      BagCommands.Bags.class,
      BagCommands.Cancel.class
    })
public final class OperatorCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Without a subcommand, prints the usage. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
