package tender.agent.isolation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.LocalAccount;
import tender.agent.batch.command.BatchCommandRunner;
import tender.agent.batch.command.TaskEnvironment;
import tender.agent.batch.folder.TaskAccounts;

/**
 * Finds out whether tasks can run under an account, and whether no other account can read its
 * files.
 */
record AccountProbe(TaskAccounts accounts, Path work, String agent) {
  private static final BatchCommandRunner RUNNER = new BatchCommandRunner("Linux", List.of());
  private static final int GROUP_MAY_NOT_READ = 050;

  /** Why not; empty if they can. */
  Optional<String> failure(LocalAccount account) {
    try {
      return groupFailure(account)
          .or(
              () -> {
                accounts.launcher().check(account, work);
                return Optional.empty();
              });
    } catch (BatchSystemException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** The agent shares a bag's files with the group of the account. */
  private Optional<String> groupFailure(LocalAccount account) {
    var found = run("getent", "group", account.name());
    if (found.exitCode() != 0) {
      return Optional.of("There is no group '" + account + "'.");
    }
    String members = found.output().strip().replaceAll(".*:", "");
    var allowed = Set.of(agent, account.name(), "");
    if (!allowed.containsAll(Arrays.asList(members.split(",")))) {
      return Optional.of(
          "The group '%s' has the members %s, who could read the account's files; it must have only '%s'."
              .formatted(account, members, agent));
    }
    return Arrays.asList(run("id", "-Gn").outputOrThrow().strip().split(" "))
            .contains(account.name())
        ? Optional.empty()
        : Optional.of(
            "The account '%s' is not in the group '%s', or was added after the agent's session began."
                .formatted(agent, account));
  }

  private static BatchCommandRunner.CommandResult run(String... command) {
    return RUNNER.run(List.of(command), TaskEnvironment.inherited());
  }

  /** Fails if files that the agent creates cannot be read by their group. */
  static Optional<String> umaskFailure() {
    try {
      return Files.readAllLines(Path.of("/proc/self/status")).stream()
          .filter(line -> line.startsWith("Umask:"))
          .map(line -> line.substring("Umask:".length()).strip())
          .filter(umask -> (Integer.parseInt(umask, 8) & GROUP_MAY_NOT_READ) != 0)
          .map(umask -> "The agent's umask is " + umask + ", and must be 0022 or 0027.")
          .findFirst();
    } catch (IOException e) {
      return Optional.of("Cannot read the agent's umask: " + e.getMessage());
    }
  }
}
