package tender.agent.isolation;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tender.agent.batch.LocalAccount;
import tender.agent.batch.command.AccountLauncher;

/**
 * The local accounts under which tasks run: either that of each user, or some that are leased to
 * users as long as they have bags here.
 *
 * @param map the accounts by the users' names in the market; bags of others are declined
 * @param pool accounts that belong to no person
 * @param launcher the program that sudo allows the agent to run under these accounts; default:
 *     /usr/local/lib/tender/tender-launcher
 */
public record AccountsSection(
    Optional<Map<String, String>> map, Optional<List<String>> pool, Optional<Path> launcher) {
  private static final Path DEFAULT_LAUNCHER = Path.of("/usr/local/lib/tender/tender-launcher");

  public AccountsSection {
    if (map.isPresent() == pool.isPresent()) {
      throw new IllegalArgumentException(
          "The setting 'accounts' must have either 'map', with the account of each user, or 'pool', with accounts for all users.");
    }
    List<String> names = map.map(users -> List.copyOf(users.values())).or(() -> pool).orElseThrow();
    if (names.isEmpty() || new HashSet<>(names).size() < names.size()) {
      throw new IllegalArgumentException(
          "The setting 'accounts' must name at least one account, and none twice: users of one account could read each other's files.");
    }
    names.forEach(LocalAccount::new);
  }

  /**
   * The accounts of the users.
   *
   * @param state the agent's folder, in which leases are stored
   * @param work the agent's work folder
   */
  UserAccounts accounts(Path state, Path work) {
    return map.<UserAccounts>map(AccountsSection::mapped)
        .orElseGet(
            () ->
                new AccountPool(
                    pool.orElseThrow().stream().map(LocalAccount::new).toList(),
                    state.resolve("leases"),
                    work,
                    accountLauncher()));
  }

  private static AccountMap mapped(Map<String, String> users) {
    var accounts = new TreeMap<String, LocalAccount>();
    users.forEach((user, account) -> accounts.put(user, new LocalAccount(account)));
    return new AccountMap(accounts);
  }

  AccountLauncher accountLauncher() {
    return new AccountLauncher(launcher.orElse(DEFAULT_LAUNCHER));
  }
}
