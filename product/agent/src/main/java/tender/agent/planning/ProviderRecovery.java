package tender.agent.planning;

import tender.agent.execution.ProviderSettings;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import tender.core.model.Cluster;
import tender.core.promise.Slack;
import tender.core.provider.state.RecoveredState;
import tender.core.provider.Provider;
import tender.core.provider.ProviderStateMachine;
import tender.core.provider.state.JobRun;
import tender.core.provider.TimeSharedProvider;

/** Brings core's provider to life again from the journal, whichever rules it has. */
record ProviderRecovery(ProviderSettings settings, Journal journal) {

  /**
   * @param holds whether processors are kept for parts: then what is planned is held, and nothing
   *     needs to be added to it
   */
  ProviderStateMachine recover(Cluster cluster, List<JobRun> running, boolean holds, long nowMillis)
      throws IOException {
    RecoveredState found =
        new RecoveredState(
            journal.read(), List.of(), running, List.of(), holds ? Optional.empty() : slack());
    return settings
        .shares()
        .<ProviderStateMachine>map(
            shares ->
                TimeSharedProvider.resume(
                    settings.id(), cluster, settings.terms(), shares.sharing(), found, nowMillis))
        .orElseGet(
            () -> Provider.resume(settings.id(), cluster, settings.terms(), found, nowMillis));
  }

  private Optional<Slack> slack() throws IOException {
    return settings.promiseReliability().isEmpty()
        ? Optional.empty()
        : Optional.of(journal.slack(settings.promiseReliability().get()));
  }
}
