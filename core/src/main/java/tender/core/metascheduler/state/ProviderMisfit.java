package tender.core.metascheduler.state;

import tender.core.model.ProviderId;
import tender.core.resource.Misfit;

/** Why no task of a bag can run at a provider. */
public record ProviderMisfit(ProviderId provider, Misfit misfit) {}
