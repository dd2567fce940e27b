package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.core.model.BagId;

@Timeout(60)
class EventRoutesTest extends RestFixture {

  @Test
  void everyChangeIsSentUntilTheBagEnds() throws IOException, InterruptedException {
    BagId bag = submitted("k");
    try (InputStream body = open("/v1/bags/" + bag + "/events");
        var events = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
      assertThat(events.readLine()).isEqualTo("id: 1");
      assertThat(events.readLine()).isEqualTo("event: bag");
      assertThat(events.readLine()).startsWith("data: {\"id\":\"b1\"").contains("\"done\":0");
      assertThat(events.readLine()).isEmpty();
      api.deliver(bag, 0, 0, Map.of("stdout", ""), NOW_MILLIS);
      assertThat(events.readLine()).isEqualTo("id: 2");
      assertThat(events.readLine()).isEqualTo("event: bag");
      assertThat(events.readLine()).contains("\"done\":1");
      assertThat(events.readLine()).isEmpty();
      api.cancel(ANN, bag);
      assertThat(events.readLine()).isEqualTo("id: 3");
      assertThat(events.readLine()).isEqualTo("event: bag");
      assertThat(events.readLine()).contains("\"state\":\"cancelled\"");
      assertThat(events.readLine()).isEmpty();
      assertThat(events.readLine()).isNull();
    }
  }

  @Test
  void failedAttemptsAreSentWithinSecondsAlthoughTheVersionIsTheSame()
      throws IOException, InterruptedException {
    BagId bag = submitted("k");
    try (InputStream body = open("/v1/bags/" + bag + "/events");
        var events = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
      assertThat(events.readLine()).isEqualTo("id: 1");
      assertThat(events.readLine()).isEqualTo("event: bag");
      assertThat(events.readLine()).contains("\"failedAttempts\":null");
      assertThat(events.readLine()).isEmpty();
      long fromNanos = System.nanoTime();
      api.attemptsFailed(bag, FAILED);
      assertThat(events.readLine()).isEqualTo("id: 1");
      assertThat(events.readLine()).isEqualTo("event: bag");
      assertThat(events.readLine()).contains("\"failedAttempts\":{\"count\":2,\"tasks\":1,");
      assertThat(Duration.ofNanos(System.nanoTime() - fromNanos)).isLessThan(Duration.ofSeconds(8));
    }
  }

  @Test
  void endedBagIsSentOnceForTheLatestVersion() {
    BagId bag = submitted("k");
    api.cancel(ANN, bag);
    RestTestClient.Reply reply =
        ann.send(ann.request("/v1/bags/" + bag + "/events").header("Last-Event-ID", "2"));
    assertThat(reply.header("Content-Type")).isEqualTo("text/event-stream");
    assertThat(reply.text()).startsWith("id: 2\n").contains("cancelled");
  }

  @Test
  void otherUsersGetNoEvents() {
    BagId bag = submitted("k");
    assertThat(ben.get("/v1/bags/" + bag + "/events").status()).isEqualTo(404);
    assertThat(ann.anonymous().get("/v1/bags/" + bag + "/events").status()).isEqualTo(401);
    assertThat(ann.get("/v1/bags/" + bag + "/events?since=x").status()).isEqualTo(422);
  }

  private InputStream open(String path) throws IOException, InterruptedException {
    return ann.http().send(ann.request(path).build(), BodyHandlers.ofInputStream()).body();
  }
}
