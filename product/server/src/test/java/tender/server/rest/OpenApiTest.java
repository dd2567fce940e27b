package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.server.api.InMemoryBagDetailApi;
import tender.server.model.UserQuotas;
import tender.support.http.Route;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The document describes exactly the routes and fields of the server. */
class OpenApiTest extends RestFixture {
  private static final Set<String> NO_TOKEN =
      Set.of(
          "GET /",
          "GET /assets/{name}",
          "GET /health",
          "GET /openapi.yaml",
          "GET /v1/session",
          "GET /v1/login",
          "GET /v1/login/callback",
          "POST /v1/login/device",
          "POST /v1/login/device/result");

  private JsonNode document() {
    RestTestClient.Reply reply = ann.anonymous().get("/openapi.yaml");
    assertThat(reply.status()).isEqualTo(200);
    return new YAMLMapper().readTree(reply.response().body());
  }

  private Set<String> documented() {
    Set<String> documented = new TreeSet<>();
    for (var path : document().get("paths").properties()) {
      for (String field : path.getValue().propertyNames()) {
        if (!field.equals("parameters")) {
          documented.add(field.toUpperCase(Locale.ROOT) + " " + path.getKey());
        }
      }
    }
    return documented;
  }

  @Test
  void documentListsExactlyTheRoutes() {
    Set<String> routes = new TreeSet<>();
    for (Route route :
        RestServer.routes(
            api,
            new InMemoryBagDetailApi(api),
            tokens,
            projects,
            notifications,
            Optional.of(new NoHolds()),
            Optional.empty(),
            operators.api(),
            token -> Optional.empty(),
            UserQuotas.DEFAULT,
            RequestListener.NONE)) {
      routes.add(route.method().text() + " " + route.path());
    }
    assertThat(documented()).isEqualTo(routes);
  }

  @Tag("slow")
  @Test
  void documentedRoutesExistAndRequireATokenAsDocumented() {
    for (String route : documented()) {
      String method = route.substring(0, route.indexOf(' '));
      String path = route.substring(route.indexOf(' ') + 1).replaceAll("\\{\\w+}", "1");
      RestTestClient.Reply reply =
          ann.send(ann.anonymous().request(path).method(method, BodyPublishers.noBody()));
      if (NO_TOKEN.contains(route)) {
        assertThat(reply.status()).as(route).isIn(200, 303, 400, 403, 404);
      } else {
        assertThat(reply.status()).as(route).isEqualTo(401);
      }
      boolean open = document().at("/paths").get(path(route)).get(verb(route)).has("security");
      assertThat(open).as(route).isEqualTo(NO_TOKEN.contains(route));
    }
  }

  private static String path(String route) {
    return route.substring(route.indexOf(' ') + 1);
  }

  private static String verb(String route) {
    return route.substring(0, route.indexOf(' ')).toLowerCase(Locale.ROOT);
  }

  @Test
  void everyReferenceResolves() {
    JsonNode document = document();
    document
        .findValues("$ref")
        .forEach(
            reference ->
                assertThat(document.at(reference.asString().substring(1)).isMissingNode())
                    .as(reference.asString())
                    .isFalse());
  }

  @Test
  void bagSchemaMatchesTheResponse() {
    Set<String> fields =
        new TreeSet<>(ann.get("/v1/bags/" + submitted("k")).json().propertyNames());
    JsonNode schema = document().at("/components/schemas/Bag");
    assertThat(new TreeSet<>(schema.get("properties").propertyNames())).isEqualTo(fields);
    Set<String> required = new TreeSet<>();
    schema.get("required").forEach(name -> required.add(name.asString()));
    assertThat(required).isEqualTo(fields);
  }
}
