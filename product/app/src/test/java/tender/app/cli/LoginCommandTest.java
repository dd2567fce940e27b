package tender.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.server.api.ApiException;
import tender.server.api.InMemoryBagDetailApi;
import tender.server.api.InMemoryLogin;
import tender.server.api.InMemoryProjects;
import tender.server.api.operator.InMemoryOperator;
import tender.server.model.UserQuotas;
import tender.server.rest.RequestListener;
import tender.server.rest.RestServer;
import tender.support.http.HttpListenerConfig;

/** Logging in and out with commands, at a server whose identity provider agrees or refuses. */
@Timeout(60)
class LoginCommandTest extends RestServerFixture {
  private final AtomicInteger polls = new AtomicInteger();
  private final AtomicInteger logouts = new AtomicInteger();
  private volatile boolean isRefused;

  @Override
  RestServer server() {
    return new RestServer(
        new HttpListenerConfig("127.0.0.1", 0, Optional.empty()),
        bags,
        new InMemoryBagDetailApi(bags),
        tokens,
        new InMemoryProjects(),
        notifications,
        Optional.empty(),
        Optional.of(new Login()),
        new InMemoryOperator().api(),
        tokens::find,
        UserQuotas.DEFAULT,
        _ -> {},
        RequestListener.NONE);
  }

  /** Agrees when it is asked for the second time. */
  private final class Login extends InMemoryLogin {
    @Override
    public DeviceLogin startDevice(String address) {
      return new DeviceLogin(
          "secret",
          "AB-CD",
          URI.create("https://id.example.org/device"),
          Optional.of(URI.create("https://id.example.org/device?code=AB-CD")),
          60_000,
          200);
    }

    @Override
    public DeviceLoginResult pollDevice(String secret, String address) {
      if (isRefused) {
        throw ApiException.refused("The login was refused: access_denied", "Start it again.");
      }
      assertThat(secret).isEqualTo("secret");
      return new DeviceLoginResult(
          polls.incrementAndGet() == 1
              ? Optional.empty()
              : Optional.of(new NewSession(TOKEN, ANN, NOW.toEpochMilli())),
          200);
    }

    @Override
    public Optional<URI> logout(String token) {
      assertThat(token).isEqualTo(TOKEN);
      logouts.incrementAndGet();
      return Optional.empty();
    }
  }

  private Path file() {
    return home.resolve(".config/tender/login.yaml");
  }

  @BeforeEach
  void forgetToken() throws IOException {
    configure("{server: '" + address() + "'}", "rw-------");
  }

  @Test
  void commandsUseTheLoginUntilTheLogout() throws IOException {
    assertThat(CliRun.run("providers").err()).contains("No token is configured", "tender login");

    CliRun login = CliRun.run("login");

    assertThat(login.err())
        .contains("https://id.example.org/device", "enter the code: AB-CD", "device?code=AB-CD");
    assertThat(login.out()).isEqualTo("You have logged in as ann.\n");
    assertThat(login.exitCode()).isZero();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    assertThat(CliRun.run("providers").exitCode()).isZero();

    CliRun logout = CliRun.run("logout", "-o", "json");

    assertThat(logout.json().get("user").asString()).isEqualTo("ann");
    assertThat(logouts).hasValue(1);
    assertThat(file()).doesNotExist();
    assertThat(CliRun.run("providers").exitCode()).isOne();
    assertThat(CliRun.run("logout").err()).contains("You have not logged in", "tender login");
  }

  @Test
  void tokenIsNotSentToAnotherServer() throws IOException {
    CliRun.run("login");
    configure("{}", "rw-------");
    assertThat(CliRun.run("providers").exitCode()).as("the server of the login").isZero();
    assertThat(CliRun.run("providers", "--server", address() + "/").err())
        .contains("No token is configured");
  }

  @Test
  void refusalIsReported() {
    isRefused = true;
    CliRun login = CliRun.run("login");
    assertThat(login.exitCode()).isOne();
    assertThat(login.err()).contains("access_denied");
    assertThat(file()).doesNotExist();
  }
}
