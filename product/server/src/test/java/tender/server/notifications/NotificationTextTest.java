package tender.server.notifications;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.server.store.notifications.WaitingNotification;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class NotificationTextTest {
  private static WaitingNotification of(String event, String name) {
    return new WaitingNotification(
        1,
        "evt_1",
        event,
        Optional.of("b1"),
        Optional.of(name),
        1_795_132_800_000L,
        "{\"bag\": \"b1\", \"tasks\": 4}",
        1);
  }

  @Test
  void webhookHasTypeTimeAndData() {
    JsonNode body =
        JsonMapper.shared().readTree(NotificationText.json(of("promise-broken", "a \"name\"")));
    assertThat(body.get("type").asString()).isEqualTo("promise-broken");
    assertThat(body.get("timestamp").asString()).isEqualTo("2026-11-20T00:00:00Z");
    assertThat(body.at("/data/bag").asString()).isEqualTo("b1");
    assertThat(body.at("/data/name").asString()).isEqualTo("a \"name\"");
  }

  @Test
  void nameOfABagCannotContainAHeaderOrAnotherLine() {
    String name = "pi\r\nBcc: eve@example.org\r\n\r\nClick here\u2028\u202e";
    for (String event : List.of("done", "late", "from-a-later-version %s")) {
      String subject = NotificationText.subject(List.of(of(event, name)));
      assertThat(subject).doesNotContainPattern("[\\p{Cntrl}\\u2028\\u202e]").contains("pi");
      assertThat(NotificationText.mail(List.of(of(event, name))))
          .doesNotContain("\nBcc", "\nClick");
    }
    assertThat(NotificationText.subject(List.of(of("done", "x".repeat(500))))).hasSizeLessThan(100);
  }

  @Test
  void warningNamesProjectAndPercent() {
    WaitingNotification warning =
        new WaitingNotification(
            1,
            "evt_1",
            "project-budget",
            Optional.empty(),
            Optional.empty(),
            1_795_132_800_000L,
            "{\"project\":\"physics\",\"percent\":80,\"budget\":\"100\",\"available\":\"19.5\"}",
            1);
    assertThat(NotificationText.subject(List.of(warning)))
        .isEqualTo("Tender: 80 % of the budget of project physics are held or spent");
    assertThat(NotificationText.mail(List.of(warning)))
        .contains("percent      80", "available    19.5");
  }

  @Test
  void severalNotificationsAreOneMail() {
    List<WaitingNotification> two = List.of(of("promised", "a"), of("done", "b"));
    assertThat(NotificationText.subject(two)).isEqualTo("Tender: 2 notifications");
    assertThat(NotificationText.mail(two)).contains("bag a is promised", "bag b is done");
  }
}
