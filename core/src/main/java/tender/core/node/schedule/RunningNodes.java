package tender.core.node.schedule;

import java.util.Arrays;
import tender.core.model.Time;
import tender.core.node.NodeDemand;
import tender.core.node.NodePlacement;
import tender.core.node.NodeProfile;
import tender.core.node.NodeTimeline;
import tender.core.node.PackedAmounts;

/**
 * What is free on each node now and when its running tasks release the rest, as EASY needs it: no
 * task is planned, except for one reservation. For each kind it counts the nodes with at least a
 * number of free processors, so that most tasks that cannot start need no search.
 */
final class RunningNodes {
  private static final long NO_LIMIT = PackedAmounts.pack(Integer.MAX_VALUE, Integer.MAX_VALUE);

  private final int[] kinds;
  private final long[] computing;
  private final long[] extra;
  private final NodeReleases[] releases;

  private final ProcessorLevels levels;

  /** On each node what a task may take that ends after the reservation begins. */
  private final long[] spareComputing;

  private final long[] spareExtra;

  /**
   * At {@code k, p}: how many nodes of kind {@code k} have at least {@code p} processors free, but
   * not for a task that ends after the reservation begins.
   */
  private final int[][] shortOnly;

  private long reservedMillis = Time.NEVER;
  private int[] reservedNodes = {};
  private int freeProcessors;

  /** The nodes of a profile next to the tasks that run at its origin. */
  RunningNodes(NodeProfile profile) {
    int nodes = profile.cluster().nodes();
    kinds = new int[nodes];
    computing = new long[nodes];
    extra = new long[nodes];
    releases = new NodeReleases[nodes];
    spareComputing = new long[nodes];
    spareExtra = new long[nodes];
    Arrays.fill(spareComputing, NO_LIMIT);
    Arrays.fill(spareExtra, NO_LIMIT);
    int[] processors =
        profile.cluster().groups().stream()
            .mapToInt(group -> group.kind().total().processors())
            .toArray();
    levels = new ProcessorLevels(processors, nodes);
    shortOnly = new int[processors.length][];
    Arrays.setAll(shortOnly, kind -> new int[processors[kind] + 1]);
    for (int node = 0; node < nodes; node++) {
      kinds[node] = profile.kindOf(node);
      read(node, profile.timeline(node), profile.originMillis());
    }
  }

  private void read(int node, NodeTimeline timeline, long originMillis) {
    timeline.trimBefore(originMillis);
    computing[node] = timeline.computing(0);
    extra[node] = timeline.extra(0);
    releases[node] = new NodeReleases();
    for (int step = 1; step < timeline.steps(); step++) {
      long computingBefore = timeline.computing(step - 1);
      long extraBefore = timeline.extra(step - 1);
      if (!PackedAmounts.fits(computingBefore, timeline.computing(step))
          || !PackedAmounts.fits(extraBefore, timeline.extra(step))) {
        throw new IllegalArgumentException(
            "Less is free on node "
                + node
                + " from "
                + timeline.fromMillis(step)
                + " ms on. EASY backfilling begins next to running tasks, without planned ones.");
      }
      releases[node].add(
          timeline.fromMillis(step),
          timeline.computing(step) - computingBefore,
          timeline.extra(step) - extraBefore);
    }
    int processors = PackedAmounts.high(computing[node]);
    freeProcessors += processors;
    levels.change(kinds[node], node, 0, processors);
  }

  /** The free processors of all nodes together. */
  int freeProcessors() {
    return freeProcessors;
  }

  /** When the reserved nodes are needed, {@link Time#NEVER} without a reservation. */
  long reservedMillis() {
    return reservedMillis;
  }

  /** Whether too few nodes have enough processors free; if not, other resources may be missing. */
  boolean hasTooFew(NodeDemand demand, boolean endsAfterReservation) {
    int nodes = 0;
    for (int rank = 0; rank < demand.kinds(); rank++) {
      int kind = demand.kind(rank);
      int processors = PackedAmounts.high(demand.computing(kind));
      nodes += levels.count(kind, processors);
      nodes -= endsAfterReservation ? shortOnly[kind][processors] : 0;
    }
    return nodes < demand.nodes();
  }

