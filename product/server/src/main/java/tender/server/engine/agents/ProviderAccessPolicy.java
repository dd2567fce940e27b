package tender.server.engine.agents;

import tender.bagfile.WorkOrder;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.ProviderId;

/**
 * What a provider may read of a bag: everything while it has a part of it. While it is called for
 * offers, the work order without the digests of files, which it needs for its estimate, and also
 * the digests and input files if the bag has a profiler that reads them. Nothing else.
 */
final class ProviderAccessPolicy {
  private ProviderAccessPolicy() {}

  /** Whether a provider may read a bag's work order. */
  static boolean mayReadWorkOrder(ProviderId provider, BagState state) {
    return state instanceof BagState.Open open
        && (hasPart(provider, open) || isCalled(provider, open));
  }

  /** Whether a provider may read a bag's input files. */
  static boolean mayReadFiles(ProviderId provider, BagState state, WorkOrder order) {
    return state instanceof BagState.Open open
        && (hasPart(provider, open) || (order.profiler().isPresent() && isCalled(provider, open)));
  }

  private static boolean hasPart(ProviderId provider, BagState.Open open) {
    return open.parts().stream().anyMatch(part -> part.id().provider().equals(provider));
  }

  private static boolean isCalled(ProviderId provider, BagState.Open open) {
    return open.placement().orElse(null) instanceof PlacementState.CollectingOffers calling
        && calling.calledProviders().contains(provider);
  }
}
