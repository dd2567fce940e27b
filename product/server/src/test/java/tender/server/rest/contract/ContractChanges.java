package tender.server.rest.contract;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * Finds changes of an OpenAPI document that break programs written for an earlier one: removed
 * routes, removed or newly required fields of requests, removed fields of answers, fewer values,
 * and other types. What is added breaks nothing.
 */
final class ContractChanges {
  private static final List<String> UPPER_LIMITS = List.of("maximum", "maxLength", "maxItems");
  private static final List<String> LOWER_LIMITS = List.of("minimum", "minLength", "minItems");

  private final ContractDocument before;
  private final ContractDocument after;
  private final List<String> breaking = new ArrayList<>();

  /** Pairs of schemas that are being compared or were compared, so that a recursion ends. */
  private final Set<String> compared = new HashSet<>();

  /** Whether a value is in a request or in an answer. */
  private enum Direction {
    REQUEST,
    ANSWER
  }

  private ContractChanges(ContractDocument before, ContractDocument after) {
    this.before = before;
    this.after = after;
  }

  /** The breaking changes, one sentence each. */
  static List<String> breaking(JsonNode before, JsonNode after) {
    ContractChanges changes =
        new ContractChanges(new ContractDocument(before), new ContractDocument(after));
    changes.compareOperations();
    return changes.breaking;
  }

  private void compareOperations() {
    Map<String, JsonNode> now = after.operations();
    before
        .operations()
        .forEach(
            (name, operation) -> {
              JsonNode same = now.get(name);
              if (same == null) {
                breaking.add(name + " is removed");
              } else {
                compared.clear();
                compare(name, operation, same);
              }
            });
  }

  private void compare(String name, JsonNode operation, JsonNode now) {
    if (!before.needsToken(operation) && after.needsToken(now)) {
      breaking.add(name + " needs a token");
    }
    compareParameters(name, before.parameters(name), after.parameters(name));
    JsonNode body = before.resolved(operation.path("requestBody"));
    JsonNode bodyNow = after.resolved(now.path("requestBody"));
    if (bodyNow.path("required").asBoolean(false) && !body.path("required").asBoolean(false)) {
      breaking.add(name + ": the body is required");
    }
    compareContent(name + ": the body", body, bodyNow, Direction.REQUEST);
    for (var answer : operation.get("responses").properties()) {
      String place = name + ": the answer " + answer.getKey();
      JsonNode answerNow = now.get("responses").path(answer.getKey());
      if (answerNow.isMissingNode()) {
        breaking.add(place + " is removed");
      } else {
        compareContent(
            place, before.resolved(answer.getValue()), after.resolved(answerNow), Direction.ANSWER);
      }
    }
  }

  private void compareParameters(
      String name, Map<String, JsonNode> parameters, Map<String, JsonNode> now) {
    parameters.forEach(
        (key, parameter) -> {
          if (now.containsKey(key)) {
            compare(
                name + ": the " + key,
                parameter.path("schema"),
                now.get(key).path("schema"),
                Direction.REQUEST);
          } else {
            breaking.add(name + ": the " + key + " is removed");
          }
        });
    now.forEach(
        (key, parameter) -> {
          boolean wasRequired =
              parameters.containsKey(key) && parameters.get(key).path("required").asBoolean(false);
          if (parameter.path("required").asBoolean(false) && !wasRequired) {
            breaking.add(name + ": the " + key + " is required");
          }
        });
  }

  private void compareContent(String place, JsonNode body, JsonNode now, Direction direction) {
    for (var content : body.path("content").properties()) {
      JsonNode contentNow = now.path("content").path(content.getKey());
      if (contentNow.isMissingNode()) {
        breaking.add(place + " as " + content.getKey() + " is removed");
      } else if (content.getValue().has("schema")) {
        compare(place, content.getValue().get("schema"), contentNow.path("schema"), direction);
      }
    }
  }

