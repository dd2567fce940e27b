package tender.agent.doctor.cluster;

import java.io.IOException;
import java.util.List;
import tender.agent.doctor.installation.AgentInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;

/** A check of a batch system; there is none if tasks are processes of this machine. */
abstract class ClusterCheck extends NamedCheck<AgentInstallation> {
  ClusterCheck(String name, List<String> needs) {
    super(name, needs);
  }

  @Override
  public final CheckResult run(AgentInstallation agent) throws IOException {
    return agent.isCluster()
        ? runOnCluster(agent)
        : CheckResult.ok("not needed: tasks are processes of this machine");
  }

  abstract CheckResult runOnCluster(AgentInstallation agent) throws IOException;
}
