package tender.app.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;
import tender.server.MarketAdministration;
import tender.server.Server;
import tender.server.model.UserId;
import tender.server.store.ledger.AccountId;

/** Runs a server of a market, and manages its users, providers and accounts. */
@Command(
    name = "server",
    description = "Runs a market: one of several servers on one PostgreSQL database.",
    subcommands = {
      InitCommand.class,
      DoctorCommand.class,
      ServerCommand.Run.class,
      ServerCommand.AddUser.class,
      ServerCommand.AddProvider.class,
      ServerCommand.SetOrganisations.class,
      ServerCommand.RevokeUser.class,
      ServerCommand.RevokeProvider.class,
      CertificateCommands.Certificates.class,
      CertificateCommands.RevokeCertificate.class,
      CertificateCommands.ChangeEncryptionKey.class,
      MarketCommands.Users.class,
      MarketCommands.Providers.class,
      MarketCommands.Bags.class,
      MarketCommands.Cancel.class,
      LedgerCommands.Deposit.class,
      LedgerCommands.Income.class,
      LedgerCommands.CreditLimit.class,
      LedgerCommands.Accounts.class,
      MoveContentCommand.class,
      AuditCommands.Audit.class,
      AuditCommands.Export.class,
      AuditCommands.Verify.class,
      RestoreCommands.Reconcile.class,
      RestoreCommands.Losses.class
    })
public final class ServerCommand implements Runnable {
  private static final int MAX_ORGANISATIONS = 20;

  @Spec private CommandSpec spec;

  /** Without a subcommand, prints the usage. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** Runs a server. */
  @Command(name = "run", description = "Runs a server until it is stopped.")
  static final class Run extends OperatorCommand {
    @Override
    public Integer call() throws IOException, InterruptedException {
      Server server = Server.start(config());
      // The shutdown hook closes it: the JVM exits when its hooks have finished.
      Runtime.getRuntime().addShutdownHook(new Thread(server::close));
      out()
          .println(
              "REST on port " + server.restPort() + ", agents on port " + server.agentPort() + ".");
      out().flush();
      new CountDownLatch(1).await();
      return 0;
    }
  }

  /** Adds a user. */
  @Command(name = "add-user", description = "Adds a user and prints the user's token, once.")
  static final class AddUser extends OperatorCommand {
    @Parameters(index = "1", paramLabel = "USER", description = "A name for the user.")
    private String user;

    @Mixin private OrganisationOption organisations;

    @Override
    public Integer call() throws IOException {
      List<OrganisationId> given = organisations.given();
      Optional<String> token = MarketAdministration.addUser(config(), user);
      if (token.isPresent() && !given.isEmpty()) {
        MarketAdministration.setOrganisations(config(), new UserId(user), given);
      }
      return report(
          token.isPresent(),
          token.orElse(""),
          "User '" + user + "' already exists. Revoke the token first, or choose another name.");
    }
  }

  /** Adds a provider. */
  @Command(
      name = "add-provider",
      description = "Adds a provider and prints a token with which its agent enrols, once.")
  static final class AddProvider extends OperatorCommand {
    @Parameters(index = "1", paramLabel = "PROVIDER", description = "A name for the provider.")
    private String provider;

    @Option(
        names = "--hours",
        defaultValue = "24",
        paramLabel = "N",
        description = "For how many hours the token is valid. Default: ${DEFAULT-VALUE}.")
    private int hours;

    @Mixin private OrganisationOption organisations;

    private static final int MAX_HOURS = 365 * 24;

    @Override
    public Integer call() throws IOException {
      List<OrganisationId> given = organisations.given();
      if (hours < 1 || hours > MAX_HOURS) {
        throw new ParameterException(
            spec.commandLine(),
            "--hours is " + hours + ", but must be from 1 to " + MAX_HOURS + ", a year");
      }
      Optional<String> token =
          MarketAdministration.addProvider(config(), provider, TimeUnit.HOURS.toMillis(hours));
      if (token.isPresent() && !given.isEmpty()) {
        MarketAdministration.setOrganisations(config(), new ProviderId(provider), given);
      }
      return report(
          token.isPresent(),
          token.orElse(""),
          "Provider '" + provider + "' is revoked. Choose another name.");
    }
  }

  /** The organisations of a new user or provider. */
  static final class OrganisationOption {
    @Option(
        names = "--organisation",
        paramLabel = "NAME",
        description = "An organisation to which it belongs; repeat the option for several.")
    private List<String> names = new ArrayList<>();

    List<OrganisationId> given() {
      return organisations(names);
    }
  }

  private static List<OrganisationId> organisations(List<String> names) {
    if (names.size() > MAX_ORGANISATIONS) {
      throw new IllegalArgumentException(
          "There are %d organisations, but at most %d are possible."
              .formatted(names.size(), MAX_ORGANISATIONS));
    }
    return names.stream().map(OrganisationId::new).toList();
  }

  /** Sets the organisations of a user or a provider. */
  @Command(
      name = "set-organisations",
      sortOptions = false,
      description = {
        "Sets the organisations to which a user or a provider belongs.%n",
        "Shared hosts may ask users of other organisations for a surcharge. Bags that have been"
            + " submitted keep the organisations that their user had then."
      })
  static final class SetOrganisations extends OperatorCommand {
    @Parameters(
        index = "1..*",
        arity = "0..*",
        paramLabel = "ORGANISATION",
        description = "All organisations of the user or provider; none removes it from all.")
    private List<String> names = new ArrayList<>();

    @Mixin private LedgerCommands.AccountOption owner;

    @Override
    public Integer call() throws IOException {
      List<OrganisationId> organisations = organisations(names);
      AccountId account = owner.account();
      Optional<UserId> user = owner.user();
      boolean exists =
          user.isPresent()
              ? MarketAdministration.setOrganisations(config(), user.get(), organisations)
              : MarketAdministration.setOrganisations(
                  config(), owner.provider().orElseThrow(), organisations);
      return report(exists, "Done.", account + " does not exist. Add it first.");
    }
  }

  /** Revokes all tokens of a user. */
  @Command(name = "revoke-user", description = "Revokes all tokens of a user.")
  static final class RevokeUser extends OperatorCommand {
    @Parameters(index = "1", paramLabel = "USER", description = "The user's name.")
    private String user;

    @Override
    public Integer call() throws IOException {
      return report(
          MarketAdministration.revokeUser(config(), user),
          "Tokens of '"
              + user
              + "' revoked. Open event streams end within 5 seconds. Running bags are not affected.",
          "User '%s' does not exist or has no token. tender server users lists all users."
              .formatted(user));
    }
  }

  /** Revokes a provider. */
  @Command(name = "revoke-provider", description = "Permanently revokes a provider.")
  static final class RevokeProvider extends OperatorCommand {
    @Parameters(index = "1", paramLabel = "PROVIDER", description = "The provider's name.")
    private String provider;

    @Override
    public Integer call() throws IOException {
      return report(
          MarketAdministration.revokeProvider(config(), provider),
          "Provider '%s' revoked. If it is connected, the server disconnects it within 10 seconds."
              .formatted(provider),
          "Provider '%s' does not exist or is already revoked. tender server providers lists all providers."
              .formatted(provider));
    }
  }
}
