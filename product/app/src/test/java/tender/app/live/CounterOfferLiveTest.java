package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** For a deadline that is too early, the market quotes a later time and keeps it. */
@Timeout(240)
@Tag("live")
class CounterOfferLiveTest {
  private static final int TASKS = 32;

  @Test
  void acceptedQuoteIsKept() throws Exception {
    LiveMarket.with("counter-offer", "4", CounterOfferLiveTest::run);
  }

  private static void run(LiveMarket market) throws Exception {
    market.startServers(
        1, "reply_timeout_seconds: 2\nstatus_check_seconds: 3\nquote_validity_seconds: 20");
    market.startAgents("price_per_processor_hour: 3.6");
    String bag =
        market
            .submit("sleep 2", TASKS, Duration.ofSeconds(4), Duration.ofSeconds(10))
            .path("id")
            .asString();
    JsonNode quoted = market.awaitState(bag, Duration.ofSeconds(30), "quoted");
    JsonNode quote = quoted.path("quote");
    market.note("quoted: " + quote);
    assertThat(quoted.path("promise").isNull()).as("nothing is promised yet: %s", quoted).isTrue();
    assertThat(instant(quote, "by")).isAfter(instant(quoted, "deadline"));
    // 32 tasks of 4 s on one processor each, at 3.6 credits an hour.
    assertThat(quote.path("price").asString()).isEqualTo("0.128");

    Map<String, String> acceptance =
        Map.of("by", quote.path("by").asString(), "price", quote.path("price").asString());
    market.client().post("/v1/bags/" + bag + "/accept", "accepted", acceptance);
    market.note("accepted");
    JsonNode promised = market.awaitState(bag, Duration.ofSeconds(30), "running", "done");
    assertThat(instant(promised.path("promise"), "by")).isBeforeOrEqualTo(instant(quote, "by"));

    JsonNode ended = market.awaitState(bag, Duration.ofMinutes(2), "done", "given-up");
    market.note("ended: " + ended);
    assertThat(ended.path("state").asString()).isEqualTo("done");
    assertThat(ended.path("done").asInt()).isEqualTo(TASKS);
    assertThat(ended.path("breach").isNull()).as("kept: %s", ended).isTrue();
    assertThat(instant(ended, "ended")).isBeforeOrEqualTo(instant(quote, "by"));
    assertThat(market.database().acceptedResults(bag)).isEqualTo(TASKS);
  }

  private static Instant instant(JsonNode of, String field) {
    return Instant.parse(of.path(field).asString());
  }
}
