package tender.cli.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Logs a user in at the market's identity provider, which only the server needs to know. */
public final class LoginClient {
  private static final int UNAUTHORIZED = 401;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final JsonMapper MAPPER = new JsonMapper();

  private final HttpTransport transport;
  private final String server;
  private final Path file;
  private final Optional<Path> ca;
  private final Consumer<String> notice;

  LoginClient(
      @Nullable String option,
      Map<String, String> environment,
      Path home,
      Consumer<String> notice) {
    ConnectionSettings settings = ConnectionSettings.findWithoutToken(option, environment, home);
    transport = new HttpTransport(settings, notice);
    server = ConnectionSettings.serverText(option, environment, home);
    file = SavedLogin.fileBeside(ConnectionSettings.configFile(environment, home));
    ca = settings.ca();
    this.notice = notice;
  }

  /** A login that a person completes in a browser. */
  public record DeviceLogin(
      String login,
      String userCode,
      String verificationUrl,
      @Nullable String completeUrl,
      double intervalSeconds,
      double validSeconds) {}

  /**
   * The result of a login.
   *
   * @param token null until the person has logged in
   */
  public record Result(
      @Nullable String token,
      @Nullable String user,
      @Nullable Instant expires,
      double intervalSeconds) {
    /** Leaves out the token, which must not appear in logs. */
    @Override
    public String toString() {
      return "Result[" + user + ", " + expires + "]";
    }
  }

  private record Secret(String login) {}

  /** Starts a login. */
  public DeviceLogin start() {
    return post(transport, "/v1/login/device", "{}", DeviceLogin.class);
  }

  /** Asks whether the person has logged in, and then stores the session. */
  public Result result(DeviceLogin login) {
    Result result =
        post(
            transport,
            "/v1/login/device/result",
            MAPPER.writeValueAsString(new Secret(login.login())),
            Result.class);
    if (result.token() != null && result.user() != null) {
      new SavedLogin(server, result.token(), result.user()).write(file);
    }
    return result;
  }

  /** The user who has logged in with this account of the machine. */
  public Optional<SavedLogin> saved() {
    return SavedLogin.read(file);
  }

  /** Ends the session at the server, and forgets it here. */
  public void logout(SavedLogin login) {
    HttpTransport authenticated =
        new HttpTransport(
            new ConnectionSettings(ConnectionSettings.addresses(login.server()), login.token(), ca),
            notice);
    try {
      var _ = MAPPER.readTree(send(authenticated, "/v1/logout", ""));
    } catch (RequestRefusedException e) {
      if (e.status() != UNAUTHORIZED) {
        throw e;
      }
      // It has ended before.
    }
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete " + file + ".", e);
    }
  }

  private static <T> T post(HttpTransport to, String path, String json, Class<T> type) {
    return MAPPER.readValue(send(to, path, json), type);
  }

  private static byte[] send(HttpTransport to, String path, String json) {
    try (InputStream body =
        to.send(
            path,
            request ->
                request
                    .timeout(TIMEOUT)
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(json, StandardCharsets.UTF_8)))) {
      return body.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("Reading the answer of the server failed.", e);
    }
  }
}
