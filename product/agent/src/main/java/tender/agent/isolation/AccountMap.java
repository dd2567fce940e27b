package tender.agent.isolation;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import tender.agent.batch.LocalAccount;

/**
 * The accounts that users of the market have at this cluster.
 *
 * @param accounts by the users' names
 */
record AccountMap(Map<String, LocalAccount> accounts) implements UserAccounts {
  AccountMap {
    accounts = Map.copyOf(accounts);
  }

  @Override
  public LocalAccount find(String user) throws IOException {
    LocalAccount account = accounts.get(user);
    if (account == null) {
      throw new IOException(
          "The setting 'accounts.map' has no account for the user '" + user + "'.");
    }
    return account;
  }

  @Override
  public boolean accepts(String user) {
    return accounts.containsKey(user);
  }

  @Override
  public List<LocalAccount> all() {
    return List.copyOf(accounts.values());
  }

  @Override
  public String describe() {
    return "run each task under its user's account; %s users have one".formatted(accounts.size());
  }
}
