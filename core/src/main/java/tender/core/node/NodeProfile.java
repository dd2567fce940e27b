package tender.core.node;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import tender.core.model.Time;
import tender.core.profile.Profile;
import tender.core.resource.NodeCluster;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

/**
 * What is free on every node of a cluster at each instant from the profile's origin on, and where a
 * task fits. A task gets all its amounts on each of its nodes: two nodes with 4 GiB free each do
 * not hold a task of 8 GiB on one node.
 *
 * <p>Choice of nodes. Among the nodes on which the task can start at the earliest instant, it gets
 * those of the kind with the least that it does not need: nodes without GPUs, features and large
 * memory first. Of one kind, it gets those with the fewest free processors at that instant, then
 * the least free memory, then the lowest number (best fit). Only the first few possible nodes are
 * compared, so that a search in an empty cluster does not visit all nodes.
 *
 * <p>A search compares only the nodes and starts that the {@link FreeNodeIndex} of all nodes
 * leaves, so that it is fast although each node has its own steps.
 */
public final class NodeProfile {
  private final NodeCluster cluster;
  private final NodeTimeline[] timelines;

  /** At {@code k}: the first node of kind {@code k}, which is the end of the kind before it. */
  private final int[] firstNodes;

  private final int[] kinds;
  private final NodeDemands demands;

  /** The nodes by their free processors, which exclude most starts without a search. */
  private final FreeNodeIndex index;

  private long originMillis;

  /** How often something was released. */
  private long releases;

  private final NodeSearch search;

  private NodeProfile(
      NodeCluster cluster,
      FreeNodeIndex index,
      NodeTimeline[] timelines,
      int[] firstNodes,
      int[] kinds,
      long originMillis) {
    this.cluster = cluster;
    this.index = index;
    this.timelines = timelines;
    this.firstNodes = firstNodes;
    this.kinds = kinds;
    this.originMillis = originMillis;
    demands = new NodeDemands(cluster, index.layout());
    search = new NodeSearch(this, index, timelines);
  }

  /** A profile of a cluster without tasks. */
  public static NodeProfile of(long originMillis, NodeCluster cluster) {
    int count = cluster.groups().size();
    int[] firstNodes = new int[count + 1];
    int[] kinds = new int[cluster.nodes()];
    NodeTimeline[] timelines = new NodeTimeline[kinds.length];
    FreeNodeIndex index = FreeNodeIndex.of(originMillis, new IndexLayout(cluster));
    for (int kind = 0; kind < count; kind++) {
      NodeCluster.Group group = cluster.groups().get(kind);
      firstNodes[kind + 1] = firstNodes[kind] + group.nodes();
      ResourceAmounts total = group.kind().total();
      for (int node = firstNodes[kind]; node < firstNodes[kind + 1]; node++) {
        kinds[node] = kind;
        timelines[node] =
            NodeTimeline.of(
                originMillis, PackedAmounts.computing(total), PackedAmounts.extra(total));
        index.change(kind, node, originMillis, Time.NEVER, 0, total.processors());
      }
    }
    return new NodeProfile(cluster, index, timelines, firstNodes, kinds, originMillis);
  }

  /** An independent copy, for trials. */
  public NodeProfile copy() {
    NodeTimeline[] copies = new NodeTimeline[timelines.length];
    Arrays.setAll(copies, node -> timelines[node].copy());
    return new NodeProfile(cluster, index.copy(), copies, firstNodes, kinds, originMillis);
  }

  public NodeCluster cluster() {
    return cluster;
  }

  /** The first instant of the profile; nothing before it is kept. */
  public long originMillis() {
    return originMillis;
  }

  /** What is free on a node at an instant, which must not be before the origin. */
  public ResourceAmounts freeAt(int node, long instantMillis) {
    NodeTimeline timeline = timelines[node];
    return PackedAmounts.unpack(
        timeline.computingAt(instantMillis), timeline.extraAt(instantMillis));
  }

  /**
   * The earliest start, not before the given instant, at which enough nodes have the amounts free
   * for the whole duration, and these nodes; {@link NodePlacement#NONE} if there is none.
   */
  public NodePlacement earliestStart(
      TaskRequest request, long durationMillis, long notBeforeMillis) {
    return earliestStart(demand(request), durationMillis, notBeforeMillis);
  }

  /** The nodes for a start at exactly this instant; {@link NodePlacement#NONE} if too few fit. */
  public NodePlacement startAt(TaskRequest request, long durationMillis, long startMillis) {
    return startAt(demand(request), durationMillis, startMillis);
  }

  /**
   * Takes what a task requests on its nodes from its start until an instant (exclusive).
   *
   * @throws IllegalStateException if it is not free; nothing is changed then
   */
  public void take(TaskRequest request, NodePlacement placement, long untilMillis) {
    take(demand(request), placement, untilMillis);
  }

  /**
   * Takes what equal tasks request, one by one, each from the earliest start that the tasks before
   * it leave. Tasks that start together are passed to the consumer together, in order of time.
   *
   * @return the start of the last task; {@link Time#NEVER} if not all could be placed
   */
  public long takeEach(
      TaskRequest request,
      int tasks,
      long durationMillis,
      long notBeforeMillis,
      Profile.RunConsumer runs) {
    return new EqualNodeTasks(this, demand(request), durationMillis)
        .place(tasks, notBeforeMillis, runs);
  }

