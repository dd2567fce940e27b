package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.server.MarketAdministration;
import tender.server.model.UserId;
import tender.testbed.KeycloakRealm;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Single sign-on with a real Keycloak: people log in with a real browser and with a command, and
 * are out soon after they are removed or disabled there; one of them is an operator. {@code
 * scripts/acceptance access} shows the figures.
 */
@Timeout(600)
@Tag("live")
@Tag("concurrent")
class SingleSignOnLiveTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(90);

  /** How long a person may stay in after the identity provider has removed them. */
  private static final double MAX_SECONDS = 60;

  private static final String SECRET = "secret-of-the-client";
  private static final String PASSWORD = "password-of-everyone";
  private static final String REMOVED = "carol";
  private static final String DISABLED = "dave";
  private static final String OPERATOR = "oscar";

  /** The local user of {@link LiveMarket}. */
  private static final String LOCAL = "ann";

  private static final int UNAUTHORIZED = 401;
  private static final int POLL_MILLIS = 250;

  private final Map<String, Object> figures = new LinkedHashMap<>();

  @Test
  void peopleOfAnIdentityProviderLogInAndAreOutSoonAfterTheirRemoval() throws Exception {
    LiveMarket.with(
        "single-sign-on", List.of("--no-ca", "--keycloak", "--processors", "4"), this::run);
    String folder = System.getProperty("tender.access.figures", "");
    if (!folder.isEmpty()) {
      Files.writeString(
          Path.of(folder).resolve("single-sign-on.json"),
          JsonMapper.shared().writeValueAsString(figures) + "\n");
    }
  }

  private void run(LiveMarket market) throws Exception {
    try (KeycloakRealm realm = KeycloakRealm.create(market.testbed().keycloak(), "lab")) {
      market.startServers(1, settings(market, realm));
      realm.addMarket("tender", SECRET, market.address());
      realm.addUser(REMOVED, PASSWORD, "physics", "optics");
      realm.addUser(DISABLED, PASSWORD);
      realm.addUser(LOCAL, PASSWORD);
      realm.addUser(OPERATOR, PASSWORD);
      market.startAgents("");
      CommandLogin command = CommandLogin.start(market);
      String output =
          Browser.run(
              "login.mjs",
              market.address(),
              market.token(),
              environment(realm, command),
              market.folder().resolve("login.log"));
      market.note(output);
      assertThat(output)
          .contains("submitted a bag", "logged out", "the name of a local user was refused");
      assertThat(market.database().groups(REMOVED)).isEqualTo("{/optics,/physics}");
      checkCommand(market, command);
      operate(market, environment(realm, command));
      remove(market, realm, command);
    }
  }

  private static String settings(LiveMarket market, KeycloakRealm realm) throws IOException {
    return """
        reply_timeout_seconds: 2
        encryption_key_file: %s
        identity_provider:
          issuer: '%s'
          client_id: tender
          client_secret_file: %s
          public_url: '{address}'
          name: Keycloak
        """
        .formatted(
            secretFile(market, "key", "ab".repeat(32)),
            realm.issuer(),
            secretFile(market, "secret", SECRET));
  }

  private static Path secretFile(LiveMarket market, String name, String content)
      throws IOException {
    Path file = market.folder().resolve(name);
    Files.writeString(file, content);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private static Map<String, String> environment(KeycloakRealm realm, CommandLogin command) {
    return Map.of(
        "TENDER_ISSUER",
        realm.issuer().toString(),
        "TENDER_PROVIDER_NAME",
        "Keycloak",
        "TENDER_PASSWORD",
        PASSWORD,
        "TENDER_USER",
        REMOVED,
        "TENDER_LOCAL_USER",
        LOCAL,
        "TENDER_DEVICE_URL",
        command.url(),
        "TENDER_DEVICE_CODE",
        command.code());
  }

  /** A person with the role operator manages users with a session, and another person may not. */
  private static void operate(LiveMarket market, Map<String, String> people) throws Exception {
    String first =
        MarketAdministration.addFirstOperator(market.serverFile(), new UserId("olga"))
            .orElseThrow();
    Map<String, String> environment = new LinkedHashMap<>(people);
    environment.put("TENDER_OPERATOR", OPERATOR);
    environment.put("TENDER_USER", DISABLED);
    String output =
        Browser.run(
            "operator-login.mjs",
            market.address(),
            first,
            environment,
            market.folder().resolve("operator-login.log"));
    market.note(output);
    assertThat(output)
        .contains("managed users with a session", "was refused", "ended with the next request");
  }

  /** The command has the login, keeps it to itself, and the server keeps it confirmed. */
  private static void checkCommand(LiveMarket market, CommandLogin command) throws Exception {
    assertThat(command.awaitEnd()).contains("You have logged in as " + REMOVED + ".");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(command.file())))
        .isEqualTo("rw-------");
    TenderProcess.Output status = command.run("status");
    assertThat(status.exitCode()).as(status.err()).isZero();
    assertThat(status.out()).contains("by-login");
    market.await(
        "the login of the command is refreshed",
        TIMEOUT,
        () -> {
          assertThat(command.status()).isEqualTo(200);
          return market.database().refreshedLogins("command") == 1;
        });
  }

  private void remove(LiveMarket market, KeycloakRealm realm, CommandLogin command)
      throws Exception {
    Path removed = market.folder().resolve("removed");
    Path log = market.folder().resolve("removal.log");
    Map<String, String> environment = new LinkedHashMap<>(environment(realm, command));
    environment.put("TENDER_USERS", REMOVED + "," + DISABLED);
    environment.put("TENDER_REMOVED", removed.toString());
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<String> script =
          threads.submit(
              () -> Browser.run("removal.mjs", market.address(), market.token(), environment, log));
      market.await(
          "both people have a bag open",
          TIMEOUT,
          () ->
              script.isDone()
                  || (Files.exists(log)
                      && Files.readString(log).contains("ready for the removal")));
      long startMillis = System.currentTimeMillis();
      realm.removeUser(REMOVED);
      realm.disableUser(DISABLED);
      Path complete = market.folder().resolve("removed.new");
      Files.writeString(complete, startMillis + "\n");
      Files.move(complete, removed, StandardCopyOption.ATOMIC_MOVE);
      while (command.status() != UNAUTHORIZED) {
        Thread.sleep(POLL_MILLIS);
      }
      figures.put("removedCommandSeconds", (System.currentTimeMillis() - startMillis) / 1e3);
      record(script.get(), REMOVED, "removed");
      record(script.get(), DISABLED, "disabled");
    }
    market.note("figures: " + figures);
    assertThat(figures).hasSize(7);
    assertThat(figures.values()).allSatisfy(it -> assertThat((double) it).isLessThan(MAX_SECONDS));
    TenderProcess.Output status = command.run("status");
    market.note("tender status: " + status);
    assertThat(status.exitCode()).isNotZero();
    assertThat(status.err()).contains("tender login");
    // What runs is not affected.
    assertThat(market.database().openBags()).isEqualTo(2);
  }

  /** Takes the figures of a person from the script's output. */
  private void record(String output, String user, String as) {
    String line = output.lines().filter(it -> it.startsWith("figures ")).findFirst().orElseThrow();
    JsonNode seconds = JsonMapper.shared().readTree(line.substring("figures ".length())).path(user);
    for (String measured : List.of("requestSeconds", "streamSeconds", "pageSeconds")) {
      figures.put(
          as + measured.substring(0, 1).toUpperCase(Locale.ROOT) + measured.substring(1),
          seconds.path(measured).asDouble());
    }
  }

  /** A user's machine without a browser, on which {@code tender login} runs. */
  private record CommandLogin(LiveMarket market, Path home, Process process, Path output) {
    static CommandLogin start(LiveMarket market) throws Exception {
      Path home = Files.createDirectory(market.folder().resolve("home"));
      Path output = home.resolve("login.out");
      ProcessBuilder builder =
          new ProcessBuilder(TenderProcess.command(List.of("login")))
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      builder.environment().putAll(environment(market, home));
      CommandLogin login = new CommandLogin(market, home, builder.start(), output);
      market.await("the command prints a code", TIMEOUT, () -> login.text().contains("the code:"));
      return login;
    }

    private static Map<String, String> environment(LiveMarket market, Path home) {
      return Map.of("TENDER_SERVER", market.address(), "XDG_CONFIG_HOME", home.toString());
    }

    String text() throws IOException {
      return Files.readString(output);
    }

    String url() {
      return printed("Open in a browser: ");
    }

    String code() {
      return printed("and enter the code: ");
    }

    private String printed(String before) {
      try {
        return text()
            .lines()
            .filter(line -> line.startsWith(before))
            .map(line -> line.substring(before.length()))
            .findFirst()
            .orElseThrow();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    String awaitEnd() throws Exception {
      assertThat(process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(text()).isZero();
      return text();
    }

    Path file() {
      return home.resolve("tender/login.yaml");
    }

    TenderProcess.Output run(String... arguments) throws Exception {
      return TenderProcess.run(home, environment(market, home), List.of(arguments));
    }

    /** How the server answers a request with the login. */
    int status() throws Exception {
      String token =
          JsonMapper.shared().readTree(Files.readString(file())).path("token").asString();
      try (HttpClient http = HttpClient.newHttpClient()) {
        HttpRequest request =
            HttpRequest.newBuilder(URI.create(market.address() + "/v1/bags"))
                .header("Authorization", "Bearer " + token)
                .build();
        return http.send(request, BodyHandlers.discarding()).statusCode();
      }
    }
  }
}
