package tender.agent.owner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tender.agent.batch.LocalJob;
import tender.agent.batch.QueueSnapshot;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.codec.StoredJson;
import tender.support.files.AtomicFile;

/**
 * What the cluster's owner wants at present, and what is noted for her. What she wants outlives the
 * process. All of it happens on the thread that decides.
 */
public final class OwnerState {
  private final Path file;
  private final EarningsLog earnings;
  private final UsageHistory usageHistory = new UsageHistory();
  private CapacitySetting capacity = CapacitySetting.UNLIMITED;

  public OwnerState(Path state) throws IOException {
    file = state.resolve("giving.json");
    if (Files.exists(file)) {
      capacity = StoredJson.read(CapacitySetting.class, Files.readString(file));
    }
    earnings = new EarningsLog(state.resolve("books.json"));
  }

  public CapacitySetting capacity() {
    return capacity;
  }

  public void setCapacity(CapacitySetting wanted) {
    AtomicFile.replace(file, StoredJson.write(CapacitySetting.class, wanted));
    capacity = wanted;
  }

  public void recordSent(Message.ToMetascheduler message, long nowMillis) {
    earnings.recordSent(message, nowMillis);
  }

  public void forget(List<ReservationId> ids) {
    earnings.forget(ids);
  }

  /** Notes who has the processors, and writes down what has come together. */
  public void recordUsage(QueueSnapshot queue, int bagProcessors, long nowMillis) {
    usageHistory.add(usageSample(queue, bagProcessors, nowMillis));
    earnings.store();
  }

  public static ClusterView.UsageSample usageSample(QueueSnapshot queue, int bagProcessors, long nowMillis) {
    int local =
        queue.localJobs().stream().filter(LocalJob::running).mapToInt(LocalJob::processors).sum();
    return new ClusterView.UsageSample(nowMillis, local, bagProcessors);
  }

  public UsageHistory usageHistory() {
    return usageHistory;
  }

  public EarningsLog earnings() {
    return earnings;
  }
}
