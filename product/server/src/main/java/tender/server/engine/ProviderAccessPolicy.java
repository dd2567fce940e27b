package tender.server.engine;

import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.ProviderId;
import tender.bagfile.WorkOrder;

/**
 * Which providers may know what of a bag: all, if they do a part of it. While they are called for
 * it, what its tasks are, since that says how long they take; and its files, if it has a profiler
 * that reads them. Nothing else.
 */
final class ProviderAccessPolicy {
  private ProviderAccessPolicy() {}

  /** Whether a provider may know what a bag's tasks are. */
  static boolean mayReadWorkOrder(ProviderId asker, BagState state) {
    return state instanceof BagState.Open open && (hasPart(asker, open) || isCalled(asker, open));
  }

  /** Whether a provider may have a bag's files. */
  static boolean mayReadFiles(ProviderId asker, BagState state, WorkOrder order) {
    return state instanceof BagState.Open open
        && (hasPart(asker, open) || (order.profiler().isPresent() && isCalled(asker, open)));
  }

  private static boolean hasPart(ProviderId asker, BagState.Open open) {
    return open.parts().stream().anyMatch(part -> part.id().provider().equals(asker));
  }

  private static boolean isCalled(ProviderId asker, BagState.Open open) {
    return open.placement().orElse(null) instanceof PlacementState.CollectingOffers calling
        && calling.calledProviders().contains(asker);
  }
}