  /** The first node with enough free processors that is not before a node; the end if none is. */
  int nextFree(NodeDemand demand, int kind, int fromNode, int endNode) {
    return levels.next(PackedAmounts.high(demand.computing(kind)), fromNode, endNode);
  }

  /** Whether a task can start on a node now. */
  boolean fits(NodeDemand demand, int kind, int node, boolean endsAfterReservation) {
    long neededComputing = demand.computing(kind);
    long neededExtra = demand.extra(kind);
    return PackedAmounts.fits(neededComputing, computing[node])
        && PackedAmounts.fits(neededExtra, extra[node])
        && (!endsAfterReservation
            || (PackedAmounts.fits(neededComputing, spareComputing[node])
                && PackedAmounts.fits(neededExtra, spareExtra[node])));
  }

  /** When a task fits on a node next to the running tasks; a time in the past if it fits now. */
  long whenFree(NodeDemand demand, int node) {
    int kind = kinds[node];
    return fits(demand, kind, node, false)
        ? Long.MIN_VALUE
        : releases[node].whenFree(
            demand.computing(kind), demand.extra(kind), computing[node], extra[node]);
  }

  /** The processors and memory that are free now. */
  long computing(int node) {
    return computing[node];
  }

  /** The processors and memory that will be free at an instant. */
  long computingAt(int node, long instantMillis) {
    return computing[node] + releases[node].computingBy(instantMillis);
  }

  /** A task starts now and runs until an instant. */
  void take(NodeDemand demand, NodePlacement placement, long endMillis) {
    for (int i = 0; i < placement.size(); i++) {
      int node = placement.node(i);
      int kind = kinds[node];
      releases[node].add(endMillis, demand.computing(kind), demand.extra(kind));
      change(node, -demand.computing(kind), -demand.extra(kind), endMillis);
    }
  }

  /** A task ended now that was expected to end at an instant. */
  void release(NodeDemand demand, NodePlacement placement, long expectedMillis) {
    for (int i = 0; i < placement.size(); i++) {
      int node = placement.node(i);
      int kind = kinds[node];
      releases[node].remove(expectedMillis, demand.computing(kind), demand.extra(kind));
      change(node, demand.computing(kind), demand.extra(kind), expectedMillis);
    }
  }

  /** Keeps what a task needs on its nodes from its planned start on. */
  void reserve(NodeDemand demand, NodePlacement placement) {
    reservedMillis = placement.startMillis();
    reservedNodes = placement.nodes().toArray();
    for (int node : reservedNodes) {
      int kind = kinds[node];
      spareComputing[node] = computingAt(node, reservedMillis) - demand.computing(kind);
      spareExtra[node] = extra[node] + releases[node].extraBy(reservedMillis) - demand.extra(kind);
      countShortOnly(node, 1);
    }
  }

  void releaseReservation() {
    for (int node : reservedNodes) {
      countShortOnly(node, -1);
      spareComputing[node] = NO_LIMIT;
      spareExtra[node] = NO_LIMIT;
    }
    reservedNodes = new int[0];
    reservedMillis = Time.NEVER;
  }

  /** Changes what is free now until an instant, because a task starts or ends. */
  private void change(int node, long computingChange, long extraChange, long endMillis) {
    int before = PackedAmounts.high(computing[node]);
    boolean reserved = spareComputing[node] != NO_LIMIT;
    if (reserved) {
      countShortOnly(node, -1);
    }
    computing[node] += computingChange;
    extra[node] += extraChange;
    if (reserved && endMillis > reservedMillis) {
      spareComputing[node] += computingChange;
      spareExtra[node] += extraChange;
    }
    int after = PackedAmounts.high(computing[node]);
    freeProcessors += after - before;
    levels.change(kinds[node], node, before, after);
    if (reserved) {
      countShortOnly(node, 1);
    }
  }

  private void countShortOnly(int node, int change) {
    int[] counts = shortOnly[kinds[node]];
    int free = PackedAmounts.high(computing[node]);
    for (int level = PackedAmounts.high(spareComputing[node]) + 1; level <= free; level++) {
      counts[level] += change;
    }
  }
}
