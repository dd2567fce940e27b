package tender.core.node.schedule;

import org.jspecify.annotations.Nullable;
import tender.core.model.Time;
import tender.core.node.NodeCandidates;
import tender.core.node.NodeDemand;
import tender.core.node.NodePlacement;
import tender.core.node.NodeProfile;

/**
 * Chooses the nodes of tasks for EASY: of tasks that start now, and of the one task that has a
 * reservation. For that task it keeps when each node will be ready, and notices when an end makes
 * an earlier reservation possible.
 */
final class EasyNodeChoice {
  private final NodeProfile profile;
  private final RunningNodes nodes;
  private final NodeCandidates candidates;

  /** For each node when the last reserving task fits on it, in the past if it fits now. */
  private final long[] readyMillis;

  /** The demand that this belongs to; most tasks request the same as the one before them. */
  private @Nullable NodeDemand ready;

  private final long[] selection;
  private NodePlacement reservation = NodePlacement.NONE;
  private @Nullable NodeDemand reserving;

  /** How many nodes are ready before the reserved start; as many as the task needs improve it. */
  private int readyEarlier;

  EasyNodeChoice(NodeProfile profile, RunningNodes nodes) {
    this.profile = profile;
    this.nodes = nodes;
    candidates = new NodeCandidates(profile.cluster().nodes());
    readyMillis = new long[profile.cluster().nodes()];
    selection = new long[profile.cluster().nodes()];
  }

  NodePlacement reservation() {
    return reservation;
  }

  /** Whether the reserving task may start earlier than reserved. */
  boolean canImprove() {
    return reserving != null && readyEarlier >= reserving.nodes();
  }

  /** The nodes for a task that starts now; {@link NodePlacement#NONE} if there are too few. */
  NodePlacement startNow(NodeDemand demand, long nowMillis, boolean endsAfterReservation) {
    if (nodes.hasTooFew(demand, endsAfterReservation)) {
      return NodePlacement.NONE;
    }
    candidates.begin(demand);
    for (int rank = 0; rank < demand.kinds() && !candidates.areEnough(); rank++) {
      int kind = demand.kind(rank);
      int end = profile.firstNode(kind + 1);
      int node = nodes.nextFree(demand, kind, profile.firstNode(kind), end);
      while (node < end && candidates.acceptMore()) {
        if (nodes.fits(demand, kind, node, endsAfterReservation)) {
          candidates.add(rank, nodes.computing(node), node);
        }
        node = nodes.nextFree(demand, kind, node + 1, end);
      }
    }
    return candidates.choose(nowMillis);
  }

  /** Reserves the earliest possible place for a task that cannot start now. */
  void reserve(NodeDemand demand) {
    reserving = demand;
    readyEarlier = 0;
    long startMillis = earliestMillis(demand);
    if (startMillis == Time.NEVER) {
      return;
    }
    countEarlier(demand, startMillis);
    candidates.begin(demand);
    for (int rank = 0; rank < demand.kinds() && !candidates.areEnough(); rank++) {
      int kind = demand.kind(rank);
      int end = profile.firstNode(kind + 1);
      for (int node = profile.firstNode(kind); node < end && candidates.acceptMore(); node++) {
        if (readyMillis[node] <= startMillis) {
          candidates.add(rank, nodes.computingAt(node, startMillis), node);
        }
      }
    }
    reservation = candidates.choose(startMillis);
    nodes.reserve(demand, reservation);
  }

  private long earliestMillis(NodeDemand demand) {
    if (ready == null || !demand.hasAmountsOf(ready)) {
      findReady(demand);
    }
    int size = 0;
    for (int rank = 0; rank < demand.kinds(); rank++) {
      int kind = demand.kind(rank);
      int first = profile.firstNode(kind);
      int count = profile.firstNode(kind + 1) - first;
      System.arraycopy(readyMillis, first, selection, size, count);
      size += count;
    }
    return size < demand.nodes() ? Time.NEVER : Selection.smallest(selection, size, demand.nodes());
  }

  private void findReady(NodeDemand demand) {
    ready = demand;
    for (int rank = 0; rank < demand.kinds(); rank++) {
      int kind = demand.kind(rank);
      for (int node = profile.firstNode(kind); node < profile.firstNode(kind + 1); node++) {
        readyMillis[node] = nodes.whenFree(demand, node);
      }
    }
  }

  private void countEarlier(NodeDemand demand, long startMillis) {
    for (int rank = 0; rank < demand.kinds(); rank++) {
      int kind = demand.kind(rank);
      for (int node = profile.firstNode(kind); node < profile.firstNode(kind + 1); node++) {
        readyEarlier += readyMillis[node] < startMillis ? 1 : 0;
      }
    }
  }

  void releaseReservation() {
    nodes.releaseReservation();
    reservation = NodePlacement.NONE;
    reserving = null;
  }

  /** A task started or ended on some nodes. */
  void changed(NodePlacement placement) {
    if (ready == null) {
      return;
    }
    // Without a reservation, the count below is not used.
    long reservedMillis = reservation.startMillis();
    for (int i = 0; i < placement.size(); i++) {
      int node = placement.node(i);
      if (ready.isSuitable(profile.kindOf(node))) {
        readyEarlier -= readyMillis[node] < reservedMillis ? 1 : 0;
        readyMillis[node] = nodes.whenFree(ready, node);
        readyEarlier += readyMillis[node] < reservedMillis ? 1 : 0;
      }
    }
  }
}
