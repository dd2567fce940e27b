package tender.agent.isolation;

import java.io.IOException;
import java.util.List;
import tender.agent.batch.LocalAccount;
import tender.agent.batch.folder.TaskAccounts;

/** The local accounts of the market's users. */
interface UserAccounts extends TaskAccounts.AccountOfUser {
  /** Whether there is an account for a user now. */
  boolean accepts(String user) throws IOException;

  /** All accounts that may run tasks. */
  List<LocalAccount> all();

  /** For the owner. */
  String describe();
}
