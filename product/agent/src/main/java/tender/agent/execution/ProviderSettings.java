package tender.agent.execution;

import tender.agent.pilot.PilotSettings;
import java.util.Optional;
import tender.agent.estimate.EstimateSettings;
import tender.core.model.ProviderId;
import tender.core.provider.ProviderTerms;

/**
 * How a cluster's owner takes part.
 *
 * @param processorsAtMost how many may be planned with and used at a time
 * @param pollMillis how often the queue is looked at while something of ours is in it
 * @param overrunPermille how long a task may run before it is killed, in thousandths of what its
 *     user says
 * @param tasksQueuedAtMost how many of our jobs the batch system is given at a time
 * @param pilots which tasks are too short to be jobs of their own
 * @param reserves whether processors are kept for parts, where the batch system lets us
 * @param estimates how estimates of our own are made, if the terms ask for them
 * @param promisesKept the share of promises to be kept where they are not, by the slack that the
 *     agent's own record teaches; none: what is forecast is promised
 * @param publishes what the auction is told; none: nothing
 * @param shares how its time is shared, if it is a host; none: processors are taken by one at a
 *     time
 */
public record ProviderSettings(
    ProviderId id,
    ProviderTerms terms,
    int maxProcessors,
    long pollMillis,
    int overrunPermille,
    int maxQueuedJobs,
    PilotSettings pilots,
    boolean usesReservations,
    EstimateSettings estimates,
    Optional<Double> promiseReliability,
    Optional<PublishSettings> publish,
    Optional<ShareSettings> shares) {}
