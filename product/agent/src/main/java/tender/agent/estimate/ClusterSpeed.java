package tender.agent.estimate;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.OptionalInt;
import tender.codec.StoredJson;
import tender.core.estimate.SpeedEstimate;
import tender.core.model.Cluster;
import tender.support.files.AtomicFile;
import tender.support.text.Decimal;

/**
 * The speed of the cluster's processors, relative to the reference processor for which users state
 * run times: as the owner has set it, or as benchmarks have shown. Until there are enough
 * benchmarks it is the reference speed.
 */
public final class ClusterSpeed {
  private static final Logger LOG = System.getLogger(ClusterSpeed.class.getName());

  private final Path file;
  private final boolean isLearned;
  private SpeedEstimate learned;
  private volatile int permille;

  private ClusterSpeed(Path file, OptionalInt configured, SpeedEstimate learned) {
    this.file = file;
    isLearned = configured.isEmpty();
    this.learned = learned;
    permille =
        configured.orElseGet(() -> learned.permille().orElse(Cluster.REFERENCE_SPEED_PERMILLE));
  }

  /**
   * The speed by the settings, or by what an earlier run of the agent has learned.
   *
   * @param state the agent's folder on a local disk
   */
  public static ClusterSpeed of(EstimateSettings settings, Path state) {
    Path file = state.resolve("speed.json");
    OptionalInt configured = settings.speedPermille();
    return new ClusterSpeed(
        file, configured, configured.isPresent() ? SpeedEstimate.NONE : stored(file));
  }

  private static SpeedEstimate stored(Path file) {
    if (!Files.exists(file)) {
      return SpeedEstimate.NONE;
    }
    try {
      return StoredJson.read(SpeedEstimate.class, Files.readString(file));
    } catch (IOException | RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "Cannot read the learned speed; starting without it: file={0}, cause={1}",
          file,
          e);
      return SpeedEstimate.NONE;
    }
  }

  /** The cluster that the agent plans with. */
  public Cluster cluster(int processors) {
    return new Cluster(processors, permille);
  }

  /** How long a task takes here by its user's estimate. */
  long taskMillis(long usersMillis) {
    return cluster(1).durationMillis(usersMillis);
  }

  /**
   * The user's estimate as the basis of a time limit: longer on slow processors, but not shorter on
   * fast ones, because a task that waits for a disk or a network is not faster there.
   */
  public long limitBasisMillis(long usersMillis) {
    return Math.max(usersMillis, taskMillis(usersMillis));
  }

  boolean isLearned() {
    return isLearned;
  }

  /**
   * Learns from runs of a benchmark.
   *
   * @param referenceMillis how long it takes on the reference processor
   */
  synchronized void recordRuns(long referenceMillis, Collection<Long> runMillis) {
    for (long millis : runMillis) {
      learned = learned.withRun(referenceMillis, millis);
    }
    AtomicFile.replace(file, StoredJson.write(SpeedEstimate.class, learned));
    permille = learned.permille().orElse(Cluster.REFERENCE_SPEED_PERMILLE);
    LOG.log(Level.INFO, "Speed measured: speedPermille={0}", Integer.toString(permille));
  }

  /** For the owner, as a sentence without its subject. */
  public synchronized String describe() {
    String speed =
        "plan with processors of speed %s, where 1 is the reference processor of users' estimates"
            .formatted(Decimal.of(permille));
    if (!isLearned) {
      return speed;
    }
    return speed
        + (learned.permille().isPresent() ? ", as measured" : ", until it is measured")
        + " by a benchmark job at each start and once a day";
  }
}
