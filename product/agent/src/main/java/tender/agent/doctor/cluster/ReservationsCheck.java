package tender.agent.doctor.cluster;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import tender.agent.doctor.installation.AgentInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;

/** Whether the agent may reserve processors, if its promises need it. */
public final class ReservationsCheck extends NamedCheck<AgentInstallation> {
  public ReservationsCheck() {
    super("reservations", List.of(BatchSystemCheck.NAME));
  }

  @Override
  public CheckResult run(AgentInstallation agent) throws IOException {
    if (!agent.config().mode().equals(Optional.of("committed"))) {
      return CheckResult.ok("not used: the mode is not committed");
    }
    return agent.isCluster() && agent.cluster().canReserve()
        ? CheckResult.ok("the agent may reserve processors")
        : CheckResult.warning(
            "'mode: committed', but the agent may not reserve processors, so that its promises depend on other users",
            "Give its account operator rights in Slurm, or set 'slurm.reservation_helper' (tender agent helper reservations); Grid Engine has none.");
  }
}
