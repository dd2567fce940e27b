package tender.agent.doctor.cluster;

import java.io.IOException;
import java.util.List;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.BatchSystemException.Kind;
import tender.agent.batch.ClusterInfo;
import tender.agent.doctor.installation.AgentInstallation;
import tender.agent.doctor.machine.ContainersCheck;
import tender.agent.doctor.machine.FolderCheck;
import tender.agent.doctor.machine.TaskAccountCheck;
import tender.support.doctor.CheckResult;

/** Whether the batch system answers, and has processors. */
public final class BatchSystemCheck extends ClusterCheck {
  public static final String NAME = "batch-system";

  public BatchSystemCheck() {
    super(
        NAME,
        List.of(
            BatchCommandsCheck.NAME,
            TaskAccountCheck.NAME,
            ContainersCheck.NAME,
            FolderCheck.WORK));
  }

  @Override
  CheckResult runOnCluster(AgentInstallation agent) throws IOException {
    try {
      ClusterInfo cluster = agent.cluster();
      return cluster.processors() > 0
          ? CheckResult.ok(
              "%s with %d processors".formatted(cluster.version(), cluster.processors()))
          : CheckResult.fault(
              cluster.version() + " has no usable processors: all its nodes are down or drained",
              "Bring nodes into service, for example: scontrol update nodename=NODE state=resume");
    } catch (BatchSystemException e) {
      return CheckResult.fault(
          String.valueOf(e.getMessage()).strip().replace('\n', ' ').replaceFirst("\\.$", ""),
          e.kind() == Kind.UNREACHABLE
              ? "Start the batch system's master (slurmctld, or qmaster), and check that this machine may reach it."
              : "Correct the batch system's section in the configuration: its partition or queue must exist, and this account must be allowed to see it.");
    } catch (IllegalArgumentException e) {
      return CheckResult.fault(
          String.valueOf(e.getMessage()).replaceFirst("\\.$", ""),
          "Correct the setting; examples/live/agent.yaml explains it.");
    }
  }
}
