package tender.agent.planning;

import tender.agent.owner.OwnerState;
import tender.agent.execution.ProviderSettings;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.ClusterInfo;
import tender.core.model.Time;

/** The cluster as it was last looked at, and how much of it may be used. */
final class ClusterCapacity {
  private static final Logger LOG = System.getLogger(ClusterCapacity.class.getName());
  private static final long REFRESH_MILLIS = Time.MINUTE_MILLIS;

  private final ProviderSettings settings;
  private final BatchSystem batch;
  private final OwnerState owner;
  private ClusterInfo cluster;
  private long readMillis;

  ClusterCapacity(ProviderSettings settings, BatchSystem batch, OwnerState owner, long nowMillis) {
    this.settings = settings;
    this.batch = batch;
    this.owner = owner;
    cluster = batch.clusterInfo();
    readMillis = nowMillis;
  }

  ClusterInfo cluster() {
    return cluster;
  }

  /** Nodes come and go. */
  void refresh(long nowMillis) {
    if (nowMillis - readMillis >= REFRESH_MILLIS) {
      readMillis = nowMillis;
      ClusterInfo fresh = batch.clusterInfo();
      if (fresh.processors() != cluster.processors()) {
        LOG.log(Level.INFO, "The cluster now has {0} processors.", fresh.processors());
      }
      cluster = fresh;
    }
  }

  /** How many may be given at all. */
  int maxProcessors() {
    return Math.max(1, Math.min(cluster.processors(), settings.maxProcessors()));
  }

  /** Whether the owner can give fewer; a host's time is shared, and not its processors. */
  boolean isAdjustable() {
    return settings.shares().isEmpty();
  }

  /**
   * How many are planned with.
   *
   * @param widest what a task of a part needs that is held; a part cannot be planned with less
   */
  int processors(int widest) {
    int wanted = isAdjustable() ? Math.min(maxProcessors(), owner.capacity().maxProcessors()) : maxProcessors();
    return Math.min(Math.max(wanted, widest), Math.max(1, cluster.processors()));
  }

  /** Whether processors are kept for parts. */
  boolean usesReservations() {
    return cluster.canReserve() && settings.usesReservations();
  }
}