  /**
   * Takes what is free of some amounts on one node, until an instant: what is observed there may
   * exceed what the cluster is said to have.
   */
  public void takeObserved(int node, ResourceAmounts amounts, long fromMillis, long untilMillis) {
    NodeTimeline timeline = timelines[node];
    ResourceAmounts free = timeline.leastFree(fromMillis, untilMillis);
    ResourceAmounts taken = amounts.atMost(free);
    change(
        node,
        fromMillis,
        untilMillis,
        -PackedAmounts.computing(taken),
        -PackedAmounts.extra(taken));
    mergeAt(fromMillis, untilMillis);
  }

  /** Releases what a task has taken on its nodes from one instant until another. */
  public void release(
      TaskRequest request, NodePlacement placement, long fromMillis, long untilMillis) {
    release(demand(request), placement, fromMillis, untilMillis);
  }

  /** Moves the origin forward; what was before it is dropped. */
  public void trimBefore(long instantMillis) {
    // The steps of a node are dropped when it is changed: an event concerns few of the nodes.
    originMillis = Math.max(originMillis, instantMillis);
    index.trimBefore(originMillis);
  }

  /** The demand of a request, which belongs to this profile and to no copy. */
  public NodeDemand demand(TaskRequest request) {
    return demands.of(request);
  }

  /** The kind of a node. */
  public int kindOf(int node) {
    return kinds[node];
  }

  /** The first node of a kind, which is the end of the kind before it. */
  public int firstNode(int kind) {
    return firstNodes[kind];
  }

  /** What is free on a node. */
  public NodeTimeline timeline(int node) {
    return timelines[node];
  }

  public NodePlacement earliestStart(NodeDemand demand, long durationMillis, long notBeforeMillis) {
    return search.earliestStart(demand, durationMillis, notBeforeMillis);
  }

  /**
   * The earliest place of a task in an interval, which ends before its current place, if this
   * counts as free; {@link NodePlacement#NONE} if there is none.
   *
   * @param possible the first start that may be possible and is not before an instant
   */
  public NodePlacement earlierStart(
      NodeDemand demand,
      long durationMillis,
      NodePlacement current,
      long fromMillis,
      long beforeMillis,
      LongUnaryOperator possible) {
    return search.earlierStart(demand, durationMillis, current, fromMillis, beforeMillis, possible);
  }

  /** How often something was released: if this does not change, nothing was. */
  long releases() {
    return releases;
  }

  /** Where sets of nodes have which node. */
  public IndexLayout indexLayout() {
    return index.layout();
  }

  NodePlacement startAt(NodeDemand demand, long durationMillis, long startMillis) {
    return search.startAt(demand, durationMillis, startMillis);
  }

  public void take(NodeDemand demand, NodePlacement placement, long untilMillis) {
    for (int i = 0; i < placement.size(); i++) {
      int node = placement.node(i);
      int kind = kinds[node];
      if (!timelines[node].fits(
          demand.computing[kind], demand.extra[kind], placement.startMillis(), untilMillis)) {
        throw new IllegalStateException(
            "Cannot place a task "
                + placement
                + " until "
                + untilMillis
                + " ms: node "
                + node
                + " has too little free.");
      }
    }
    for (int i = 0; i < placement.size(); i++) {
      int node = placement.node(i);
      int kind = kinds[node];
      change(
          node, placement.startMillis(), untilMillis, -demand.computing[kind], -demand.extra[kind]);
    }
    mergeAt(placement.startMillis(), untilMillis);
  }

  /** Adds amounts, which are negative for a task that starts, on a node. */
  private void change(int node, long fromMillis, long untilMillis, long computing, long extra) {
    NodeTimeline timeline = timelines[node];
    timeline.trimBefore(originMillis);
    long keptFromMillis = Math.max(originMillis, fromMillis);
    long stepMillis = keptFromMillis;
    for (int step = timeline.stepAt(keptFromMillis); stepMillis < untilMillis; step++) {
      long endMillis = Math.min(untilMillis, timeline.untilMillis(step));
      long before = timeline.computing(step);
      index.change(
          kinds[node],
          node,
          stepMillis,
          endMillis,
          PackedAmounts.high(before),
          PackedAmounts.high(before + computing));
      stepMillis = endMillis;
    }
    timeline.add(fromMillis, untilMillis, computing, extra);
  }

  private void mergeAt(long fromMillis, long untilMillis) {
    if (untilMillis != Time.NEVER) {
      index.mergeAt(untilMillis);
    }
    index.mergeAt(fromMillis);
  }

  /**
   * Takes what some equal tasks need on one node, as many of them as fit together.
   *
   * @return how many fit, at most the given number
   */
  int takeTogether(NodeDemand demand, int node, long startMillis, long untilMillis, int maxTasks) {
    int kind = kinds[node];
    long computing = demand.computing[kind];
    long extra = demand.extra[kind];
    NodeTimeline timeline = timelines[node];
    int together = 0;
    while (together < maxTasks
        && timeline.fits(
            (together + 1) * computing, (together + 1) * extra, startMillis, untilMillis)) {
      together++;
    }
    change(node, startMillis, untilMillis, -together * computing, -together * extra);
    mergeAt(startMillis, untilMillis);
    return together;
  }

  public void release(
      NodeDemand demand, NodePlacement placement, long fromMillis, long untilMillis) {
    for (int i = 0; i < placement.size(); i++) {
      int node = placement.node(i);
      int kind = kinds[node];
      change(node, fromMillis, untilMillis, demand.computing[kind], demand.extra[kind]);
    }
    releases++;
    mergeAt(fromMillis, untilMillis);
  }
}
