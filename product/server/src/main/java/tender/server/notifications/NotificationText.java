package tender.server.notifications;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.server.model.NotificationEvent;
import tender.server.store.notifications.WaitingNotification;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What users receive: the body of a webhook, and the text of a mail. */
final class NotificationText {
  private static final int MAX_NAME_LENGTH = 60;

  private NotificationText() {}

  /** The body of a webhook. */
  static String json(WaitingNotification notification) {
    JsonMapper mapper = JsonMapper.shared();
    ObjectNode data = (ObjectNode) mapper.readTree(notification.data());
    notification.bagName().ifPresent(name -> data.put("name", name));
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("type", notification.event());
    body.put("timestamp", Instant.ofEpochMilli(notification.atMillis()).toString());
    body.put("data", data);
    return mapper.writeValueAsString(body);
  }

  /** The subject of a mail. */
  static String subject(List<WaitingNotification> notifications) {
    WaitingNotification first = notifications.getFirst();
    if (notifications.size() > 1) {
      return "Tender: " + notifications.size() + " notifications";
    }
    return switch (first.event()) {
      case "confirm" -> "Tender: confirm this address";
      case "test" -> "Tender: a test";
      default -> "Tender: " + sentence(first);
    };
  }

  /** The text of a mail. */
  static String mail(List<WaitingNotification> notifications) {
    StringBuilder text = new StringBuilder();
    for (WaitingNotification notification : notifications) {
      JsonNode data = JsonMapper.shared().readTree(notification.data());
      switch (notification.event()) {
        case "confirm" -> text.append(confirmation(data));
        case "test" -> text.append("This is a test. Notifications arrive at this address.\n\n");
        default -> text.append(block(notification, data));
      }
    }
    return text.append("-- \nTender. 'tender notify list' shows who is notified of what.\n")
        .toString();
  }

  private static String confirmation(JsonNode data) {
    return """
    The user %s wants to be notified of their bags at this address. If that is you, run

        tender notify confirm %s %s

    within a day. If it is not, ignore this mail: no other will follow.

    """
        .formatted(
            data.get("user").asString(),
            data.get("channel").asString(),
            data.get("code").asString());
  }

  private static String block(WaitingNotification notification, JsonNode data) {
    StringBuilder text = new StringBuilder(sentence(notification)).append("\n");
    for (var field : data.properties()) {
      text.append("  %-13s%s%n".formatted(field.getKey(), field.getValue().asString()));
    }
    text.append(
        "  %-13s%s%n%n"
            .formatted("time", Instant.ofEpochMilli(notification.atMillis()).toString()));
    return text.toString();
  }

  private static String sentence(WaitingNotification notification) {
    JsonNode data = JsonMapper.shared().readTree(notification.data());
    String name =
        printable(
            notification
                .bagName()
                .or(notification::bag)
                .orElse(data.path("project").asString("?")));
    return NotificationEvent.of(notification.event())
        .map(
            event ->
                switch (event) {
                  case PROMISED -> "bag %s is promised";
                  case LATE -> "bag %s will be late";
                  case PROMISE_BROKEN -> "the promise of bag %s was broken";
                  case TASKS_FAILED -> "tasks of bag %s have failed";
                  case DONE -> "bag %s is done";
                  case ENDED -> "bag %s has ended without all its results";
                  case BUDGET -> "bag %s has cost 80 %% of its budget";
                  case PROJECT_BUDGET ->
                      data.path("percent").asInt()
                          + " %% of the budget of project %s are held or spent";
                })
        .orElse("bag %s: " + notification.event().replace("%", ""))
        .formatted(name);
  }

  /** A name in one line, without characters that control a terminal or a header. */
  private static String printable(String name) {
    String line = name.replaceAll("\\p{Cntrl}|\\p{Cf}|[\\u2028\\u2029]", " ").strip();
    return line.length() <= MAX_NAME_LENGTH ? line : line.substring(0, MAX_NAME_LENGTH) + "…";
  }
}
