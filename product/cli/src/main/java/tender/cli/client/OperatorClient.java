package tender.cli.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.StringJoiner;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tender.cli.client.response.OperatorResponses.Accounts;
import tender.cli.client.response.OperatorResponses.AddedProvider;
import tender.cli.client.response.OperatorResponses.AddedUser;
import tender.cli.client.response.OperatorResponses.AuditEntries;
import tender.cli.client.response.OperatorResponses.Certificates;
import tender.cli.client.response.OperatorResponses.OwnedBag;
import tender.cli.client.response.OperatorResponses.OwnedBags;
import tender.cli.client.response.OperatorResponses.Providers;
import tender.cli.client.response.OperatorResponses.RevokedCertificate;
import tender.cli.client.response.OperatorResponses.UserQuotas;
import tender.cli.client.response.OperatorResponses.Users;
import tools.jackson.databind.json.JsonMapper;

/** The client of the REST interface for operators and auditors. */
public final class OperatorClient {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration EXPORT_TIMEOUT = Duration.ofHours(1);
  private static final String ROOT = "/v1/operator/";

  private final HttpTransport transport;

  /**
   * A client of these servers.
   *
   * @param notice receives messages for the waiting user
   */
  OperatorClient(ConnectionSettings connection, Consumer<String> notice) {
    transport = new HttpTransport(connection, notice);
  }

  private record NewUser(String user, String role, List<String> organisations) {}

  private record NewRole(String role) {}

  private record Organisations(List<String> organisations) {}

  private record Income(String amount, String every) {}

  private record NewProvider(String provider, int hours, List<String> organisations) {}

  private record Deposit(String amount) {}

  private record CreditLimit(String limit) {}

  private record CancelReason(String reason) {}

  public Users users() {
    return get("users", Users.class);
  }

  public AddedUser addUser(String user, String role, List<String> organisations) {
    return read(send("POST", "users", new NewUser(user, role, organisations)), AddedUser.class);
  }

  public void revokeUser(String user) {
    finish(send("POST", "users/" + encoded(user) + "/revoke", null));
  }

  public void setRole(String user, String role) {
    finish(send("PUT", "users/" + encoded(user) + "/role", new NewRole(role)));
  }

  /** Sets the organisations of a user or, if the account is of a provider, of the provider. */
  public void setOrganisations(Account account, List<String> organisations) {
    finish(
        send(
            "PUT",
            account.kind() + "s/" + encoded(account.name()) + "/organisations",
            new Organisations(organisations)));
  }

  /** Replaces the quotas of a user. */
  public void setQuotas(String user, UserQuotas quotas) {
    finish(send("PUT", "users/" + encoded(user) + "/quotas", quotas));
  }

  public void setIncome(String user, String amount, String every) {
    finish(send("PUT", "users/" + encoded(user) + "/income", new Income(amount, every)));
  }

  public Providers providers() {
    return get("providers", Providers.class);
  }

  public AddedProvider addProvider(String provider, int hours, List<String> organisations) {
    return read(
        send("POST", "providers", new NewProvider(provider, hours, organisations)),
        AddedProvider.class);
  }

  public void revokeProvider(String provider) {
    finish(send("POST", "providers/" + encoded(provider) + "/revoke", null));
  }

  public Certificates certificates() {
    return get("certificates", Certificates.class);
  }

  public RevokedCertificate revokeCertificate(String serial) {
    return read(
        send("POST", "certificates/" + encoded(serial) + "/revoke", null),
        RevokedCertificate.class);
  }

  /**
   * The owner of an account.
   *
   * @param kind user or provider
   */
  public record Account(String kind, String name) {
    @Override
    public String toString() {
      return kind + ":" + name;
    }
  }

  public Accounts accounts() {
    return get("accounts", Accounts.class);
  }

  /**
   * Deposits credits.
   *
   * @param key makes a repeated request have no second effect
   */
  public void deposit(Account account, String amount, String key) {
    finish(
        send(
            "POST",
            "accounts/" + encoded(account.toString()) + "/deposits",
            new Deposit(amount),
            Optional.of(key)));
  }

  public void setCreditLimit(Account account, String limit) {
    finish(
        send(
            "PUT",
            "accounts/" + encoded(account.toString()) + "/credit-limit",
            new CreditLimit(limit)));
  }

  /** A page of the bags of all users. */
  public OwnedBags bags(
      Optional<String> user,
      Optional<String> state,
      Optional<String> search,
      Optional<String> cursor,
      int limit) {
    StringJoiner query = new StringJoiner("&", "bags?", "").add("limit=" + limit);
    user.ifPresent(text -> query.add("user=" + encoded(text)));
    state.ifPresent(text -> query.add("state=" + encoded(text)));
    search.ifPresent(text -> query.add("search=" + encoded(text)));
    cursor.ifPresent(text -> query.add("cursor=" + encoded(text)));
    return get(query.toString(), OwnedBags.class);
  }

  public OwnedBag cancel(String bag, String reason) {
    return read(
        send("POST", "bags/" + encoded(bag) + "/cancel", new CancelReason(reason)), OwnedBag.class);
  }

  /** A page of the audit log, newest first. */
  public AuditEntries audit(Optional<String> actor, OptionalLong before, int limit) {
    String query = "audit?limit=" + limit;
    query += before.isPresent() ? "&cursor=" + before.getAsLong() : "";
    return get(query + actor.map(text -> "&actor=" + encoded(text)).orElse(""), AuditEntries.class);
  }

  /** The audit log after an entry as lines of JSON; the caller closes it. */
  public InputStream exportAudit(long after) {
    return transport.send(
        ROOT + "audit/export?after=" + after, request -> request.timeout(EXPORT_TIMEOUT));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private <T> T get(String path, Class<T> type) {
    return read(transport.send(ROOT + path, request -> request.timeout(REQUEST_TIMEOUT)), type);
  }

  private InputStream send(String method, String path, @Nullable Object body) {
    return send(method, path, body, Optional.empty());
  }

  private InputStream send(
      String method, String path, @Nullable Object body, Optional<String> idempotencyKey) {
    byte[] json = body == null ? new byte[0] : MAPPER.writeValueAsBytes(body);
    return transport.send(
        ROOT + path,
        request -> {
          idempotencyKey.ifPresent(key -> request.header("Idempotency-Key", key));
          return request
              .timeout(REQUEST_TIMEOUT)
              .header("Content-Type", "application/json")
              .method(method, BodyPublishers.ofByteArray(json));
        });
  }

  private static <T> T read(InputStream answer, Class<T> type) {
    try (answer) {
      return MAPPER.readValue(answer, type);
    } catch (IOException e) {
      throw cutOff(e);
    }
  }

  private static void finish(InputStream answer) {
    try (answer) {
      var _ = answer.readAllBytes();
    } catch (IOException e) {
      throw cutOff(e);
    }
  }

  private static UncheckedIOException cutOff(IOException e) {
    return new UncheckedIOException("The response was cut off: " + e.getMessage(), e);
  }
}
