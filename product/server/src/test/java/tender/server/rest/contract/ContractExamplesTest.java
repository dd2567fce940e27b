package tender.server.rest.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.server.rest.RestExchange;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The examples of the contract, at a real server: what they request is accepted, and what they
 * answer has the fields of real answers.
 */
class ContractExamplesTest extends RestExchange {
  private static final Path DOCUMENT =
      Path.of("src", "main", "resources", "tender", "server", "rest", "openapi.yaml");

  /** The main routes; each needs an example of its answer, and of its body if it has one. */
  private static final List<String> MAIN_ROUTES =
      List.of(
          "post /v1/bags",
          "get /v1/bags",
          "get /v1/bags/{id}",
          "post /v1/bags/{id}/accept",
          "post /v1/bag-files",
          "post /v1/blobs/missing",
          "get /v1/providers",
          "get /v1/account",
          "get /v1/tokens",
          "post /v1/tokens",
          "get /v1/notifications",
          "post /v1/notifications",
          "get /v1/notifications/{name}/deliveries");

  /** Others, whose answers must be as the contract says. */
  private static final List<String> OTHER_ROUTES =
      List.of(
          "get /health",
          "get /v1/bags/{id}/offers",
          "get /v1/bags/{id}/work",
          "get /v1/bags/{id}/stats",
          "get /v1/bags/{id}/parts",
          "get /v1/bags/{id}/tasks",
          "get /v1/bags/{id}/tasks/{taskIndex}",
          "get /v1/bags/{id}/results",
          "get /v1/auction",
          "get /v1/shares",
          "get /v1/session");

  private ContractDocument document;
  private SchemaValidator validator;

  @BeforeEach
  void read() throws Exception {
    document = new ContractDocument(new YAMLMapper().readTree(Files.readString(DOCUMENT)));
    validator = new SchemaValidator(document);
  }

  private JsonNode operation(String route) {
    JsonNode operation = document.operations().get(route);
    assertThat(operation).as(route).isNotNull();
    return operation;
  }

  /** The content of a request or an answer as JSON. */
  private JsonNode content(JsonNode owner) {
    return document.resolved(owner).path("content").path("application/json");
  }

  @Test
  void everyExampleFitsItsSchema() {
    List<String> problems = new ArrayList<>();
    int examples = 0;
    for (var operation : document.operations().entrySet()) {
      List<JsonNode> contents = new ArrayList<>();
      contents.add(content(operation.getValue().path("requestBody")));
      operation.getValue().get("responses").forEach(answer -> contents.add(content(answer)));
      for (JsonNode content : contents) {
        if (content.has("example")) {
          examples++;
          problems.addAll(
              validator.problems(
                  operation.getKey(), content.get("schema"), content.get("example")));
        }
      }
    }
    assertThat(problems).isEmpty();
    assertThat(examples).isGreaterThanOrEqualTo(MAIN_ROUTES.size());
  }

  @Test
  void examplesOfMainRoutesAreAcceptedAndHaveTheFieldsOfRealAnswers() throws Exception {
    List<String> problems = new ArrayList<>();
    for (String route : MAIN_ROUTES) {
      JsonNode body = content(operation(route).path("requestBody"));
      assertThat(body.isMissingNode() || body.has("example")).as("a body of " + route).isTrue();
      Answer answer = exchange(route, body.has("example") ? body.get("example").toString() : "");
      assertThat(answer.status()).as(route + ": " + answer.text()).isBetween(200, 299);
      JsonNode content = content(operation(route).get("responses").path("" + answer.status()));
      assertThat(content.has("example")).as("an example of the answer of " + route).isTrue();
      JsonNode real = JsonMapper.shared().readTree(answer.text());
      problems.addAll(validator.problems(route, content.get("schema"), real));
      compareFields(route, content.get("example"), real, problems);
    }
    assertThat(problems).isEmpty();
  }

  @Test
  void answersOfOtherRoutesFitTheirSchemas() throws Exception {
    List<String> problems = new ArrayList<>();
    for (String route : OTHER_ROUTES) {
      Answer answer = exchange(route, "");
      assertThat(answer.status()).as(route + ": " + answer.text()).isEqualTo(200);
      JsonNode content = content(operation(route).get("responses").path("200"));
      problems.addAll(
          validator.problems(
              route, content.get("schema"), JsonMapper.shared().readTree(answer.text())));
    }
    assertThat(problems).isEmpty();
  }

  @Test
  void problemsFitTheirSchema() throws Exception {
    Answer answer = exchange("post /v1/bags", "{}");
    assertThat(answer.status()).isEqualTo(422);
    JsonNode content =
        document
            .resolved(operation("post /v1/bags").get("responses").get("default"))
            .get("content")
            .get("application/problem+json");
    assertThat(
            validator.problems(
                "problem", content.get("schema"), JsonMapper.shared().readTree(answer.text())))
        .isEmpty();
  }

  /** Objects at the same place must have the same fields; optional ones may be null or missing. */
  private static void compareFields(
      String place, JsonNode example, JsonNode real, List<String> problems) {
    if (example.isObject() && real.isObject()) {
      TreeSet<String> missing = new TreeSet<>(real.propertyNames());
      missing.removeAll(new TreeSet<>(example.propertyNames()));
      missing.removeIf(name -> real.get(name).isNull());
      if (!missing.isEmpty()) {
        problems.add(place + ": the example has no " + missing);
      }
      for (var field : example.properties()) {
        compareFields(
            place + "." + field.getKey(), field.getValue(), real.path(field.getKey()), problems);
      }
    }
    if (example.isArray() && real.isArray() && !example.isEmpty() && !real.isEmpty()) {
      compareFields(place + "[]", example.get(0), real.get(0), problems);
    }
  }
}
