package tender.app.server;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tender.server.Server;

/** Runs a server of a market, and manages its users, providers and accounts. */
@Command(
    name = "server",
    description = "Runs a market: one of several servers on one PostgreSQL database.",
    subcommands = {
      ServerCommand.Run.class,
      ServerCommand.AddUser.class,
      ServerCommand.AddProvider.class,
      ServerCommand.RevokeUser.class,
      ServerCommand.RevokeProvider.class,
      MarketCommands.Users.class,
      MarketCommands.Providers.class,
      MarketCommands.Bags.class,
      MarketCommands.Cancel.class,
      LedgerCommands.Deposit.class,
      LedgerCommands.CreditLimit.class,
      LedgerCommands.Accounts.class
    })
public final class ServerCommand implements Runnable {
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

    @Override
    public Integer call() throws IOException {
      Optional<String> token = Server.addUser(config(), user);
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

    private static final int MAX_HOURS = 365 * 24;

    @Override
    public Integer call() throws IOException {
      if (hours < 1 || hours > MAX_HOURS) {
        throw new ParameterException(
            spec.commandLine(),
            "--hours is " + hours + ", but must be from 1 to " + MAX_HOURS + ", a year");
      }
      Optional<String> token =
          Server.addProvider(config(), provider, TimeUnit.HOURS.toMillis(hours));
      return report(
          token.isPresent(),
          token.orElse(""),
          "Provider '" + provider + "' is revoked. Choose another name.");
    }
  }

  /** Revokes the token of a user. */
  @Command(name = "revoke-user", description = "Revokes a user's token.")
  static final class RevokeUser extends OperatorCommand {
    @Parameters(index = "1", paramLabel = "USER", description = "The user's name.")
    private String user;

    @Override
    public Integer call() throws IOException {
      return report(
          Server.revokeUser(config(), user),
          "Token of '" + user + "' revoked. Running bags are not affected.",
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
          Server.revokeProvider(config(), provider),
          "Provider '%s' revoked. If it is connected, the server disconnects it within a minute."
              .formatted(provider),
          "Provider '%s' does not exist or is already revoked. tender server providers lists all providers."
              .formatted(provider));
    }
  }
}
