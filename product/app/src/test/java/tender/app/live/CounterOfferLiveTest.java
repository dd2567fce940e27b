package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** A deadline that is too early: the market says what it can do instead, and keeps to that. */
@Timeout(240)
class CounterOfferLiveTest {
  private static final int TASKS = 32;

  @Test
  void whatIsOfferedInsteadIsKept() throws Exception {
    LiveMarket.with("counter-offer", "4", CounterOfferLiveTest::tell);
  }

  private static void tell(LiveMarket market) throws Exception {
    market.startServers(1, "answer_seconds: 2\ninquire_seconds: 3\nagree_seconds: 20");
    market.startAgents("price_per_processor_hour: 3.6");
    String bag =
        market
            .submit("sleep 2", TASKS, Duration.ofSeconds(4), Duration.ofSeconds(10))
            .path("id")
            .asString();
    JsonNode asked = market.awaitState(bag, Duration.ofSeconds(30), "asking");
    JsonNode offer = asked.path("counterOffer");
    market.note("offered instead: " + offer);
    assertThat(asked.path("promise").isNull()).as("nothing is promised yet: %s", asked).isTrue();
    assertThat(instant(offer, "by")).isAfter(instant(asked, "deadline"));
    // 32 tasks of 4 s on one processor each, at 3.6 credits an hour.
    assertThat(offer.path("price").asString()).isEqualTo("0.128");

    Map<String, String> agreement =
        Map.of("by", offer.path("by").asString(), "price", offer.path("price").asString());
    market.client().post("/v1/bags/" + bag + "/agreement", "agreed", agreement);
    market.note("agreed");
    JsonNode promised = market.awaitState(bag, Duration.ofSeconds(30), "running", "done");
    assertThat(instant(promised.path("promise"), "by")).isBeforeOrEqualTo(instant(offer, "by"));

    JsonNode ended = market.awaitState(bag, Duration.ofMinutes(2), "done", "given-up");
    market.note("ended: " + ended);
    assertThat(ended.path("state").asString()).isEqualTo("done");
    assertThat(ended.path("done").asInt()).isEqualTo(TASKS);
    assertThat(ended.path("breach").isNull()).as("kept: %s", ended).isTrue();
    assertThat(instant(ended, "ended")).isBeforeOrEqualTo(instant(offer, "by"));
    assertThat(market.database().acceptedResults(bag)).isEqualTo(TASKS);
  }

  private static Instant instant(JsonNode of, String field) {
    return Instant.parse(of.path(field).asString());
  }
}
