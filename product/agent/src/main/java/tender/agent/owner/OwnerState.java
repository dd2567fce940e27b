package tender.agent.owner;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tender.agent.batch.QueueSnapshot;
import tender.codec.StoredJson;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.support.files.AtomicFile;

/**
 * The owner's capacity setting and cancelled bags, which survive restarts, and the statistics for
 * the owner. Used by the event loop only.
 */
public final class OwnerState {
  private static final Logger LOG = System.getLogger(OwnerState.class.getName());

  private final Path file;
  private final EarningsLog earnings;
  private final CancelledBags cancelledBags;
  private final UsageHistory usageHistory = new UsageHistory();
  private CapacitySetting capacity = CapacitySetting.UNLIMITED;

  public OwnerState(Path state) throws IOException {
    file = state.resolve("capacity.json");
    if (Files.exists(file)) {
      capacity = StoredJson.read(CapacitySetting.class, Files.readString(file));
    }
    earnings = new EarningsLog(state.resolve("earnings.json"));
    cancelledBags = new CancelledBags(state.resolve("cancelled-bags"));
  }

  public CapacitySetting capacity() {
    return capacity;
  }

  public void setCapacity(CapacitySetting wanted) {
    AtomicFile.replace(file, StoredJson.write(CapacitySetting.class, wanted));
    capacity = wanted;
    LOG.log(Level.INFO, "Capacity setting changed by the owner: {0}", wanted.describe());
  }

  /** Whether the owner wants nothing more of this bag. */
  public boolean refuses(BagId bag) {
    return capacity.paused() || cancelledBags.contains(bag);
  }

  /** Makes no offers for this bag from now on. */
  public void cancel(BagId bag) {
    cancelledBags.add(bag);
  }

  public void recordSent(Message.ToMetascheduler message, long nowMillis) {
    earnings.recordSent(message, nowMillis);
  }

  public void forget(List<ReservationId> ids) {
    earnings.forget(ids);
  }

  /** Records the use of the processors, and stores pending earnings. */
  public void recordUsage(QueueSnapshot queue, int bagProcessors, long nowMillis) {
    usageHistory.add(usageSample(queue, bagProcessors, nowMillis));
    earnings.store();
  }

  public static ClusterView.UsageSample usageSample(
      QueueSnapshot queue, int bagProcessors, long nowMillis) {
    return new ClusterView.UsageSample(nowMillis, queue.runningLocalProcessors(), bagProcessors);
  }

  public UsageHistory usageHistory() {
    return usageHistory;
  }

  public EarningsLog earnings() {
    return earnings;
  }
}
