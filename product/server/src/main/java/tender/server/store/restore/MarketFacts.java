package tender.server.store.restore;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tender.core.model.Money;

/**
 * What a market's database says about users, providers, payments and bags, for a comparison of the
 * states before and after a restore.
 *
 * @param tokens by user; empty if the user has none
 * @param accessTokens the user and name of each other token, by its hash
 * @param providers by id, whether it is revoked
 * @param certificates of agents, by serial number
 * @param transfers by key
 * @param bags by id
 * @param deletedBags the ids of deleted bags
 * @param unacknowledgedMessages by id, the bag of each message in the outbox
 */
public record MarketFacts(
    Map<String, Optional<String>> tokens,
    Map<String, String> accessTokens,
    Map<String, Boolean> providers,
    Map<String, Certificate> certificates,
    Map<String, Transfer> transfers,
    Map<String, Bag> bags,
    Set<String> deletedBags,
    Map<String, String> unacknowledgedMessages) {

  /** An agent's certificate. */
  public record Certificate(String provider, boolean isValid) {}

  /**
   * A transfer.
   *
   * @param account the account that gets or pays the amount, other than the market's
   * @param bag empty if it concerns none
   */
  public record Transfer(String kind, String account, Optional<String> bag, Money amount) {}

  /**
   * A bag.
   *
   * @param key the idempotency key of its submission
   * @param ending how it ended; empty while it is open
   */
  public record Bag(String user, String key, int tasks, Optional<String> ending) {}
}
