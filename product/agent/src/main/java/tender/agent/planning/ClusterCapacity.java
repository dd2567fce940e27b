package tender.agent.planning;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.ClusterInfo;
import tender.agent.batch.ClusterNodes;
import tender.agent.batch.QueueSnapshot;
import tender.agent.estimate.ClusterSpeed;
import tender.agent.execution.PartManager;
import tender.agent.owner.OwnerState;
import tender.core.model.Cluster;
import tender.core.model.Time;
import tender.core.node.ObservedUse;

/** The cluster as last read from the batch system, and how much of it may be used. */
final class ClusterCapacity {
  private static final Logger LOG = System.getLogger(ClusterCapacity.class.getName());
  private static final long REFRESH_MILLIS = Time.MINUTE_MILLIS;

  private final ProviderSettings settings;
  private final BatchSystem batch;
  private final OwnerState owner;
  private final ClusterSpeed speed;
  private ClusterInfo cluster;
  private long readMillis;

  ClusterCapacity(
      ProviderSettings settings,
      BatchSystem batch,
      OwnerState owner,
      ClusterSpeed speed,
      long nowMillis) {
    this.settings = settings;
    this.batch = batch;
    this.owner = owner;
    this.speed = speed;
    cluster = batch.clusterInfo();
    readMillis = nowMillis;
  }

  ClusterInfo cluster() {
    return cluster;
  }

  /** Reads the cluster again if the last reading is old: nodes come and go. */
  void refresh(long nowMillis) {
    if (nowMillis - readMillis >= REFRESH_MILLIS) {
      readMillis = nowMillis;
      ClusterInfo current = batch.clusterInfo();
      if (current.processors() != cluster.processors()) {
        LOG.log(
            Level.INFO,
            "Cluster size changed: processors={0}",
            Integer.toString(current.processors()));
      }
      cluster = current;
    }
  }

  /** How many processors the settings allow. */
  int maxProcessors() {
    return Math.max(1, Math.min(cluster.processors(), settings.maxProcessors()));
  }

  /** Whether the owner can lower the capacity. A host shares its time, not its processors. */
  boolean isAdjustable() {
    return settings.shares().isEmpty();
  }

  /**
   * The processors that the agent plans with, and their speed.
   *
   * @param widest width of the widest task of a reserved part; a part cannot be planned with less
   */
  Cluster planned(int widest) {
    int wanted =
        isAdjustable()
            ? Math.min(maxProcessors(), owner.capacity().maxProcessors())
            : maxProcessors();
    Cluster lent =
        speed.cluster(Math.min(Math.max(wanted, widest), Math.max(1, cluster.processors())));
    return new Cluster(lent.processors(), lent.speedPermille(), nodes().map(ClusterNodes::cluster));
  }

  /** The nodes, if they are planned: a queue in order of arrival is planned by processors only. */
  Optional<ClusterNodes> nodes() {
    return settings.terms().planningPolicy().isOneQueue() ? Optional.empty() : cluster.nodes();
  }

  /** What running jobs have on each node, if nodes are planned. */
  Optional<List<ObservedUse>> observeNodes(
      QueueSnapshot queue, Cluster planned, PartManager parts, long nowMillis) {
    return nodes()
        .map(
            nodes ->
                new NodeObserver(nodes, planned.processors()).observe(queue, parts, nowMillis));
  }

  /** Whether the agent reserves processors for parts. */
  boolean usesReservations() {
    return cluster.canReserve() && settings.mode().reserves();
  }
}
