package tender.agent.planning;

import java.util.Optional;
import tender.agent.estimate.EstimateSettings;
import tender.agent.execution.ExecutionSettings;
import tender.agent.lending.LendingMode;
import tender.agent.owner.LogRotation;
import tender.core.model.ProviderId;
import tender.core.provider.ProviderTerms;

/**
 * The settings of a provider, by its owner.
 *
 * @param maxProcessors that may be planned with and used at a time
 * @param pollMillis interval of queue reads while the agent has jobs there
 * @param execution how parts are executed
 * @param mode the precedence of local jobs and market work
 * @param estimates how the agent makes its own estimates, if the terms require them
 * @param promiseReliability the share of promises to keep where processors are not reserved, with
 *     slack learned from the agent's record; empty: the agent promises its forecast
 * @param publish what is published to the auction; empty: nothing
 * @param shares how a host's time is shared; empty: each processor runs one task at a time
 * @param disclosureLog how much of the disclosure log is kept
 */
public record ProviderSettings(
    ProviderId id,
    ProviderTerms terms,
    int maxProcessors,
    long pollMillis,
    ExecutionSettings execution,
    LendingMode mode,
    EstimateSettings estimates,
    Optional<Double> promiseReliability,
    Optional<PublishSettings> publish,
    Optional<ShareSettings> shares,
    LogRotation disclosureLog) {}
