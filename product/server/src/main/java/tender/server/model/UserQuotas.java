package tender.server.model;

import java.util.Set;

/**
 * How much of a market one user may use at the same time, so that others can use it too.
 *
 * @param openBags how many bags of a user may be open
 * @param requestsPerSecond how many requests of a user a server answers, for a longer time
 * @param otherMarkets users to whom the quotas do not apply, because they stand for many users
 */
public record UserQuotas(int openBags, int requestsPerSecond, Set<UserId> otherMarkets) {
  public static final int DEFAULT_OPEN_BAGS = 2_000;
  public static final int DEFAULT_REQUESTS_PER_SECOND = 300;

  public static final UserQuotas DEFAULT =
      new UserQuotas(DEFAULT_OPEN_BAGS, DEFAULT_REQUESTS_PER_SECOND, Set.of());

  public boolean appliesTo(UserId user) {
    return !otherMarkets.contains(user);
  }
}
