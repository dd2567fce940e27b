package tender.agent.doctor.cluster;

import java.io.IOException;
import java.util.List;
import tender.agent.doctor.installation.AgentInstallation;
import tender.support.doctor.CheckResult;

/** Whether the agent leaves room for the jobs of local users in the queue. */
public final class QueueLimitCheck extends ClusterCheck {
  public QueueLimitCheck() {
    super("queue-limit", List.of(BatchSystemCheck.NAME));
  }

  @Override
  CheckResult runOnCluster(AgentInstallation agent) throws IOException {
    int own = agent.config().providerSettings().execution().maxQueuedJobs();
    int all = agent.cluster().maxJobs();
    return own <= all / 2
        ? CheckResult.ok("at most %d of %d jobs in the queue".formatted(own, all))
        : CheckResult.warning(
            "the agent may queue %d jobs, and the batch system holds %d".formatted(own, all),
            "Lower 'max_queued_jobs' to half of that, or raise the limit (MaxJobCount in slurm.conf).");
  }
}
