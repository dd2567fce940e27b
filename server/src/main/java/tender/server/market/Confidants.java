package tender.server.market;

import tender.core.metascheduler.BagState;
import tender.core.metascheduler.Tender;
import tender.core.model.ProviderId;
import tender.work.WorkOrder;

/**
 * Which providers may know what of a bag: all, if they do a part of it. While they are called for
 * it, what its tasks are, since that says how long they take; and its files, if it has a profiler
 * that reads them. Nothing else.
 */
final class Confidants {
  private Confidants() {}

  /** Whether a provider may know what a bag's tasks are. */
  static boolean tasks(ProviderId asker, BagState state) {
    return state instanceof BagState.Open open && (hasPart(asker, open) || isCalled(asker, open));
  }

  /** Whether a provider may have a bag's files. */
  static boolean files(ProviderId asker, BagState state, WorkOrder order) {
    return state instanceof BagState.Open open
        && (hasPart(asker, open) || (order.profiler().isPresent() && isCalled(asker, open)));
  }

  private static boolean hasPart(ProviderId asker, BagState.Open open) {
    return open.parts().stream().anyMatch(part -> part.id().provider().equals(asker));
  }

  private static boolean isCalled(ProviderId asker, BagState.Open open) {
    return open.tender().orElse(null) instanceof Tender.Calling calling
        && calling.asked().contains(asker);
  }
}
