package tender.server;

import java.util.Optional;
import java.util.Set;
import tender.server.model.UserId;
import tender.server.model.UserQuotas;

/**
 * The section {@code quotas} of a server's configuration.
 *
 * @param openBags how many bags of a user may be open
 * @param requestsPerSecond how many requests of a user this server answers, for a longer time
 */
public record QuotasSection(Optional<Integer> openBags, Optional<Integer> requestsPerSecond) {
  static final QuotasSection DEFAULT = new QuotasSection(Optional.empty(), Optional.empty());

  private static final int MAX = 1_000_000;

  UserQuotas quotas(Set<UserId> otherMarkets) {
    return new UserQuotas(
        within(openBags.orElse(UserQuotas.DEFAULT_OPEN_BAGS), "open_bags"),
        within(
            requestsPerSecond.orElse(UserQuotas.DEFAULT_REQUESTS_PER_SECOND),
            "requests_per_second"),
        otherMarkets);
  }

  private static int within(int value, String name) {
    if (value < 1 || value > MAX) {
      throw new IllegalArgumentException(
          "The setting 'quotas.%s' is %d; it must be from 1 to %d.".formatted(name, value, MAX));
    }
    return value;
  }
}
