package tender.server.rest.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The OpenAPI document keeps what that of the last release promised. {@code
 * packaging/previous-openapi.yaml} is replaced at each release; docs/develop/rest.md says what to
 * do when a change must break it.
 */
class ContractTest {
  private static final Path PREVIOUS = Path.of("..", "..", "packaging", "previous-openapi.yaml");
  private static final Path PRESENT =
      Path.of("src", "main", "resources", "tender", "server", "rest", "openapi.yaml");

  /**
   * Breaking changes since the last release that were decided, each with its reason. Emptied at
   * each release.
   */
  private static final List<String> ACCEPTED =
      List.of(
          // The answer is 200, and says what providers still have of the bag. Programs that take
          // any
          // status from 200 to 299 as a success go on.
          "delete /v1/bags/{id}: the answer 204 is removed");

  private static JsonNode read(Path file) throws IOException {
    return new YAMLMapper().readTree(Files.readString(file));
  }

  @Test
  void presentContractKeepsThatOfTheLastRelease() throws IOException {
    assertThat(ContractChanges.breaking(read(PREVIOUS), read(PRESENT)))
        .containsExactlyInAnyOrderElementsOf(ACCEPTED);
  }

  @Test
  void unchangedContractBreaksNothing() throws IOException {
    assertThat(ContractChanges.breaking(read(PRESENT), read(PRESENT))).isEmpty();
  }

  private static ObjectNode at(JsonNode document, String pointer) {
    JsonNode found = document.at(pointer);
    assertThat(found.isObject()).as(pointer).isTrue();
    return (ObjectNode) found;
  }

  private static ObjectNode schema(JsonNode document, String name) {
    return at(document, "/components/schemas/" + name);
  }

  private static ObjectNode property(JsonNode document, String schema, String name) {
    return at(document, "/components/schemas/" + schema + "/properties/" + name);
  }

  private static void require(JsonNode document, String schema, String name) {
    ObjectNode owner = schema(document, schema);
    ArrayNode required =
        owner.has("required") ? (ArrayNode) owner.get("required") : owner.putArray("required");
    required.add(name);
  }

  private static void removeFrom(ArrayNode names, String name) {
    for (int i = names.size() - 1; i >= 0; i--) {
      if (names.get(i).asString().equals(name)) {
        names.remove(i);
      }
    }
  }

  private static Arguments change(String expected, Consumer<JsonNode> edit) {
    return Arguments.of(expected, edit);
  }

  static Stream<Arguments> breakingChanges() {
    return Stream.of(
        change(
            "get /v1/bags/{id}/stats is removed",
            document -> at(document, "/paths").remove("/v1/bags/{id}/stats")),
        change(
            "delete /v1/bags/{id} is removed",
            document -> at(document, "/paths/~1v1~1bags~1{id}").remove("delete")),
        change(
            "get /v1/bags: the query parameter cursor is removed",
            document -> ((ArrayNode) document.at("/paths/~1v1~1bags/get/parameters")).remove(1)),
        change(
            "get /v1/bags: the query parameter limit is required",
            document -> at(document, "/paths/~1v1~1bags/get/parameters/0").put("required", true)),
        change(
            "get /v1/bags: the query parameter limit has a lower maximum",
            document ->
                at(document, "/paths/~1v1~1bags/get/parameters/0/schema").put("maximum", 50)),
        change(
            "post /v1/bags: the body.budget is removed",
            document -> at(document, "/components/schemas/Submission/properties").remove("budget")),
        change(
            "post /v1/bags: the body.deadline is required",
            document -> require(document, "Submission", "deadline")),
        change(
            "post /v1/bags: the body.work.command was of type string and is of type integer",
            document -> property(document, "WorkOrder", "command").put("type", "integer")),
        change(
            "post /v1/tokens: the body.scope no longer has the values [submit]",
            document -> removeFrom((ArrayNode) schema(document, "Scope").get("enum"), "submit")),
        change(
            "post /v1/bag-files: the body.text has a lower maxLength",
            document -> property(document, "BagFile", "text").put("maxLength", 10)),
        change(
            "get /v1/bags/{id}: the answer 200.promise is removed",
            document -> at(document, "/components/schemas/Bag/properties").remove("promise")),
        change(
            "get /v1/bags/{id}: the answer 200.name may be missing",
            document -> removeFrom((ArrayNode) schema(document, "Bag").get("required"), "name")),
        change(
            "get /v1/bags/{id}: the answer 200.tasks was of type integer and is of type string",
            document -> property(document, "Bag", "tasks").put("type", "string")),
        change(
            "get /v1/bags/{id}: the answer 200.state no longer has the values [done]",
            document -> removeFrom((ArrayNode) schema(document, "BagState").get("enum"), "done")),
        change(
            "get /v1/bags: the answer 200.bags[].name is removed",
            document -> at(document, "/components/schemas/Bag/properties").remove("name")),
        change(
            "get /v1/providers: the answer 200 is removed",
            document -> at(document, "/paths/~1v1~1providers/get/responses").remove("200")),
        change(
            "get /v1/bags/{id}: the answer 200.name was of type string and is of type null",
            document ->
                property(document, "Bag", "name").putArray("type").add("string").add("null")),
        change(
            "get /health needs a token",
            document -> at(document, "/paths/~1health/get").remove("security")));
  }

  @ParameterizedTest
  @MethodSource("breakingChanges")
  void breakingChangeIsFound(String expected, Consumer<JsonNode> edit) throws IOException {
    JsonNode changed = read(PRESENT);
    edit.accept(changed);
    assertThat(ContractChanges.breaking(read(PRESENT), changed)).contains(expected);
  }

  static Stream<Arguments> additions() {
    return Stream.of(
        change(
            "a route",
            document -> at(document, "/paths").set("/v1/new", document.at("/paths/~1health"))),
        change(
            "an optional field of a request",
            document ->
                at(document, "/components/schemas/Submission/properties")
                    .putObject("colour")
                    .put("type", "string")),
        change(
            "a field of an answer",
            document -> {
              at(document, "/components/schemas/Bag/properties")
                  .putObject("colour")
                  .put("type", "string");
              require(document, "Bag", "colour");
            }),
        change(
            "a value",
            document -> ((ArrayNode) schema(document, "BagState").get("enum")).add("paused")),
        change(
            "a value of a request that may be null",
            document ->
                property(document, "NewToken", "name").putArray("type").add("string").add("null")),
        change(
            "a field that is not required any more in a request",
            document -> schema(document, "NewToken").remove("required")),
        change(
            "a higher limit",
            document ->
                at(document, "/paths/~1v1~1bags/get/parameters/0/schema").put("maximum", 500)),
        change(
            "an optional parameter",
            document ->
                ((ArrayNode) document.at("/paths/~1v1~1bags/get/parameters"))
                    .addObject()
                    .put("name", "colour")
                    .put("in", "query")));
  }

  @ParameterizedTest
  @MethodSource("additions")
  void additionBreaksNothing(String name, Consumer<JsonNode> edit) throws IOException {
    JsonNode changed = read(PRESENT);
    edit.accept(changed);
    assertThat(ContractChanges.breaking(read(PRESENT), changed)).as(name).isEqualTo(List.of());
  }
}
