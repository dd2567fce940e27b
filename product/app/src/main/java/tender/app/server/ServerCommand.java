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

/** Runs a market's server, and lets people and providers in. */
@Command(
    name = "server",
    description = "Runs a market: one of any number of servers on one PostgreSQL.",
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

  /** Without a subcommand there is nothing to do but say what there is. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  static ServerConfig read(Path file) throws IOException {
    return YamlConfigReader.read(file, ServerConfig.class);
  }

  /** The server itself. */
  @Command(name = "run", description = "Runs a server until it is told to stop.")
  static final class Run implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The server's settings, in YAML.")
    private Path file;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
      Server server = Server.start(read(file));
      // Closed by the hook: the machine ends when its hooks have.
      Runtime.getRuntime().addShutdownHook(new Thread(server::close));
      var out = spec.commandLine().getOut();
      out.println(
          "People call at port "
              + server.restPort()
              + ", agents at port "
              + server.agentPort()
              + ".");
      out.flush();
      new CountDownLatch(1).await();
      return 0;
    }
  }

  /** Lets a person in. */
  @Command(name = "add-person", description = "Prints a token for a new person, this once.")
  static final class AddUser implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE", description = "The server's settings.")
    private Path file;

    @Parameters(index = "1", paramLabel = "PERSON", description = "A name for the person.")
    private String user;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
      return report(
          spec,
          Server.addUser(read(file), user),
          "There is a person '"
              + user
              + "' already. Revoke the token first, or choose another name.");
    }
  }

  /** Lets a provider in. */
  @Command(
      name = "add-provider",
      description = "Prints a token with which a provider's agent enrols, once.")
  static final class AddProvider implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE", description = "The server's settings.")
    private Path file;

    @Parameters(index = "1", paramLabel = "PROVIDER", description = "A name for the provider.")
    private String provider;

    @Option(
        names = "--hours",
        defaultValue = "24",
        paramLabel = "N",
        description = "How many hours the token can be used. Default: ${DEFAULT-VALUE}.")
    private int hours;

    private static final int MOST_HOURS = 365 * 24;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
      if (hours < 1 || hours > MOST_HOURS) {
        throw new ParameterException(
            spec.commandLine(),
            "--hours is " + hours + ", and must be from 1 to " + MOST_HOURS + ", which is a year");
      }
      return report(
          spec,
          Server.addProvider(read(file), provider, TimeUnit.HOURS.toMillis(hours)),
          "Provider '" + provider + "' is revoked. Choose another name.");
    }
  }

  private static int report(CommandSpec spec, Optional<String> token, String otherwise) {
    return report(spec, token.isPresent(), token.orElse(""), otherwise);
  }

  private static int report(CommandSpec spec, boolean done, String words, String otherwise) {
    if (done) {
      spec.commandLine().getOut().println(words);
      return 0;
    }
    spec.commandLine().getErr().println("tender: " + otherwise);
    return 1;
  }

  /** Shuts a person out. */
  @Command(name = "revoke-person", description = "Ends a person's token.")
  static final class RevokeUser implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE", description = "The server's settings.")
    private Path file;

    @Parameters(index = "1", paramLabel = "PERSON", description = "The person's name.")
    private String user;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
      return report(
          spec,
          Server.revokeUser(read(file), user),
          "The token of '" + user + "' is good for nothing now. Bags that run go on.",
          "There is no person '" + user + "' with a token. tender server books names all.");
    }
  }

  /** Shuts a provider out. */
  @Command(
      name = "revoke-provider",
      description = "Ends a provider's certificates, and its name, for ever.")
  static final class RevokeProvider implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE", description = "The server's settings.")
    private Path file;

    @Parameters(index = "1", paramLabel = "PROVIDER", description = "The provider's name.")
    private String provider;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
      return report(
          spec,
          Server.revokeProvider(read(file), provider),
          "Provider '" + provider + "' is revoked; if it is connected, it is cut off in a minute.",
          "There is no provider '"
              + provider
              + "', or it is revoked already. tender server books names all.");
    }
  }
}
