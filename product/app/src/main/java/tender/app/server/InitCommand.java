package tender.app.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tender.app.doctor.FindingsReport;
import tender.app.init.ConfigFile;
import tender.app.init.ConfigTemplate;
import tender.app.init.Questions;
import tender.cli.output.OutputOption;
import tender.server.MarketAdministration;
import tender.server.doctor.ServerDoctor;
import tender.server.doctor.installation.ServerInstallation;
import tender.server.model.UserId;

/** Writes the configuration of a server, and checks it. */
@Command(
    name = "init",
    sortOptions = false,
    description = {
      "Writes a commented configuration of a server, checks the installation, and prints the next"
          + " command.%n",
      "It asks for what no option says. Without a terminal it takes defaults, and fails if a value"
          + " without a default is missing."
    })
final class InitCommand extends OperatorCommand {
  private static final Path PACKAGED = Path.of("/etc/tender/server.yaml");

  @Option(
      names = "--database",
      paramLabel = "ADDRESS",
      description = "PostgreSQL, as host:port/database. Default: 127.0.0.1:5432/tender.")
  private @Nullable String database;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description = "The role of the server in PostgreSQL. Default: tender.")
  private @Nullable String user;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "A file with the password of this role. Default: the variable PGPASSWORD.")
  private @Nullable Path passwordFile;

  @Option(
      names = "--rest-address",
      paramLabel = "ADDRESS",
      description = "Where REST and the dashboard listen. Default: 127.0.0.1:7480.")
  private @Nullable String restAddress;

  @Option(
      names = "--agent-address",
      paramLabel = "ADDRESS",
      description = "Where agents connect. Default: 0.0.0.0:7443.")
  private @Nullable String agentAddress;

  @Option(
      names = "--server-name",
      paramLabel = "NAME",
      description =
          "A DNS name or address by which agents reach this server; repeat it for several."
              + " Default: the name of this machine.")
  private List<String> serverNames = new ArrayList<>();

  @Option(
      names = "--certificate",
      paramLabel = "FILE",
      description = "A PEM file with the certificate chain for REST. Default: plain HTTP.")
  private @Nullable Path certificate;

  @Option(names = "--key", paramLabel = "FILE", description = "The key of the certificate.")
  private @Nullable Path key;

  @Option(
      names = "--operator",
      paramLabel = "NAME",
      description =
          "The first operator of a market that has none. The token is printed once. Default: operator.")
  private String operator = "operator";

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "A new file for the operator's token, readable by you only. Default: it is printed.")
  private @Nullable Path tokenFile;

  @Option(names = "--force", description = "Replaces an existing file.")
  private boolean force;

  @Mixin private OutputOption output;

  @Override
  public Integer call() throws IOException {
    if (tokenFile != null && Files.exists(tokenFile)) {
      throw new IllegalArgumentException(
          "The file %s exists. Give --token-file a new name.".formatted(tokenFile));
    }
    ConfigFile target = new ConfigFile(file(), "tender-server");
    target.requireWritable(force);
    target.write(configuration(Questions.atTerminal()), force);
    output.printText(page -> page.line("Wrote " + file() + "."));
    int code =
        new FindingsReport(
                ServerDoctor.create().examine(new ServerInstallation(file(), Clock.systemUTC())))
            .printProblems(output);
    if (code == 0) {
      printOperator();
    }
    output.printText(page -> page.line("Next: " + next(code)));
    return code;
  }

  /** The checks have found that the database can be used. */
  private void printOperator() throws IOException {
    Optional<String> token = MarketAdministration.addFirstOperator(config(), new UserId(operator));
    if (token.isEmpty()) {
      return;
    }
    if (tokenFile != null) {
      Files.createFile(
          tokenFile,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(tokenFile, token.get() + "\n");
    }
    output.printText(
        page -> {
          page.line(
              tokenFile == null
                  ? "Token of the operator '" + operator + "', shown this once:"
                  : "The token of the operator '" + operator + "' is in " + tokenFile + ".");
          if (tokenFile == null) {
            page.line(token.get());
          }
        });
  }

  private String next(int code) {
    if (code != 0) {
      return "correct the faults, then: tender server doctor "
          + file()
          + ", and for the first operator: tender server set-role "
          + file()
          + " "
          + operator
          + " operator";
    }
    return file().toAbsolutePath().equals(PACKAGED)
        ? "systemctl enable --now tender-server"
        : "tender server run " + file();
  }

  private String configuration(Questions questions) throws IOException {
    String address =
        questions.ask(
            "PostgreSQL, as host:port/database",
            "--database",
            database,
            Optional.of("127.0.0.1:5432/tender"));
    if (!address.matches("[^/?&\\s]+/[^/?&\\s]+")) {
      throw new IllegalArgumentException(
          "The database is '%s'; it must be host:port/database, such as 127.0.0.1:5432/tender."
              .formatted(address));
    }
    String role = questions.ask("Its user", "--user", user, Optional.of("tender"));
    String password =
        questions.askSecret("The password of " + role, "--password-file", givenPassword());
    ConfigTemplate template =
        ConfigTemplate.read("server.yaml")
            .with(
                "database",
                "jdbc:postgresql://%s?user=%s&password=%s"
                    .formatted(address, encoded(role), encoded(password)))
            .with(
                "rest_address",
                questions.ask(
                    "Where REST and the dashboard listen, as host:port",
                    "--rest-address",
                    restAddress,
                    Optional.of("127.0.0.1:7480")))
            .with(
                "agent_address",
                questions.ask(
                    "Where agents connect, as host:port",
                    "--agent-address",
                    agentAddress,
                    Optional.of("0.0.0.0:7443")))
            .with("server_names", names(questions));
    return withTls(template).text();
  }

  private List<String> names(Questions questions) {
    String given = serverNames.isEmpty() ? null : String.join(" ", serverNames);
    String names =
        questions.ask(
            "The DNS names of this server, for agents",
            "--server-name",
            given,
            Optional.of(here()));
    return List.of(names.split("[\\s,]+"));
  }

  private static String here() {
    try {
      return InetAddress.getLocalHost().getCanonicalHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }

  private ConfigTemplate withTls(ConfigTemplate template) {
    ConfigTemplate changed = template;
    if (certificate != null) {
      changed = changed.with("certificate", certificate.toAbsolutePath().toString());
    }
    return key == null ? changed : changed.with("key", key.toAbsolutePath().toString());
  }

  private Optional<String> givenPassword() throws IOException {
    if (passwordFile != null) {
      return Optional.of(
          Files.readAllLines(passwordFile).stream()
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "The password file %s is empty.".formatted(passwordFile))));
    }
    return Optional.ofNullable(System.getenv("PGPASSWORD"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
