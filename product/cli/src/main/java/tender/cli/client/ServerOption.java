package tender.cli.client;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option for the server's address; shared by all commands that call the server. */
public final class ServerOption {
  private static final List<String> LOOPBACK = List.of("127.0.0.1", "localhost", "[::1]");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--server",
      paramLabel = "URL[,URL]",
      description = {
        "Address of the server; several are tried in turn.",
        "Default: TENDER_SERVER, or the server in",
        "~/.config/tender/config.yaml.",
        "Your token is TENDER_TOKEN, or of your login, or token in that file."
      })
  private @Nullable String server;

  /** A client of the server, with the user's token. */
  public MarketClient client() {
    return MarketClient.of(connection(), this::warn);
  }

  /** A client for the user's notifications. */
  public NotificationClient notifications() {
    return new NotificationClient(new HttpTransport(connection(), this::warn));
  }

  /** A client for operators and auditors. */
  public OperatorClient operatorClient() {
    return new OperatorClient(connection(), this::warn);
  }

  /** The requests about projects. */
  public ProjectClient projects() {
    return new ProjectClient(new HttpTransport(connection(), this::warn));
  }

  /** The server's address and the token. */
  public ConnectionSettings connection() {
    return warned(ConnectionSettings.find(server, System.getenv(), home()));
  }

  /** Logs the user in and out. */
  public LoginClient loginClient() {
    warned(ConnectionSettings.findWithoutToken(server, System.getenv(), home()));
    return new LoginClient(server, System.getenv(), home(), this::warn);
  }

  private static Path home() {
    return Path.of(System.getProperty("user.home"));
  }

  private ConnectionSettings warned(ConnectionSettings connection) {
    connection.servers().stream()
        .filter(url -> url.getScheme().equals("http") && !LOOPBACK.contains(url.getHost()))
        .forEach(url -> warn(url + " is not encrypted: the token can be read on the network."));
    return connection;
  }

  /** Prints a sentence for the user, apart from the output of the command. */
  public void warn(String sentence) {
    err().println("tender: " + sentence);
    err().flush();
  }

  public PrintWriter err() {
    return command().getErr();
  }

  /** The command that has this option. */
  public CommandLine command() {
    return command.commandLine();
  }
}
