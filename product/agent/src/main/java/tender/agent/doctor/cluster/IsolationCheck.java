package tender.agent.doctor.cluster;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import tender.agent.doctor.installation.AgentInstallation;
import tender.agent.isolation.Isolation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;

/** Whether tasks are kept from the files and processes of others. */
public final class IsolationCheck extends NamedCheck<AgentInstallation> {
  public IsolationCheck() {
    super("isolation", List.of(BatchSystemCheck.NAME, "agent-account"));
  }

  @Override
  public CheckResult run(AgentInstallation agent) throws IOException {
    Isolation isolation = agent.config().taskIsolation();
    Optional<Isolation.UnsafeIsolation> unsafe = isolation.unsafe(agent.isAdministrator());
    if (unsafe.isPresent()) {
      return CheckResult.fault(
          unsafe.get().problem().strip().replace('\n', ' '), unsafe.get().advice());
    }
    return isolation.sandbox().isEmpty() && isolation.taskAccounts().isEmpty()
        ? CheckResult.warning(
            "'isolation: none': a task can read and change everything that the account '%s' can"
                .formatted(agent.user()),
            "Install bubblewrap on all nodes and remove the setting, unless you trust all users of the market with this account.")
        : CheckResult.ok("tasks are isolated");
  }
}
