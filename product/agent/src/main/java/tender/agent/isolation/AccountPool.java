package tender.agent.isolation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tender.agent.batch.LocalAccount;
import tender.agent.batch.command.AccountLauncher;
import tender.agent.batch.folder.WorkFolder;
import tender.support.files.AtomicFile;

/**
 * Accounts that are leased to users of the market, one to a user. A lease lasts until another user
 * needs the account and its holder has no files here; the one leased longest ago is taken first.
 */
final class AccountPool implements UserAccounts {
  private final List<LocalAccount> accounts;
  private final Path leases;
  private final Path work;
  private final AccountLauncher launcher;

  /**
   * @param leases a folder with a file for each leased account, which contains its user's name
   * @param work the agent's work folder
   */
  AccountPool(List<LocalAccount> accounts, Path leases, Path work, AccountLauncher launcher) {
    this.accounts = List.copyOf(accounts);
    this.leases = leases;
    this.work = work;
    this.launcher = launcher;
  }

  @Override
  public synchronized LocalAccount find(String user) throws IOException {
    Optional<LocalAccount> leased = leasedTo(user);
    if (leased.isPresent()) {
      return leased.get();
    }
    LocalAccount free =
        free()
            .orElseThrow(
                () ->
                    new IOException(
                        "All %s accounts of the setting 'accounts.pool' are leased to users who have bags here. Add accounts."
                            .formatted(accounts.size())));
    // A process of the previous user must not see the files of the next one.
    launcher.end(free);
    Files.createDirectories(leases);
    AtomicFile.replace(file(free), user);
    return free;
  }

  @Override
  public synchronized boolean accepts(String user) throws IOException {
    return leasedTo(user).isPresent() || free().isPresent();
  }

  @Override
  public List<LocalAccount> all() {
    return accounts;
  }

  @Override
  public String describe() {
    return "run each task under one of %s accounts, which are leased to users"
        .formatted(accounts.size());
  }

  private Optional<LocalAccount> leasedTo(String user) throws IOException {
    for (LocalAccount account : accounts) {
      if (Files.exists(file(account)) && Files.readString(file(account)).equals(user)) {
        return Optional.of(account);
      }
    }
    return Optional.empty();
  }

  private Optional<LocalAccount> free() throws IOException {
    Set<LocalAccount> used = WorkFolder.usedAccounts(work);
    return accounts.stream()
        .filter(account -> !used.contains(account))
        .min(Comparator.comparing(this::leased));
  }

  private FileTime leased(LocalAccount account) {
    try {
      return Files.getLastModifiedTime(file(account));
    } catch (IOException e) {
      // It was never leased.
      return FileTime.fromMillis(0);
    }
  }

  private Path file(LocalAccount account) {
    return leases.resolve(account.name());
  }
}
