package tender.agent.doctor.cluster;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import tender.agent.doctor.installation.AgentInstallation;
import tender.support.doctor.CheckResult;

/** Whether the batch system would accept jobs of the agent. */
public final class BatchSubmissionCheck extends ClusterCheck {
  public BatchSubmissionCheck() {
    super("batch-submission", List.of(BatchSystemCheck.NAME));
  }

  @Override
  CheckResult runOnCluster(AgentInstallation agent) throws IOException {
    Optional<String> failure = agent.batch().submissionFailure();
    return failure.isEmpty()
        ? CheckResult.ok("jobs of " + agent.user() + " would be accepted")
        : CheckResult.fault(
            failure.get().strip().replace('\n', ' '),
            "Give the account '%s' the right to submit to the partition (AllowAccounts, AllowGroups; sacctmgr add user), or correct 'slurm.partition', 'account', 'qos' and 'extra_options'."
                .formatted(agent.user()));
  }
}
