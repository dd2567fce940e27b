package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.core.model.BagId;
import tender.server.model.Access;
import tender.server.model.AccessScope;
import tender.server.model.ProjectId;
import tender.server.model.ProjectQuotas;
import tender.server.model.ProjectRole;
import tender.server.model.ProjectSettings;
import tender.server.model.Role;
import tender.server.model.UserId;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The users that may send each request. The expected answers of all routes are in {@code
 * access-matrix.txt}; a route of the OpenAPI document without a row fails the test.
 */
@Tag("slow")
class AccessMatrixTest extends RestFixture {
  private static final String PROJECT = "physics";
  private static final Access MANAGER = Access.unlimited(new UserId("mia"));

  private int bags;

  /** The client of each column. */
  private Map<String, RestTestClient> clients() {
    Map<String, RestTestClient> clients = new LinkedHashMap<>();
    clients.put("owner", ann);
    clients.put("submit", client("by-program", AccessScope.SUBMIT));
    clients.put("read", client("by-page", AccessScope.READ));
    clients.put("stranger", ben);
    clients.put("member", withRole("max", Role.USER));
    clients.put("manager", withRole("mia", Role.USER));
    RestTestClient revoked = client("revoked", AccessScope.ADMIN);
    tokens.revoke(ANN, "revoked");
    clients.put("revoked", revoked);
    clients.put("anonymous", ann.anonymous());
    clients.put("operator", withRole("oscar", Role.OPERATOR));
    clients.put("auditor", withRole("amy", Role.AUDITOR));
    return clients;
  }

  /** The bags of the owner are for a project that shows them to its members. */
  @BeforeEach
  void createProject() {
    Access operator =
        Access.ofToken(new UserId("oscar"), AccessScope.ADMIN, Role.OPERATOR, OptionalLong.empty());
    ProjectId project = new ProjectId(PROJECT);
    projects.create(
        operator,
        project,
        new ProjectSettings(PROJECT, 0, OptionalLong.empty(), true, List.of(), ProjectQuotas.NONE),
        Optional.of(new UserId("mia")));
    for (UserId user : List.of(new UserId("max"), ANN)) {
      projects.addMember(operator, project, user, ProjectRole.MEMBER);
    }
    api.addReader(new UserId("max"));
    api.addReader(new UserId("mia"));
  }

  /** A user who has no part in the bags. */
  private RestTestClient withRole(String user, Role role) {
    tokens.setRole(new UserId(user), role);
    return RestTestClient.of(
        server,
        tokens.create(
            Access.unlimited(new UserId(user)),
            role.text(),
            AccessScope.ADMIN,
            OptionalLong.empty()));
  }

  private RestTestClient client(String name, AccessScope scope) {
    return RestTestClient.of(
        server, tokens.create(Access.unlimited(ANN), name, scope, OptionalLong.empty()));
  }

  @Test
  void everyRouteAnswersEveryoneAsExpected() throws IOException {
    Map<String, RestTestClient> clients = clients();
    List<String> rows = new ArrayList<>();
    rows.add(row("route", List.copyOf(clients.keySet())));
    for (var path : document().get("paths").properties()) {
      for (String verb : path.getValue().propertyNames()) {
        if (!verb.equals("parameters")) {
          String route = verb.toUpperCase(Locale.ROOT) + " " + path.getKey();
          List<String> cells = new ArrayList<>();
          for (RestTestClient client : clients.values()) {
            cells.add(cell(client, route));
          }
          rows.add(row(route, cells));
        }
      }
    }
    assertThat(String.join("\n", rows) + "\n").isEqualTo(expected());
  }

  private static String row(String route, List<String> cells) {
    StringBuilder row = new StringBuilder("%-52s".formatted(route));
    cells.forEach(cell -> row.append("%-10s".formatted(cell)));
    return row.toString().stripTrailing();
  }

  private BagId submittedForProject(String key) {
    return new BagId(
        ann.post("/v1/bags", key, "{\"work\": " + WORK + ", \"project\": \"" + PROJECT + "\"}")
            .json()
            .get("id")
            .asString());
  }

  /** What a client gets: "allowed" also if the request is invalid in another way. */
  private String cell(RestTestClient client, String route) throws IOException {
    String bag = submittedForProject("k" + bags++).value();
    projects.addMember(MANAGER, new ProjectId(PROJECT), new UserId("tom"), ProjectRole.MEMBER);
    tokens.create(Access.unlimited(ANN), "t" + bags, AccessScope.READ, OptionalLong.empty());
    notifications.addWebhook(ANN, "n" + bags, "https://example.org/", List.of());
    String path =
        route
            .substring(route.indexOf(' ') + 1)
            .replace("{id}", bag)
            .replace("/tokens/{name}", "/tokens/t" + bags)
            .replace("/notifications/{name}", "/notifications/n" + bags)
            .replace("{account}", "user:unknown")
            .replace("{digest}", "0".repeat(64))
            .replace("{project}", PROJECT)
            .replace("{user}", "tom")
            .replace("{taskIndex}/kept", "0/kept?path=out")
            .replace("{taskIndex}/output", "0/output?path=out")
            .replace("{taskIndex}", "0")
            .replaceAll("\\{\\w+}", "unknown");
    String method = route.substring(0, route.indexOf(' '));
    boolean hasBody = method.equals("POST") || method.equals("PUT");
    HttpRequest.Builder request =
        client
            .request(path)
            .header("Idempotency-Key", "other" + bags)
            .method(
                method, hasBody ? BodyPublishers.ofString(body(path)) : BodyPublishers.noBody());
    int status = status(request.build());
    return status == 401 || status == 403 || status == 404 ? String.valueOf(status) : "allowed";
  }

  /** Of an acceptance the body is read first. */
  private static String body(String path) {
    if (path.endsWith("/confirm")) {
      return "{\"code\": \"wrong\"}";
    }
    return path.endsWith("/accept") ? "{\"by\": \"2026-11-20T09:00:00Z\", \"price\": \"1\"}" : "{}";
  }

  /**
   * Does not read the body, because the events of a bag do not end. Each request comes from another
   * address, because the server slows wrong tokens of one address.
   */
  private int status(HttpRequest request) throws IOException {
    var address =
        InetAddress.getByAddress(new byte[] {127, 0, (byte) (bags / 250), (byte) (bags % 250 + 2)});
    try (HttpClient http = HttpClient.newBuilder().localAddress(address).build()) {
      HttpResponse<InputStream> answer = http.send(request, BodyHandlers.ofInputStream());
      answer.body().close();
      http.shutdownNow();
      return answer.statusCode();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private JsonNode document() {
    return new YAMLMapper().readTree(ann.anonymous().get("/openapi.yaml").response().body());
  }

  private static String expected() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(AccessMatrixTest.class.getResourceAsStream("access-matrix.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
