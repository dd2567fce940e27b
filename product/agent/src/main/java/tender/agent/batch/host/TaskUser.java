package tender.agent.batch.host;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.agent.batch.BatchCommandRunner;
import tender.agent.batch.TaskEnvironment;

/**
 * As whom tasks run: a user who may do nothing else on the machine, or the agent's own, if that is
 * not root.
 *
 * @param other whom the agent turns into for a task
 */
record TaskUser(Optional<UnixAccount> taskAccount) {
  private static final int PASSWD_FIELDS = 7;

  /** A line of the machine's list of users. */
  record UnixAccount(String name, int user, int group, Path home) {}

  /**
   * @param wanted the name in the settings
   * @throws IllegalArgumentException if it cannot be, or would be root
   */
  static TaskUser find(Optional<String> wanted) {
    boolean isRoot = ProcessHandle.current().info().user().orElse("").equals("root");
    if (wanted.isEmpty()) {
      if (isRoot) {
        throw new IllegalArgumentException(
            "The setting 'host.user' is missing, and the agent runs as root: tasks of strangers"
                + " must not. Make a user who may do nothing else, such as by"
                + " 'useradd --system --shell /usr/sbin/nologin tender-task', and name it.");
      }
      return new TaskUser(Optional.empty());
    }
    if (!isRoot) {
      throw new IllegalArgumentException(
          "The setting 'host.user' is '"
              + wanted.get()
              + "', but only an agent that runs as root can run tasks as somebody else."
              + " Leave it out: they run as the agent does.");
    }
    UnixAccount account = account(wanted.get());
    if (account.user() == 0) {
      throw new IllegalArgumentException(
          "The setting 'host.user' is '" + wanted.get() + "', who is root. Name another user.");
    }
    return new TaskUser(Optional.of(account));
  }

  private static UnixAccount account(String name) {
    if (!name.matches("[a-z_][a-z0-9_-]{0,31}")) {
      throw new IllegalArgumentException(
          "The setting 'host.user' is '" + name + "', which is no name of a user.");
    }
    BatchCommandRunner.CommandResult said =
        new BatchCommandRunner("the system", List.of())
            .run(List.of("getent", "passwd", name), TaskEnvironment.inherited());
    String[] fields = said.output().strip().split(":", -1);
    if (said.exitCode() != 0 || fields.length < PASSWD_FIELDS) {
      throw new IllegalArgumentException(
          "The setting 'host.user' is '" + name + "', whom this machine does not know.");
    }
    return new UnixAccount(
        name, Integer.parseInt(fields[2]), Integer.parseInt(fields[3]), Path.of(fields[5]));
  }

  /** What a task's command is begun with, so that it has no rights but the user's, for good. */
  List<String> launcher() {
    return taskAccount
        .map(
            account ->
                List.of(
                    "setpriv",
                    "--reuid=" + account.user(),
                    "--regid=" + account.group(),
                    "--clear-groups",
                    "--inh-caps=-all",
                    "--bounding-set=-all",
                    "--no-new-privs"))
        .orElse(List.of("setpriv", "--no-new-privs"));
  }

  Map<String, String> environment() {
    return taskAccount
        .map(
            account ->
                Map.of(
                    "HOME",
                    account.home().toString(),
                    "USER",
                    account.name(),
                    "LOGNAME",
                    account.name()))
        .orElse(Map.of());
  }
}
