package tender.server.bags;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tender.server.model.OwnQuotas;
import tender.server.model.UserId;
import tender.server.model.UserQuotas;

class UserQuotaCacheTest {
  private static final UserId ANN = new UserId("ann");
  private static final OwnQuotas FEW =
      new OwnQuotas(
          OptionalInt.of(3),
          OptionalLong.empty(),
          OptionalLong.of(100),
          OptionalInt.empty(),
          OptionalInt.empty());

  private final Map<UserId, OwnQuotas> stored = new HashMap<>(Map.of(ANN, FEW));
  private long nowNanos = Long.MAX_VALUE;
  private int reads;
  private final UserQuotaCache cache =
      new UserQuotaCache(
          UserQuotas.DEFAULT,
          () -> {
            reads++;
            return Map.copyOf(stored);
          },
          () -> nowNanos);

  @Test
  void quotasOfAUserReplaceThoseOfTheMarketThatTheyName() {
    UserQuotas quotas = cache.of(ANN);
    assertThat(quotas.openBags()).isEqualTo(3);
    assertThat(quotas.storedBytes()).hasValue(100);
    assertThat(quotas.openTasks()).isEqualTo(UserQuotas.DEFAULT_OPEN_TASKS);
    assertThat(quotas.requestsPerSecond()).isEqualTo(UserQuotas.DEFAULT_REQUESTS_PER_SECOND);
    assertThat(quotas.eventStreams()).isEqualTo(UserQuotas.DEFAULT_EVENT_STREAMS);
    assertThat(cache.of(new UserId("ben"))).isEqualTo(UserQuotas.DEFAULT);
  }

  @Test
  void changeAppliesAfterFiveSecondsWithoutAQueryForEachRequest() {
    cache.of(ANN);
    stored.clear();
    nowNanos += 4_900_000_000L;
    assertThat(cache.of(ANN).openBags()).isEqualTo(3);
    assertThat(reads).isEqualTo(1);
    nowNanos += 100_000_000L;
    assertThat(cache.of(ANN)).isEqualTo(UserQuotas.DEFAULT);
    assertThat(reads).isEqualTo(2);
  }
}
