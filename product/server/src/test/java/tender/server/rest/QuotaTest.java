package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.server.model.UserQuotas;

/** Users that send too many requests. */
@Timeout(60)
class QuotaTest extends RestFixture {
  private static final int BURST = 10;

  @Override
  UserQuotas quotas() {
    return new UserQuotas(1, 1, Set.of());
  }

  private RestTestClient.Reply exceed() {
    for (int i = 0; i < BURST; i++) {
      assertThat(ann.get("/v1/tokens").status()).isEqualTo(200);
    }
    RestTestClient.Reply reply = ann.get("/v1/tokens");
    while (reply.status() == 200) {
      reply = ann.get("/v1/tokens");
    }
    return reply;
  }

  @Test
  void areAnsweredWithTheQuotaAndWhenToTryAgain() {
    RestTestClient.Reply refused = exceed();
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.header("Retry-After")).isEqualTo("1");
    assertThat(refused.json().path("detail").asString())
        .contains("more than 1 requests per second");
    assertThat(ben.get("/v1/tokens").status()).isEqualTo(200);
  }

  @Test
  void cannotFillTheAuditLog() {
    exceed();
    assertThat(ann.post("/v1/bags", "one", "{}").status()).isEqualTo(429);
    assertThat(audited)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.actor()).isEqualTo("user ann");
              assertThat(event.result()).isEqualTo("refused: 429");
            });
  }
}
