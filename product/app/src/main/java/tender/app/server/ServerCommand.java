package tender.app.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tender.server.Server;
import tender.server.ServerConfig;
import tender.support.config.YamlConfigReader;

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

  static ServerConfig read(Path file) throws IOException {
    return YamlConfigReader.read(file, ServerConfig.class);
  }

  /** Runs a server. */
  @Command(name = "run", description = "Runs a server until it is stopped.")
  static final class Run implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The server's configuration, in YAML.")
    private Path file;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
      Server server = Server.start(read(file));
      // The shutdown hook closes it: the JVM exits when its hooks have finished.
      Runtime.getRuntime().addShutdownHook(new Thread(server::close));
      var out = spec.commandLine().getOut();
      out.println(
          "REST on port " + server.restPort() + ", agents on port " + server.agentPort() + ".");
      out.flush();
      new CountDownLatch(1).await();
      return 0;
    }
  }

  /** Adds a user. */
  @Command(name = "add-user", description = "Adds a user and prints the user's token, once.")
  static final class AddUser implements Callable<Integer> {
    @Parameters(
        index = "0",
        paramLabel = "FILE",
        description = "The server's configuration, in YAML.")
    private Path file;

    @Parameters(index = "1", paramLabel = "USER", description = "A name for the user.")
    private String user;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
      return report(
          spec,
          Server.addUser(read(file), user),
          "User '" + user + "' already exists. Revoke the token first, or choose another name.");
    }
  }

  /** Adds a provider. */
  @Command(
      name = "add-provider",
      description = "Adds a provider and prints a token with which its agent enrols, once.")
  static final class AddProvider implements Callable<Integer> {
    @Parameters(
        index = "0",
        paramLabel = "FILE",
        description = "The server's configuration, in YAML.")
    private Path file;

    @Parameters(index = "1", paramLabel = "PROVIDER", description = "A name for the provider.")
    private String provider;

    @Option(
        names = "--hours",
        defaultValue = "24",
        paramLabel = "N",
        description = "For how many hours the token is valid. Default: ${DEFAULT-VALUE}.")
    private int hours;

    private static final int MAX_HOURS = 365 * 24;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
      if (hours < 1 || hours > MAX_HOURS) {
        throw new ParameterException(
            spec.commandLine(),
            "--hours is " + hours + ", but must be from 1 to " + MAX_HOURS + ", a year");
      }
      return report(
          spec,
          Server.addProvider(read(file), provider, TimeUnit.HOURS.toMillis(hours)),
          "Provider '" + provider + "' is revoked. Choose another name.");
    }
  }

  private static int report(CommandSpec spec, Optional<String> token, String error) {
    return report(spec, token.isPresent(), token.orElse(""), error);
  }

  private static int report(CommandSpec spec, boolean done, String message, String error) {
    if (done) {
      spec.commandLine().getOut().println(message);
      return 0;
    }
    spec.commandLine().getErr().println("tender: " + error);
    return 1;
  }

  /** Revokes the token of a user. */
  @Command(name = "revoke-user", description = "Revokes a user's token.")
  static final class RevokeUser implements Callable<Integer> {
    @Parameters(
        index = "0",
        paramLabel = "FILE",
        description = "The server's configuration, in YAML.")
    private Path file;

    @Parameters(index = "1", paramLabel = "USER", description = "The user's name.")
    private String user;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
      return report(
          spec,
          Server.revokeUser(read(file), user),
          "Token of '" + user + "' revoked. Running bags are not affected.",
          "User '%s' does not exist or has no token. tender server accounts lists all users."
              .formatted(user));
    }
  }

  /** Revokes a provider. */
  @Command(name = "revoke-provider", description = "Permanently revokes a provider.")
  static final class RevokeProvider implements Callable<Integer> {
    @Parameters(
        index = "0",
        paramLabel = "FILE",
        description = "The server's configuration, in YAML.")
    private Path file;

    @Parameters(index = "1", paramLabel = "PROVIDER", description = "The provider's name.")
    private String provider;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
      return report(
          spec,
          Server.revokeProvider(read(file), provider),
          "Provider '%s' revoked. If it is connected, the server disconnects it within a minute."
              .formatted(provider),
          "Provider '%s' does not exist or is already revoked. tender server accounts lists all providers."
              .formatted(provider));
    }
  }
}
