package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.core.model.Money;
import tender.server.MarketAdministration;
import tender.server.model.UserId;
import tender.server.store.ledger.AccountId;
import tender.server.store.ledger.Ledger;
import tools.jackson.databind.JsonNode;

/**
 * A bag without funds gets no promise; with money on the account it is done and paid. A bag with
 * factors gets its deadline and budget from the offers.
 */
@Timeout(300)
@Tag("live")
@Tag("concurrent")
class LedgerLiveTest {
  private static final AccountId ANN = AccountId.of(new UserId("ann"));
  private static final int TASKS = 6;

  @Test
  void usedTimeIsPaidAndRestIsReleased() throws Exception {
    LiveMarket.with("ledger", "4", LedgerLiveTest::run);
  }

  private static void run(LiveMarket market) throws Exception {
    market.startServers(1, "reply_timeout_seconds: 2\npenalty_percent: 10");
    market.startAgents("price_per_processor_hour: 3600");
    Money nothing = Money.ZERO.minus(LiveMarket.DEPOSIT);
    assertThat(MarketAdministration.deposit(market.serverFile(), ANN, nothing, "withdrawn"))
        .isEmpty();
    String poor = submit(market);
    market.awaitState(poor, Duration.ofMinutes(1), "no-promise");
    assertThat(
            market.client().get("/v1/bags/" + poor + "/offers").path("noPromiseReason").asString())
        .isEqualTo("insufficient-funds");
    assertThat(balance(market)).isEqualTo("0");

    assertThat(MarketAdministration.deposit(market.serverFile(), ANN, new Money(500_000), "gift"))
        .isEmpty();
    assertThat(MarketAdministration.deposit(market.serverFile(), ANN, new Money(500_000), "gift"))
        .isEmpty();
    String bag = submit(market);
    JsonNode promised = market.awaitState(bag, Duration.ofMinutes(1), "running", "done");
    // Six tasks of 20 s at one credit per second.
    assertThat(promised.path("promise").path("price").asString()).isEqualTo("120");
    JsonNode ended = market.awaitState(bag, Duration.ofMinutes(2), "done", "given-up");
    market.note("ended: " + ended);
    assertThat(ended.path("state").asString()).isEqualTo("done");

    JsonNode account = market.client().get("/v1/account");
    market.note("account: " + account);
    double paid = Double.parseDouble(ended.path("paid").asString());
    assertThat(paid).as("tasks of about 2 s").isBetween(12.0, 100.0);
    assertThat(Double.parseDouble(account.path("balance").asString())).isEqualTo(500 - paid);
    assertThat(account.path("holds").isEmpty()).isTrue();
    List<String> kinds =
        account.path("entries").valueStream().map(one -> one.path("kind").asString()).toList();
    assertThat(kinds)
        .contains("charge")
        .startsWith("release")
        .endsWith("hold", "deposit", "withdrawal", "deposit");

    long sum = 0;
    for (Ledger.Account one : MarketAdministration.accounts(market.serverFile())) {
      market.note("account: " + one);
      assertThat(one.balance()).isEqualTo(one.entrySum());
      sum += one.balance().millicredits();
    }
    assertThat(sum).isZero();
    promisesWithinFactors(market);
  }

  /** With one provider the bounds are equal, so its only price is the budget. */
  private static void promisesWithinFactors(LiveMarket market) throws Exception {
    Map<String, Object> submission =
        Map.of(
            "work",
            TestWork.of("sleep 2", TASKS, Duration.ofSeconds(20)),
            "deadlineFactor",
            "0.5",
            "budgetFactor",
            "1");
    String bag =
        market
            .client()
            .post("/v1/bags", UUID.randomUUID().toString(), submission)
            .path("id")
            .asString();
    JsonNode promised = market.awaitState(bag, Duration.ofMinutes(1), "running", "done");
    market.note("promised by factors: " + promised);
    assertThat(promised.path("budget").asString()).isEqualTo("120");
    assertThat(promised.path("promise").path("price").asString()).isEqualTo("120");
    assertThat(promised.path("promise").path("by")).isEqualTo(promised.path("deadline"));
    assertThat(
            market
                .client()
                .get("/v1/bags/" + bag + "/offers")
                .path("history")
                .valueStream()
                .map(event -> event.path("event").asString()))
        .contains("limits-set");
    JsonNode ended = market.awaitState(bag, Duration.ofMinutes(2), "done", "given-up");
    assertThat(ended.path("breach").isNull()).as("kept: %s", ended).isTrue();
    assertThat(ended.path("budget").asString()).isEqualTo("120");
  }

  private static String submit(LiveMarket market) throws InterruptedException {
    return market
        .submit("sleep 2", TASKS, Duration.ofSeconds(20), Duration.ofMinutes(4))
        .path("id")
        .asString();
  }

  private static String balance(LiveMarket market) throws InterruptedException {
    return market.client().get("/v1/account").path("balance").asString();
  }
}
