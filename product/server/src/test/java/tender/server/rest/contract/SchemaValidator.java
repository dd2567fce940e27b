package tender.server.rest.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Whether a value is as the contract says. A field that the contract does not name is a problem.
 */
final class SchemaValidator {
  private final ContractDocument document;

  SchemaValidator(ContractDocument document) {
    this.document = document;
  }

  /** What is wrong with a value, each with its place; empty if nothing. */
  List<String> problems(String place, JsonNode schema, JsonNode value) {
    List<String> least = null;
    for (JsonNode one : document.alternatives(schema)) {
      List<String> found = new ArrayList<>();
      check(place, one, value, found);
      if (least == null || found.size() < least.size()) {
        least = found;
      }
    }
    return least == null ? List.of() : least;
  }

  private void check(String place, JsonNode schema, JsonNode value, List<String> problems) {
    String type = ContractDocument.type(schema);
    String given = ContractDocument.typeOf(value);
    boolean isNumber = type.equals("number") && given.equals("integer");
    if (!type.equals("any") && !type.equals(given) && !isNumber) {
      problems.add(place + " is of type " + given + " and must be of type " + type);
      // So that an alternative of the same type is chosen.
      problems.add(place + " is " + value);
      return;
    }
    Set<String> values = ContractDocument.values(schema);
    if (!values.isEmpty() && !values.contains(value.asString())) {
      problems.add(place + " is " + value + " and must be one of " + values);
    }
    if (schema.has("pattern")
        && !Pattern.compile(schema.get("pattern").asString()).matcher(value.asString()).find()) {
      problems.add(place + " is " + value + " and must match " + schema.get("pattern"));
    }
    if (value.isObject()) {
      checkFields(place, schema, value, problems);
    }
    for (int i = 0; i < value.size() && value.isArray(); i++) {
      if (schema.has("items")) {
        problems.addAll(problems(place + "[" + i + "]", schema.get("items"), value.get(i)));
      }
    }
  }

  private void checkFields(String place, JsonNode schema, JsonNode value, List<String> problems) {
    for (var field : value.properties()) {
      String name = place + "." + field.getKey();
      JsonNode named = schema.path("properties").path(field.getKey());
      JsonNode other = schema.path("additionalProperties");
      if (!named.isMissingNode()) {
        problems.addAll(problems(name, named, field.getValue()));
      } else if (other.isObject()) {
        problems.addAll(problems(name, other, field.getValue()));
      } else if (schema.has("properties")) {
        problems.add(name + " is not in the contract");
      }
    }
    for (String name : ContractDocument.required(schema)) {
      if (!value.has(name)) {
        problems.add(place + "." + name + " is missing");
      }
    }
  }
}