  private void compare(String place, JsonNode schema, JsonNode now, Direction direction) {
    if (schema.has("$ref") && !compared.add(schema + " " + now + " " + direction)) {
      return;
    }
    List<JsonNode> alternatives = before.alternatives(schema);
    List<JsonNode> alternativesNow = after.alternatives(now);
    // Each that a program may send must be accepted; each that it may get must be known to it.
    boolean isRequest = direction == Direction.REQUEST;
    for (JsonNode one : isRequest ? alternatives : alternativesNow) {
      List<String> least = null;
      for (JsonNode other : isRequest ? alternativesNow : alternatives) {
        List<String> found =
            isRequest
                ? differences(place, one, other, direction)
                : differences(place, other, one, direction);
        if (least == null || found.size() < least.size()) {
          least = found;
        }
      }
      if (least != null) {
        breaking.addAll(least);
      }
    }
  }

  /** The breaking changes between two schemas without alternatives. */
  private List<String> differences(
      String place, JsonNode schema, JsonNode now, Direction direction) {
    ContractChanges inner = new ContractChanges(before, after);
    inner.compared.addAll(compared);
    inner.compareOne(place, schema, now, direction);
    return inner.breaking;
  }

  private void compareOne(String place, JsonNode schema, JsonNode now, Direction direction) {
    String type = ContractDocument.type(schema);
    String typeNow = ContractDocument.type(now);
    boolean isWider =
        direction == Direction.REQUEST
            ? typeNow.equals("any") || (type.equals("integer") && typeNow.equals("number"))
            : type.equals("any") || (type.equals("number") && typeNow.equals("integer"));
    if (!type.equals(typeNow) && !isWider) {
      // More than any difference within one type, so that an alternative of the same type is best.
      breaking.add(place + " was of type " + type + " and is of type " + typeNow);
      breaking.add(place + " has another type");
      return;
    }
    compareValues(place, schema, now, direction);
    compareProperties(place, schema, now, direction);
    for (String key : List.of("items", "additionalProperties")) {
      if (schema.path(key).isObject()) {
        compare(place + "[]", schema.get(key), now.path(key), direction);
      }
    }
  }

  private void compareValues(String place, JsonNode schema, JsonNode now, Direction direction) {
    Set<String> values = ContractDocument.values(schema);
    Set<String> valuesNow = ContractDocument.values(now);
    Set<String> removed = new TreeSet<>(values);
    removed.removeAll(valuesNow);
    if (!valuesNow.isEmpty() && !removed.isEmpty()) {
      breaking.add(place + " no longer has the values " + removed);
    }
    if (direction == Direction.ANSWER) {
      return;
    }
    if (values.isEmpty() && !valuesNow.isEmpty()) {
      breaking.add(place + " allows only the values " + valuesNow);
    }
    UPPER_LIMITS.forEach(
        limit -> {
          if (now.has(limit)
              && now.get(limit).asDouble() < schema.path(limit).asDouble(Double.MAX_VALUE)) {
            breaking.add(place + " has a lower " + limit);
          }
        });
    LOWER_LIMITS.forEach(
        limit -> {
          if (now.has(limit)
              && now.get(limit).asDouble() > schema.path(limit).asDouble(-Double.MAX_VALUE)) {
            breaking.add(place + " has a higher " + limit);
          }
        });
  }

  private void compareProperties(String place, JsonNode schema, JsonNode now, Direction direction) {
    for (var property : schema.path("properties").properties()) {
      String field = place + "." + property.getKey();
      JsonNode propertyNow = now.path("properties").path(property.getKey());
      if (propertyNow.isMissingNode()) {
        breaking.add(field + " is removed");
      } else {
        compare(field, property.getValue(), propertyNow, direction);
      }
    }
    boolean isRequest = direction == Direction.REQUEST;
    Set<String> required = ContractDocument.required(isRequest ? now : schema);
    required.removeAll(ContractDocument.required(isRequest ? schema : now));
    for (String name : required) {
      if (isRequest) {
        breaking.add(place + "." + name + " is required");
      } else if (now.path("properties").has(name)) {
        breaking.add(place + "." + name + " may be missing");
      }
    }
  }
}
