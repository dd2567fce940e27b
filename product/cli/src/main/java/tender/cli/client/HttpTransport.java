package tender.cli.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tender.support.text.ErrorMessages;
import tender.support.transfer.StoreClient;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends requests to the first server that answers. A failed request is retried with the next server
 * and after a pause, because every request is idempotent. Most commands outlast the restart of a
 * server; a command that waits for a bag outlasts its repair.
 */
final class HttpTransport {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /** How long most commands try servers that do not answer. */
  private static final Duration SHORT_OUTAGE = Duration.ofSeconds(30);

  /** How long a command that waits for a bag tries servers that do not answer. */
  static final Duration MAX_OUTAGE = Duration.ofMinutes(30);

  private static final long FIRST_PAUSE_MILLIS = 200;
  private static final long MAX_PAUSE_MILLIS = 5_000;
  private static final int MAX_PROBLEM_BYTES = 64 << 10;

  /** Returned by a proxy that reaches no server, or by a busy server. */
  private static final Set<Integer> RETRYABLE_STATUS = Set.of(502, 503, 504);

  /** The quota is exceeded; the server may say when to try again. */
  private static final int TOO_MANY_REQUESTS = 429;

  private static final int UNAUTHORIZED = 401;

  /** Replaces the server's advice, which is for programmers. */
  private static final String BAD_TOKEN_ADVICE =
      "Check TENDER_TOKEN, or token in ~/.config/tender/config.yaml, or log in"
          + " (tender login), or ask the market's operator for a new token.";

  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,2}");

  private static final JsonMapper MAPPER = new JsonMapper();

  private final ConnectionSettings connection;
  private final HttpClient http;
  private final Consumer<String> notice;
  private final LongConsumer pause;
  private final LongSupplier nanoTime;
  private int server;

  /**
   * A transport.
   *
   * @param notice receives messages for the waiting user
   */
  HttpTransport(ConnectionSettings connection, Consumer<String> notice) {
    this(connection, notice, HttpTransport::sleep, System::nanoTime);
  }

  /**
   * For tests.
   *
   * @param pause waits for so many milliseconds
   */
  HttpTransport(
      ConnectionSettings connection,
      Consumer<String> notice,
      LongConsumer pause,
      LongSupplier nanoTime) {
    this.connection = connection;
    this.notice = notice;
    this.pause = pause;
    this.nanoTime = nanoTime;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER);
    connection.ca().ifPresent(ca -> builder.sslContext(TrustedCertificates.only(ca)));
    http = builder.build();
  }

  /** For transfers to and from the market's object store. */
  StoreClient newStoreClient() {
    return new StoreClient(connection.ca().map(TrustedCertificates::andDefaults));
  }

  /** Tells the waiting user something. */
  void notice(String message) {
    notice.accept(message);
  }

  /** Completes a request, except for the server's address. */
  @FunctionalInterface
  interface RequestCustomizer {
    HttpRequest.Builder customize(HttpRequest.Builder request) throws IOException;
  }

  /** The body of the response; the caller closes it. */
  InputStream send(String path, RequestCustomizer draft) {
    return send(path, draft, SHORT_OUTAGE);
  }

  /**
   * The body of the response; the caller closes it.
   *
   * @param maxOutage for how long to retry
   */
  InputStream send(String path, RequestCustomizer draft, Duration maxOutage) {
    Optional<IOException> last = Optional.empty();
    @Nullable RequestRefusedException busy = null;
    long giveUpNanos = nanoTime.getAsLong() + maxOutage.toNanos();
    for (int round = 0; round == 0 || nanoTime.getAsLong() - giveUpNanos < 0; round++) {
      OptionalLong retryAfterMillis = OptionalLong.empty();
      for (int tried = 0; tried < connection.servers().size(); tried++) {
        URI base = connection.servers().get(server % connection.servers().size());
        try {
          HttpResponse<InputStream> response =
              http.send(request(base, path, draft), BodyHandlers.ofInputStream());
          if (response.statusCode() < 300) {
            return response.body();
          }
          RequestRefusedException refusal = refusal(response);
          retryAfterMillis = retryAfterMillis(response);
          if (!RETRYABLE_STATUS.contains(response.statusCode()) && retryAfterMillis.isEmpty()) {
            throw refusal;
          }
          busy = refusal;
          if (retryAfterMillis.isPresent()) {
            // The quota is that of the user, also at the next server.
            break;
          }
        } catch (IOException e) {
          if (ErrorMessages.isUntrusted(e)) {
            throw untrusted(base, e);
          }
          last = Optional.of(e);
          busy = null;
        } catch (InterruptedException e) {
          throw interrupted(e);
        }
        server++;
      }
      if (round == 0) {
        notice.accept(
            retryAfterMillis.isPresent() && busy != null
                ? busy.getMessage()
                : "No answer from %s; retrying for %s.".formatted(servers(), inWords(maxOutage)));
      }
      pause.accept(Math.max(backOffMillis(round), retryAfterMillis.orElse(0)));
    }
    throw busy != null ? busy : unreachable(last);
  }

  private static String inWords(Duration outage) {
    return outage.toMinutes() > 0 ? outage.toMinutes() + " min" : outage.toSeconds() + " s";
  }

  private HttpRequest request(URI base, String path, RequestCustomizer draft) throws IOException {
    HttpRequest.Builder request = draft.customize(HttpRequest.newBuilder(URI.create(base + path)));
    if (!connection.token().isEmpty()) {
      request.header("Authorization", "Bearer " + connection.token());
    }
    return request.header("User-Agent", "tender").build();
  }

  private static RequestRefusedException refusal(HttpResponse<InputStream> response)
      throws IOException {
    try (InputStream body = response.body()) {
      JsonNode problem = MAPPER.readTree(body.readNBytes(MAX_PROBLEM_BYTES));
      if (problem.path("detail").isString()) {
        return new RequestRefusedException(
            response.statusCode(),
            problem.path("detail").asString(),
            response.statusCode() == UNAUTHORIZED
                ? BAD_TOKEN_ADVICE
                : problem.path("advice").asString(""));
      }
    } catch (JacksonException e) {
      // Not a response of the server, but of a proxy or another program.
    }
    return new RequestRefusedException(
        response.statusCode(),
        "The server answered with status %s, but not in Tender's format."
            .formatted(response.statusCode()),
        "Check the address of the server: " + response.uri());
  }

  /**
   * When the server says that a user who exceeds a quota may try again; empty for other answers.
   */
  private static OptionalLong retryAfterMillis(HttpResponse<?> response) {
    if (response.statusCode() != TOO_MANY_REQUESTS) {
      return OptionalLong.empty();
    }
    return response
        .headers()
        .firstValue("Retry-After")
        .filter(text -> SECONDS.matcher(text).matches())
        .map(text -> OptionalLong.of(Long.parseLong(text) * 1_000))
        .orElse(OptionalLong.empty());
  }

  /** How long to wait before the next round, with jitter. */
  private static long backOffMillis(int round) {
    long millis = Math.min(MAX_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(round, 10));
    return ThreadLocalRandom.current().nextLong(millis / 2, millis + 1);
  }

  /** Waits before the next round. */
  static void backOff(int round) {
    sleep(backOffMillis(round));
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("Interrupted.", e);
  }

  private UncheckedIOException unreachable(Optional<IOException> last) {
    IOException cause = last.orElseGet(() -> new IOException("no answer"));
    return new UncheckedIOException(
        "No server answers at %s: %s.\nCheck the address (--server, TENDER_SERVER) and that a server runs there."
            .formatted(servers(), ErrorMessages.describe(cause)),
        cause);
  }

  /** A retry cannot help here. */
  private static UncheckedIOException untrusted(URI base, IOException cause) {
    return new UncheckedIOException(
        "The server %s is not trusted: %s.\nSet TENDER_CA, or ca in the config file, to the market's file of certificates in PEM; ask its operator for it."
            .formatted(base, ErrorMessages.describe(cause)),
        cause);
  }

  private String servers() {
    return connection.servers().stream().map(URI::toString).collect(Collectors.joining(", "));
  }
}
