package tender.server.rest.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tender.server.model.UserId;
import tender.server.model.UserQuotas;
import tender.support.http.ProblemException;

class RequestRatesTest {
  private static final UserId ANN = new UserId("ann");
  private static final UserId BEN = new UserId("ben");
  private static final UserId MARKET = new UserId("market");
  private static final int PER_SECOND = 20;
  private static final int BURST = RequestRates.BURST_SECONDS * PER_SECOND;

  private long nowNanos = Long.MAX_VALUE - 5;
  private final RequestRates rates =
      new RequestRates(new UserQuotas(1, PER_SECOND, Set.of(MARKET)), () -> nowNanos);

  private int answered(UserId user, int requests) {
    int answered = 0;
    for (int i = 0; i < requests; i++) {
      try {
        rates.book(user);
        answered++;
      } catch (ProblemException refused) {
        assertThat(refused.problem().status()).isEqualTo(429);
      }
    }
    return answered;
  }

  @Test
  void burstIsAnsweredAndThenOnlyTheQuota() {
    assertThat(answered(ANN, 10 * BURST)).isEqualTo(BURST + 1);
    for (int second = 0; second < 5; second++) {
      nowNanos += Duration.ofSeconds(1).toNanos();
      assertThat(answered(ANN, 10 * BURST)).isEqualTo(PER_SECOND);
    }
    nowNanos += Duration.ofHours(1).toNanos();
    assertThat(answered(ANN, 10 * BURST)).isEqualTo(BURST + 1);
  }

  @Test
  void quotaIsThatOfOneUser() {
    answered(ANN, 10 * BURST);
    assertThatThrownBy(() -> rates.book(ANN))
        .hasMessageContaining("more than 20 requests per second");
    assertThat(answered(BEN, BURST)).isEqualTo(BURST);
  }

  @Test
  void otherMarketsHaveNone() {
    assertThat(answered(MARKET, 10 * BURST)).isEqualTo(10 * BURST);
  }
}
