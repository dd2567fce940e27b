package tender.agent.telemetry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.Timer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Supplier;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.BatchReservation;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.ClusterInfo;
import tender.agent.batch.OwnTask;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.TimeShared;
import tender.core.model.TaskSet;
import tender.support.http.ResponseJson;
import tender.support.telemetry.Meters;

/** A batch system whose queue reads are timed and whose failures are counted. */
public class InstrumentedBatchSystem implements BatchSystem {
  private final BatchSystem batch;
  private final Timer queueReads;
  private final MeterProvider<Counter> failures;
  private volatile long running;
  private volatile long waiting;

  private InstrumentedBatchSystem(BatchSystem batch, Meters meters) {
    this.batch = batch;
    queueReads =
        meters
            .timers(
                "tender_agent_queue_read_duration",
                "Time to read the batch system's queue.",
                Duration.ofMillis(10),
                Duration.ofMillis(50),
                Duration.ofMillis(250),
                Duration.ofSeconds(1),
                Duration.ofSeconds(5))
            .withTags();
    failures =
        meters.counters(
            "tender_agent_batch_failures_total", "Failed requests to the batch system, by kind.");
    for (BatchSystemException.Kind kind : BatchSystemException.Kind.values()) {
      failures.withTag("kind", ResponseJson.wireName(kind));
    }
    meters.gauge("tender_agent_jobs_running", "The agent's running jobs.", () -> running);
    meters.gauge("tender_agent_jobs_waiting", "The agent's waiting jobs.", () -> waiting);
  }

  /** Instruments a batch system; the result is time-shared if the original is. */
  public static BatchSystem instrument(BatchSystem batch, Meters meters) {
    return batch instanceof TimeShared host
        ? new InstrumentedHost(batch, host, meters)
        : new InstrumentedBatchSystem(batch, meters);
  }

  private <T> T counted(Supplier<T> request) {
    try {
      return request.get();
    } catch (BatchSystemException e) {
      failures.withTag("kind", ResponseJson.wireName(e.kind())).increment();
      throw e;
    }
  }

  private void count(Runnable request) {
    counted(
        () -> {
          request.run();
          return true;
        });
  }

  @Override
  public ClusterInfo clusterInfo() {
    return counted(batch::clusterInfo);
  }

  @Override
  public QueueSnapshot queue() {
    QueueSnapshot queue = counted(() -> queueReads.record(batch::queue));
    running = queue.ownTasks().stream().filter(OwnTask::running).count();
    waiting = queue.ownTasks().size() - running;
    return queue;
  }

  @Override
  public void submit(ArrayJob job) {
    count(() -> batch.submit(job));
  }

  @Override
  public void applyQueueOrder(List<String> waiting) {
    count(() -> batch.applyQueueOrder(waiting));
  }

  @Override
  public void cancel(String jobName, TaskSet indexes) {
    count(() -> batch.cancel(jobName, indexes));
  }

  @Override
  public boolean reserve(BatchReservation reservation) {
    return counted(() -> batch.reserve(reservation));
  }

  @Override
  public void release(String reservationName) {
    count(() -> batch.release(reservationName));
  }

  /** A time-shared batch system. */
  private static final class InstrumentedHost extends InstrumentedBatchSystem
      implements TimeShared {
    private final TimeShared host;

    InstrumentedHost(BatchSystem batch, TimeShared host, Meters meters) {
      super(batch, meters);
      this.host = host;
    }

    @Override
    public long usedMillis(Path part) {
      return host.usedMillis(part);
    }

    @Override
    public void setShares(SortedMap<Path, Double> shares) {
      host.setShares(shares);
    }
  }
}
