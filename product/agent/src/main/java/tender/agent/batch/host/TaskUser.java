package tender.agent.batch.host;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.agent.batch.command.BatchCommandRunner;
import tender.agent.batch.command.TaskEnvironment;

/**
 * The user that runs tasks: a user without other rights on the machine, or the agent's own user
 * unless that is root.
 *
 * @param taskAccount the account that the agent switches to for a task
 */
record TaskUser(Optional<UnixAccount> taskAccount) {
  private static final int PASSWD_FIELDS = 7;

  /** An entry of the machine's user database. */
  record UnixAccount(String name, int user, int group, Path home) {}

  /**
   * @param wanted the name in the settings
   * @throws IllegalArgumentException if there is no such user, or it is root
   */
  static TaskUser find(Optional<String> wanted) {
    boolean isRoot = ProcessHandle.current().info().user().orElse("").equals("root");
    if (wanted.isEmpty()) {
      if (isRoot) {
        throw new IllegalArgumentException(
            "The setting 'host.task_user' is missing, but the agent runs as root, and tasks"
                + " must not. Create a user without other rights, for example with"
                + " 'useradd --system --shell /usr/sbin/nologin tender-task', and name it.");
      }
      return new TaskUser(Optional.empty());
    }
    if (!isRoot) {
      throw new IllegalArgumentException(
          ("The setting 'host.task_user' is '%s', but only an agent that runs as root can run tasks"
                  + " as another user. Remove the setting: tasks then run as the agent's user.")
              .formatted(wanted.get()));
    }
    UnixAccount account = account(wanted.get());
    if (account.user() == 0) {
      throw new IllegalArgumentException(
          "The setting 'host.task_user' is '%s', which is root. Name another user."
              .formatted(wanted.get()));
    }
    return new TaskUser(Optional.of(account));
  }

  private static UnixAccount account(String name) {
    if (!name.matches("[a-z_][a-z0-9_-]{0,31}")) {
      throw new IllegalArgumentException(
          "The setting 'host.task_user' is '" + name + "', which is not a valid user name.");
    }
    BatchCommandRunner.CommandResult result =
        new BatchCommandRunner("the system", List.of())
            .run(List.of("getent", "passwd", name), TaskEnvironment.inherited());
    String[] fields = result.output().strip().split(":", -1);
    if (result.exitCode() != 0 || fields.length < PASSWD_FIELDS) {
      throw new IllegalArgumentException(
          "The setting 'host.task_user' is '%s', but there is no such user on this machine."
              .formatted(name));
    }
    return new UnixAccount(
        name, Integer.parseInt(fields[2]), Integer.parseInt(fields[3]), Path.of(fields[5]));
  }

  /** The command prefix that permanently reduces a task's rights to those of the user. */
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
