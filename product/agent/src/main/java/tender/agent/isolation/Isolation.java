package tender.agent.isolation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tender.agent.batch.LocalAccount;
import tender.agent.batch.folder.Sandbox;
import tender.agent.batch.folder.TaskAccounts;

/**
 * How a provider keeps the tasks of different users apart, and away from the agent's own files: by
 * a sandbox, by an account for each user, or by both. Without either, a task can do whatever the
 * agent's account can.
 */
public final class Isolation {
  private static final String AGENT = System.getProperty("user.name");

  private final Optional<Sandbox> sandbox;
  private final Optional<UserAccounts> accounts;
  private final Optional<TaskAccounts> taskAccounts;
  private final Path work;

  private Isolation(
      Optional<Sandbox> sandbox,
      Optional<UserAccounts> accounts,
      Optional<TaskAccounts> taskAccounts,
      Path work) {
    this.sandbox = sandbox;
    this.accounts = accounts;
    this.taskAccounts = taskAccounts;
    this.work = work;
  }

  /**
   * Reads the setting.
   *
   * @param setting {@code sandbox}, {@code accounts} or {@code none}; default: sandbox
   * @param state the agent's folder
   * @param work the agent's work folder
   */
  public static Isolation of(
      Optional<String> setting,
      Optional<SandboxSection> sandbox,
      Optional<AccountsSection> accounts,
      Path state,
      Path work) {
    String mode = setting.orElse("sandbox");
    Optional<Sandbox> wanted = sandbox.map(section -> section.sandbox(List.of(state, work)));
    Sandbox standard = SandboxSection.DEFAULTS.sandbox(List.of(state, work));
    if (accounts.isPresent() && !mode.equals("accounts")) {
      throw unused("accounts", mode);
    }
    if (sandbox.isPresent() && mode.equals("none")) {
      throw unused("sandbox", mode);
    }
    return switch (mode) {
      case "sandbox" ->
          new Isolation(
              Optional.of(wanted.orElse(standard)), Optional.empty(), Optional.empty(), work);
      case "accounts" -> {
        AccountsSection given = accounts.orElseThrow(Isolation::accountsMissing);
        UserAccounts users = given.accounts(state, work);
        // An account of a pool belongs to no person, and must not be used for anything but tasks.
        yield new Isolation(
            given.pool().isPresent() ? wanted.or(() -> Optional.of(standard)) : wanted,
            Optional.of(users),
            Optional.of(new TaskAccounts(users, given.accountLauncher())),
            work);
      }
      case "none" -> new Isolation(Optional.empty(), Optional.empty(), Optional.empty(), work);
      default ->
          throw new IllegalArgumentException(
              "The setting 'isolation' is '%s', and must be sandbox, accounts or none."
                  .formatted(mode));
    };
  }

  private static IllegalArgumentException accountsMissing() {
    return new IllegalArgumentException(
        "The setting 'isolation: accounts' needs the setting 'accounts', with 'map' or 'pool'.");
  }

  private static IllegalArgumentException unused(String section, String mode) {
    return new IllegalArgumentException(
        "The setting '%s' is not allowed with 'isolation: %s'. Remove one of them."
            .formatted(section, mode));
  }

  /** The same, with folders of datasets that all tasks can read. */
  public Isolation withDatasets(List<Path> folders) {
    return new Isolation(
        sandbox.map(found -> found.withDatasets(folders)), accounts, taskAccounts, work);
  }

  public Optional<Sandbox> sandbox() {
    return sandbox;
  }

  public Optional<TaskAccounts> taskAccounts() {
    return taskAccounts;
  }

  /** Which users' bags can run here; empty if all can. */
  public Optional<Predicate<String>> acceptedUsers() {
    return accounts.map(
        found ->
            user -> {
              try {
                return found.accepts(user);
              } catch (IOException e) {
                throw new UncheckedIOException("Cannot find an account for a user.", e);
              }
            });
  }

  /**
   * Why a task could do more than {@link #describe} says, or not run at all.
   *
   * @param advice what to do
   */
  public record UnsafeIsolation(String problem, String advice) {}

  /**
   * Fails if a task could do more than {@link #describe} says.
   *
   * @param administrator whether the agent's account may change the batch system or the machine
   */
  public void requireSafe(boolean administrator) {
    unsafe(administrator)
        .ifPresent(
            found -> {
              throw new IllegalArgumentException(found.problem() + " " + found.advice());
            });
  }

  /** The same, as a value; empty if it is safe. */
  public Optional<UnsafeIsolation> unsafe(boolean administrator) {
    if (sandbox.isEmpty() && accounts.isEmpty()) {
      return Optional.empty();
    }
    if (administrator) {
      return Optional.of(
          new UnsafeIsolation(
              "The agent runs as '%s', which administers this cluster, so that an error in its isolation would give a task these rights."
                  .formatted(AGENT),
              "Run the agent under an account of its own, or write 'isolation: none' if you trust all users of the market with this account."));
    }
    return sandbox
        .flatMap(SandboxProbe::failure)
        .map(
            failure ->
                new UnsafeIsolation(
                    "Tasks cannot run in sandboxes here: " + failure,
                    "Install bubblewrap on all nodes (Debian package 'bubblewrap') and allow user namespaces, or write 'isolation: none' if you trust all users of the market with the agent's account."))
        .or(
            () ->
                accounts
                    .flatMap(this::accountFailure)
                    .map(
                        failure ->
                            new UnsafeIsolation(
                                "Tasks cannot run under the accounts of the setting 'accounts': "
                                    + failure,
                                "See docs/provide/isolation.md for the groups and the rule of sudo that they need.")));
  }

  private Optional<String> accountFailure(UserAccounts users) {
    var probe = new AccountProbe(taskAccounts.orElseThrow(), work, AGENT);
    return Stream.concat(
            AccountProbe.umaskFailure().stream(),
            users.all().stream().flatMap(account -> named(account, probe.failure(account))))
        .findFirst();
  }

  private static Stream<String> named(LocalAccount account, Optional<String> failure) {
    return failure.map(text -> "account '" + account + "': " + text).stream();
  }

  /** What a task can see and do, for the owner. */
  public List<String> describe() {
    var lines = new ArrayList<String>();
    accounts.map(UserAccounts::describe).ifPresent(lines::add);
    if (sandbox.isPresent()) {
      lines.add(
          "run each task in a sandbox: it sees its own folder, its bag's inputs, and to read "
              + sandbox.get().visible());
      lines.add("give tasks " + (sandbox.get().network() ? "the node's network" : "no network"));
    } else if (accounts.isPresent()) {
      lines.add(
          "give tasks all that their accounts can do on the nodes, such as submitting jobs; write 'sandbox: {}' to prevent it");
    } else {
      lines.add(
          "run tasks without isolation: a task can read and change everything that the account '%s' can, also other users' tasks and the agent's own key"
              .formatted(AGENT));
    }
    return lines;
  }
}
