package tender.core.model;

import java.util.Optional;
import tender.core.check.ValueChecks;
import tender.core.resource.NodeCluster;

/**
 * A space-shared machine: a number of processors of one speed, which may be on nodes that limit
 * what fits together.
 *
 * @param speedPermille speed in thousandths of the reference processor on which estimates of bags
 *     are stated; {@value #REFERENCE_SPEED_PERMILLE} is that processor
 * @param nodes empty if any tasks fit that use no more processors in total
 */
public record Cluster(int processors, int speedPermille, Optional<NodeCluster> nodes) {
  public static final int REFERENCE_SPEED_PERMILLE = 1_000;

  /** The bounds of a speed that a user or an owner states, or that an agent measures. */
  public static final int MIN_SPEED_PERMILLE = 1;

  public static final int MAX_SPEED_PERMILLE = 1_000_000;

  public Cluster {
    ValueChecks.positive(processors, "A cluster's number of processors");
    ValueChecks.positive(speedPermille, "A cluster's speed in permille");
  }

  /** A cluster on which any tasks fit that use no more processors in total. */
  public Cluster(int processors, int speedPermille) {
    this(processors, speedPermille, Optional.empty());
  }

  /** A cluster of reference processors. */
  public static Cluster of(int processors) {
    return new Cluster(processors, REFERENCE_SPEED_PERMILLE);
  }

  /**
   * The run time on this cluster of work that takes {@code estimateMillis} on the reference
   * processor, rounded up; at most {@link Time#LIMIT_MILLIS}, which no deadline reaches.
   */
  public long durationMillis(long estimateMillis) {
    long durationMillis = Math.ceilDiv(estimateMillis * REFERENCE_SPEED_PERMILLE, speedPermille);
    return Math.min(Time.LIMIT_MILLIS, durationMillis);
  }

  /** The run time on the reference processor of work that takes this long here, rounded up. */
  public long referenceMillis(long durationMillis) {
    long referenceMillis = Math.ceilDiv(durationMillis * speedPermille, REFERENCE_SPEED_PERMILLE);
    return Math.min(Time.LIMIT_MILLIS, referenceMillis);
  }

  /** Total computing power, in thousandths of a reference processor. */
  public long powerPermille() {
    return (long) processors * speedPermille;
  }
}
