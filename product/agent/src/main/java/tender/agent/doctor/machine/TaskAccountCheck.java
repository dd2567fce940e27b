package tender.agent.doctor.machine;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tender.agent.AgentConfig;
import tender.agent.doctor.installation.AgentInstallation;
import tender.agent.isolation.AccountsSection;
import tender.support.doctor.CheckResult;
import tender.support.doctor.ConfigurationCheck;
import tender.support.doctor.NamedCheck;
import tender.support.doctor.ShortCommand;

/** Whether the accounts exist under which tasks run. */
public final class TaskAccountCheck extends NamedCheck<AgentInstallation> {
  public static final String NAME = "task-account";

  public TaskAccountCheck() {
    super(NAME, ConfigurationCheck.REQUIRED);
  }

  @Override
  public CheckResult run(AgentInstallation agent) {
    try {
      agent.config().hostSection().ifPresent(host -> host.hostSettings().requireTaskUser());
    } catch (IllegalArgumentException e) {
      return CheckResult.fault(
          String.valueOf(e.getMessage()),
          "Create the account and name it in 'host.task_user': useradd --system --shell /usr/sbin/nologin tender-task");
    }
    Optional<String> missing =
        agent.config().accounts().stream()
            .flatMap(TaskAccountCheck::names)
            .filter(name -> !exists(name))
            .findFirst();
    return missing.isEmpty()
        ? CheckResult.ok("the accounts of tasks exist")
        : CheckResult.fault(
            "there is no account '%s', which the setting 'accounts' names".formatted(missing.get()),
            "Create it on all nodes, as docs/provide/isolation.md says: useradd --system --user-group %s"
                .formatted(missing.get()));
  }

  /** The accounts under which tasks run; none if it is the agent's own. */
  static List<String> taskAccounts(AgentConfig config) {
    return Stream.concat(
            config.hostSection().stream().flatMap(host -> host.taskUser().stream()),
            config.accounts().stream().flatMap(TaskAccountCheck::names))
        .toList();
  }

  private static Stream<String> names(AccountsSection accounts) {
    return Stream.concat(
        accounts.map().stream().flatMap(map -> map.values().stream()),
        accounts.pool().stream().flatMap(List::stream));
  }

  private static boolean exists(String account) {
    return ShortCommand.run(List.of("getent", "passwd", account))
        .filter(result -> result.exitCode() == 0)
        .isPresent();
  }
}
