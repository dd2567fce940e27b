package tender.testbed;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A realm of the testbed's Keycloak: users with their groups, and this market as a client with the
 * settings of docs/operate/single-sign-on.md.
 */
public final class KeycloakRealm implements AutoCloseable {
  private static final int NOT_AN_ERROR = 400;
  private static final int CREATED = 201;

  private final HttpClient http = HttpClient.newHttpClient();
  private final Keycloak keycloak;
  private final String name;

  private KeycloakRealm(Keycloak keycloak, String name) {
    this.keycloak = keycloak;
    this.name = name;
  }

  /** How to reach Keycloak, and its administrator. */
  public record Keycloak(String url, String administrator, String password) {}

  /** Creates a realm without users and clients. */
  public static KeycloakRealm create(Keycloak keycloak, String name)
      throws IOException, InterruptedException {
    KeycloakRealm realm = new KeycloakRealm(keycloak, name);
    realm.post("/admin/realms", Map.of("realm", name, "enabled", true));
    return realm;
  }

  /** By which Keycloak names this realm. */
  public URI issuer() {
    return URI.create(keycloak.url() + "/realms/" + name);
  }

  /**
   * Adds the market. The fields that the documentation does not name have the values that the
   * administration console gives them.
   *
   * @param publicUrl where browsers reach the market
   */
  public void addMarket(String clientId, String secret, String publicUrl)
      throws IOException, InterruptedException {
    Map<String, Object> groups =
        Map.of(
            "name",
            "groups",
            "protocol",
            "openid-connect",
            "protocolMapper",
            "oidc-group-membership-mapper",
            "config",
            Map.of("claim.name", "groups", "full.path", "true", "id.token.claim", "true"));
    post(
        path("/clients"),
        Map.of(
            "clientId",
            clientId,
            "secret",
            secret,
            "publicClient",
            false,
            "standardFlowEnabled",
            true,
            "directAccessGrantsEnabled",
            false,
            "frontchannelLogout",
            true,
            "redirectUris",
            List.of(publicUrl + "/v1/login/callback"),
            "attributes",
            Map.of(
                "oauth2.device.authorization.grant.enabled",
                "true",
                "pkce.code.challenge.method",
                "S256",
                "post.logout.redirect.uris",
                publicUrl + "/"),
            "protocolMappers",
            List.of(groups)));
  }

  /** Adds a user with this password, in these groups of the top level. */
  public void addUser(String user, String password, String... groups)
      throws IOException, InterruptedException {
    for (String group : groups) {
      // It may exist.
      send("POST", path("/groups"), Map.of("name", group));
    }
    post(
        path("/users"),
        Map.of(
            "username",
            user,
            "enabled",
            true,
            "email",
            user + "@example.org",
            "firstName",
            user,
            "lastName",
            "Example",
            "groups",
            List.of(groups),
            "credentials",
            List.of(Map.of("type", "password", "value", password))));
  }

  /** Forbids a user to log in. */
  public void disableUser(String user) throws IOException, InterruptedException {
    require(send("PUT", path("/users/" + id(user)), Map.of("enabled", false)));
  }

  public void removeUser(String user) throws IOException, InterruptedException {
    require(send("DELETE", path("/users/" + id(user)), Map.of()));
  }

  private String id(String user) throws IOException, InterruptedException {
    String query = URLEncoder.encode(user, StandardCharsets.UTF_8);
    JsonNode found = json(send("GET", path("/users?exact=true&username=" + query), Map.of()));
    return found.get(0).get("id").asString();
  }

  private String path(String below) {
    return "/admin/realms/" + name + below;
  }

  private void post(String path, Map<String, ?> body) throws IOException, InterruptedException {
    HttpResponse<String> answer = send("POST", path, body);
    if (answer.statusCode() != CREATED) {
      throw failed(answer);
    }
  }

  private static void require(HttpResponse<String> answer) throws IOException {
    if (answer.statusCode() >= NOT_AN_ERROR) {
      throw failed(answer);
    }
  }

  private static IOException failed(HttpResponse<String> answer) {
    return new IOException(
        "Keycloak answered %s with %d: %s"
            .formatted(answer.uri(), answer.statusCode(), answer.body()));
  }

  private HttpResponse<String> send(String method, String path, Map<String, ?> body)
      throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(keycloak.url() + path))
            .header("Authorization", "Bearer " + administratorToken())
            .header("Content-Type", "application/json")
            .method(
                method,
                body.isEmpty()
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(body)))
            .build(),
        BodyHandlers.ofString());
  }

  /** A new one for each request, because it is valid for a minute. */
  private String administratorToken() throws IOException, InterruptedException {
    String form =
        "grant_type=password&client_id=admin-cli&username=%s&password=%s"
            .formatted(keycloak.administrator(), keycloak.password());
    return json(http.send(
            HttpRequest.newBuilder(
                    URI.create(keycloak.url() + "/realms/master/protocol/openid-connect/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form))
                .build(),
            BodyHandlers.ofString()))
        .get("access_token")
        .asString();
  }

  private static JsonNode json(HttpResponse<String> answer) throws IOException {
    require(answer);
    return JsonMapper.shared().readTree(answer.body());
  }

  @Override
  public void close() {
    http.close();
  }
}
