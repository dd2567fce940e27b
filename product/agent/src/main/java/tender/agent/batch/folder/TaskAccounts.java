package tender.agent.batch.folder;

import java.io.IOException;
import tender.agent.batch.LocalAccount;
import tender.agent.batch.command.AccountLauncher;

/**
 * The local accounts under which tasks run.
 *
 * @param accounts finds the account of a user of the market
 * @param launcher runs commands under accounts
 */
public record TaskAccounts(AccountOfUser accounts, AccountLauncher launcher) {
  /** Finds the account under which a user's tasks run. */
  public interface AccountOfUser {
    /** Fails if there is none for this user. */
    LocalAccount find(String user) throws IOException;
  }
}
