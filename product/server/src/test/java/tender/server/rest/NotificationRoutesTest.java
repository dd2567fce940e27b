package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.server.api.InMemoryNotifications;
import tender.server.model.NotificationChannel;
import tender.server.model.NotificationEvent;

class NotificationRoutesTest extends RestFixture {
  private static final String PATH = "/v1/notifications";

  @Test
  void webhookHasASecretThatIsShownOnce() {
    RestTestClient.Reply added =
        ann.post(PATH, "{\"name\": \"chat\", \"url\": \"https://a.org/\", \"events\": [\"done\"]}");
    assertThat(added.status()).isEqualTo(201);
    assertThat(added.json().get("secret").asString()).startsWith("whsec_");
    assertThat(added.response().headers().firstValue("Location")).contains(PATH + "/chat");
    RestTestClient.Reply listed = ann.get(PATH);
    assertThat(listed.text()).doesNotContain("whsec_");
    assertThat(listed.json().at("/channels/0/events/0").asString()).isEqualTo("done");
    assertThat(listed.json().at("/channels/0/confirmed").asBoolean()).isTrue();
  }

  @Test
  void addressIsConfirmedByItsCode() {
    RestTestClient.Reply added =
        ann.post(PATH, "{\"name\": \"me\", \"email\": \"ann@example.org\"}");
    assertThat(added.status()).isEqualTo(201);
    assertThat(added.json().get("secret").isNull()).isTrue();
    assertThat(ann.post(PATH + "/me/test", "").status()).isEqualTo(409);
    assertThat(ann.post(PATH + "/me/confirm", "{\"code\": \"x\"}").status()).isEqualTo(422);
    String code = "{\"code\": \"" + InMemoryNotifications.CODE + "\"}";
    assertThat(ann.post(PATH + "/me/confirm", code).status()).isEqualTo(204);
    assertThat(ann.post(PATH + "/me/test", "").status()).isEqualTo(202);
    assertThat(ann.get(PATH + "/me/deliveries").json().at("/deliveries/0/state").asString())
        .isEqualTo("delivered");
  }

  @Test
  void invalidChannelsAreRefused() {
    assertThat(ann.post(PATH, "{\"name\": \"a\"}").text()).contains("either url or email");
    assertThat(
            ann.post(PATH, "{\"name\": \"a\", \"url\": \"https://a.org/\", \"email\": \"a@b\"}")
                .status())
        .isEqualTo(422);
    RestTestClient.Reply event =
        ann.post(PATH, "{\"name\": \"a\", \"url\": \"https://a.org/\", \"events\": [\"x\"]}");
    assertThat(event.status()).isEqualTo(422);
    assertThat(event.text()).contains("promised, late, promise-broken");
  }

  @Test
  void usersDoNotSeeChannelsOfOthers() {
    notifications.addWebhook(ANN, "chat", "https://a.org/", List.of(NotificationEvent.DONE));
    assertThat(ben.get(PATH).json().get("channels").isEmpty()).isTrue();
    assertThat(ben.get(PATH + "/chat/deliveries").status()).isEqualTo(404);
    assertThat(ben.send(ben.request(PATH + "/chat").DELETE()).status()).isEqualTo(404);
    assertThat(notifications.list(ANN))
        .extracting(NotificationChannel::name)
        .containsExactly("chat");
    assertThat(ann.send(ann.request(PATH + "/chat").DELETE()).status()).isEqualTo(204);
  }
}
