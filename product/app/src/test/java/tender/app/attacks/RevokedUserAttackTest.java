package tender.app.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.core.model.BagId;
import tender.server.rest.RestServer;

/** Attack L11: a user whose token was revoked continues to read an open event stream. */
@Tag("live")
class RevokedUserAttackTest {
  /** The server promises 5 s. */
  private static final Duration BOUND = Duration.ofSeconds(8);

  @TempDir Path folder;

  @Test
  void openEventStreamEndsAfterRevocation() throws Exception {
    try (AttackMarket market = new AttackMarket(folder);
        OfferingAgent north = market.provider("north").awaitConnected();
        RestServer server = market.rest();
        HttpClient client = HttpClient.newHttpClient()) {
      String token = market.token(AttackMarket.ATTACKER);
      BagId bag = market.submit(AttackMarket.ATTACKER, AttackMarket.order());
      north.awaitPart();
      HttpRequest.Builder request =
          HttpRequest.newBuilder()
              .header("Authorization", "Bearer " + token)
              .uri(
                  URI.create(
                      "http://localhost:" + server.port() + "/v1/bags/" + bag.value() + "/events"));
      HttpResponse<InputStream> events =
          client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      assertThat(events.statusCode()).isEqualTo(200);
      assertThat(events.headers().firstValue("Cache-Control")).contains("no-store");
      assertThat(events.body().read()).isPositive();

      market.database.users().revoke(AttackMarket.ATTACKER);
      try (InputStream body = events.body()) {
        var rest = new FutureTask<>(() -> body.transferTo(OutputStream.nullOutputStream()));
        Thread.startVirtualThread(rest);
        assertThat(rest).as("the rest of the stream").succeedsWithin(BOUND);
      }

      assertThat(market.market.bagApi().status(AttackMarket.ATTACKER, bag).state().isEnded())
          .as("the stream did not end with the bag")
          .isFalse();
      assertThat(client.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode())
          .isEqualTo(401);
    }
  }
}
