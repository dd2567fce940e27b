package tender.agent.doctor.cluster;

import java.io.IOException;
import java.util.List;
import tender.agent.doctor.installation.AgentInstallation;
import tender.support.doctor.CheckResult;
import tender.support.text.Plural;

/** Whether the batch system lets local users come first, and promises be kept. */
public final class BatchSettingsCheck extends ClusterCheck {
  public BatchSettingsCheck() {
    super("batch-settings", List.of(BatchSystemCheck.NAME));
  }

  @Override
  CheckResult runOnCluster(AgentInstallation agent) throws IOException {
    List<String> warnings = agent.batch().warnings();
    return warnings.isEmpty()
        ? CheckResult.ok("no setting of the batch system is in the way")
        : CheckResult.warning(
            Plural.of(warnings.size(), "setting") + " of the batch system",
            String.join(" ", warnings));
  }
}
