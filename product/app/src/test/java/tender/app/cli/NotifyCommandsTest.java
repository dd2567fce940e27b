package tender.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.server.api.InMemoryNotifications;
import tender.server.model.NotificationEvent;
import tools.jackson.databind.JsonNode;

@Timeout(120)
class NotifyCommandsTest extends RestServerFixture {
  @Test
  void webhookIsAddedTestedAndRemoved() {
    CliRun added =
        CliRun.run(
            "notify", "webhook", "chat", "https://a.org/", "--events", "late,promise-broken");
    assertThat(added.exitCode()).as(added.err()).isZero();
    assertThat(added.out()).startsWith("whsec_");
    assertThat(notifications.list(ANN).getFirst().events())
        .containsExactly(NotificationEvent.LATE, NotificationEvent.PROMISE_BROKEN);
    assertThat(CliRun.run("notify", "test", "chat").exitCode()).isZero();
    assertThat(CliRun.run("notify", "deliveries", "chat").out()).contains("test", "delivered");
    assertThat(CliRun.run("notify", "list").out())
        .contains("chat", "webhook", "https://a.org/", "late,promise-broken");
    assertThat(CliRun.run("notify", "remove", "chat").exitCode()).isZero();
    assertThat(notifications.list(ANN)).isEmpty();
  }

  @Test
  void addressIsConfirmed() {
    CliRun added = CliRun.run("notify", "email", "work", "ann@example.org");
    assertThat(added.out()).contains("ann@example.org", "tender notify confirm work CODE");
    assertThat(CliRun.run("notify", "list").out()).contains("not confirmed");
    CliRun wrong = CliRun.run("notify", "confirm", "work", "wrong");
    assertThat(wrong.exitCode()).isOne();
    assertThat(wrong.err()).contains("The code is wrong.");
    assertThat(CliRun.run("notify", "confirm", "work", InMemoryNotifications.CODE).exitCode())
        .isZero();
    JsonNode listed = CliRun.run("notify", "list", "-o", "json").json();
    assertThat(listed.at("/channels/0/confirmed").asBoolean()).isTrue();
  }

  @Test
  void unknownEventIsAUsageError() {
    CliRun run = CliRun.run("notify", "webhook", "a", "https://a.org/", "--events", "nothing");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("nothing");
    assertThat(List.of(NotificationEvent.values()))
        .extracting(NotificationEvent::text)
        .allMatch(CliRun.run("notify", "webhook", "--help").out()::contains);
  }
}
