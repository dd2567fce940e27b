package tender.agent.planning;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import tender.core.model.Cluster;
import tender.core.promise.Slack;
import tender.core.provider.Provider;
import tender.core.provider.ProviderStateMachine;
import tender.core.provider.TimeSharedProvider;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.RecoveredState;

/** Recovers core's provider from the journal, for either planning mode. */
record ProviderRecovery(ProviderSettings settings, Journal journal) {

  /**
   * @param usesReservations whether processors are reserved for parts: then plans are certain, and
   *     need no slack
   */
  ProviderStateMachine recover(
      Cluster cluster, List<JobRun> running, boolean usesReservations, long nowMillis)
      throws IOException {
    RecoveredState recovered =
        new RecoveredState(
            journal.read(),
            List.of(),
            running,
            List.of(),
            usesReservations ? Optional.empty() : slack());
    return settings
        .shares()
        .<ProviderStateMachine>map(
            shares ->
                TimeSharedProvider.resume(
                    settings.id(),
                    cluster,
                    settings.terms(),
                    shares.sharing(),
                    recovered,
                    nowMillis))
        .orElseGet(
            () ->
                Provider.resume(
                    settings.id(),
                    cluster,
                    settings.terms().withFirm(usesReservations),
                    recovered,
                    nowMillis));
  }

  private Optional<Slack> slack() throws IOException {
    return settings.promiseReliability().isEmpty()
        ? Optional.empty()
        : Optional.of(journal.slack(settings.promiseReliability().get()));
  }
}
