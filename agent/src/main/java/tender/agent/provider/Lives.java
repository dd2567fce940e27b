package tender.agent.provider;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import tender.core.model.Cluster;
import tender.core.promise.Slack;
import tender.core.provider.Found;
import tender.core.provider.Provider;
import tender.core.provider.ProviderRules;
import tender.core.provider.Run;
import tender.core.provider.SharedProvider;

/** Brings core's provider to life again from the journal, whichever rules it has. */
record Lives(ProviderSettings settings, Journal journal) {

  /**
   * @param holds whether processors are kept for parts: then what is planned is held, and nothing
   *     needs to be added to it
   */
  ProviderRules resume(Cluster cluster, List<Run> running, boolean holds, long nowMillis)
      throws IOException {
    Found found =
        new Found(
            journal.read(), List.of(), running, List.of(), holds ? Optional.empty() : slack());
    return settings
        .shares()
        .<ProviderRules>map(
            shares ->
                SharedProvider.resume(
                    settings.id(), cluster, settings.terms(), shares.sharing(), found, nowMillis))
        .orElseGet(
            () -> Provider.resume(settings.id(), cluster, settings.terms(), found, nowMillis));
  }

  private Optional<Slack> slack() throws IOException {
    return settings.promisesKept().isEmpty()
        ? Optional.empty()
        : Optional.of(journal.slack(settings.promisesKept().get()));
  }
}
