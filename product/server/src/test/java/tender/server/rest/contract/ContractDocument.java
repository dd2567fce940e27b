package tender.server.rest.contract;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An OpenAPI document whose references are resolved when they are read. */
final class ContractDocument {
  private static final String REFERENCE = "$ref";
  private static final Set<String> METHODS =
      Set.of("get", "put", "post", "delete", "head", "options", "patch", "trace");

  private final JsonNode root;

  ContractDocument(JsonNode root) {
    this.root = root;
  }

  /** What a reference refers to; anything else is returned as it is. */
  JsonNode resolved(JsonNode node) {
    JsonNode present = node;
    while (present.has(REFERENCE)) {
      present = root.at(present.get(REFERENCE).asString().substring(1));
    }
    return present;
  }

  /** The operations by method and path, such as {@code get /v1/bags}. */
  Map<String, JsonNode> operations() {
    Map<String, JsonNode> operations = new LinkedHashMap<>();
    for (var path : root.get("paths").properties()) {
      for (var operation : path.getValue().properties()) {
        if (METHODS.contains(operation.getKey())) {
          operations.put(operation.getKey() + " " + path.getKey(), operation.getValue());
        }
      }
    }
    return operations;
  }

  /** The parameters of an operation, with those of its path, by place and name. */
  Map<String, JsonNode> parameters(String operation) {
    int space = operation.indexOf(' ');
    JsonNode path = root.get("paths").get(operation.substring(space + 1));
    Map<String, JsonNode> parameters = new LinkedHashMap<>();
    for (JsonNode owner : List.of(path, path.get(operation.substring(0, space)))) {
      for (JsonNode one : owner.path("parameters")) {
        JsonNode parameter = resolved(one);
        parameters.put(
            parameter.get("in").asString() + " parameter " + parameter.get("name").asString(),
            parameter);
      }
    }
    return parameters;
  }

  /** Whether a request needs a token. */
  boolean needsToken(JsonNode operation) {
    return !operation.path("security").isEmpty() || !operation.has("security");
  }

  /** What a value may be: schemas without alternatives, each with one type. */
  List<JsonNode> alternatives(JsonNode schema) {
    JsonNode present = resolved(schema);
    List<JsonNode> all = new ArrayList<>();
    for (String key : List.of("oneOf", "anyOf")) {
      present.path(key).forEach(one -> all.addAll(alternatives(one)));
    }
    if (!all.isEmpty()) {
      return all;
    }
    if (!present.path("type").isArray()) {
      return List.of(present);
    }
    for (JsonNode type : present.get("type")) {
      ObjectNode one = ((ObjectNode) present).deepCopy();
      one.set("type", type);
      if (!type.asString().equals("null")) {
        all.add(one);
      } else {
        all.add(one.removeAll().put("type", "null"));
      }
    }
    return all;
  }

  /** The type of a schema without alternatives; "any" if it has none. */
  static String type(JsonNode schema) {
    if (schema.has("type")) {
      return schema.get("type").asString();
    }
    Set<String> values = values(schema);
    if (!values.isEmpty()) {
      JsonNode first = schema.has("const") ? schema.get("const") : schema.get("enum").get(0);
      return typeOf(first);
    }
    return schema.has("properties") ? "object" : "any";
  }

  /** The type of a value. */
  static String typeOf(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> "string";
      case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
      case BOOLEAN -> "boolean";
      case ARRAY -> "array";
      case OBJECT -> "object";
      default -> "null";
    };
  }

  /** The only values that a schema allows; empty if it allows others. */
  static Set<String> values(JsonNode schema) {
    Set<String> values = new TreeSet<>();
    if (schema.has("const")) {
      values.add(schema.get("const").asString());
    }
    schema.path("enum").forEach(one -> values.add(one.asString()));
    return values;
  }

  static Set<String> required(JsonNode schema) {
    Set<String> names = new TreeSet<>();
    schema.path("required").forEach(one -> names.add(one.asString()));
    return names;
  }
}
