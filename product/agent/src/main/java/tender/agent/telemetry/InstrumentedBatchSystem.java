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
import tender.agent.batch.BatchSystem;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.BatchReservation;
import tender.agent.batch.OwnTask;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.ClusterInfo;
import tender.agent.batch.TimeShared;
import tender.core.model.TaskSet;
import tender.support.telemetry.Meters;
import tender.support.http.ResponseJson;

/** A batch system, with looks at its queue timed and what it does not do counted. */
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
                "tender_agent_queue_look_duration",
                "How long a look at the queue takes.",
                Duration.ofMillis(10),
                Duration.ofMillis(50),
                Duration.ofMillis(250),
                Duration.ofSeconds(1),
                Duration.ofSeconds(5))
            .withTags();
    failures =
        meters.counters("tender_agent_batch_failures_total", "What the batch system did not do.");
    for (BatchSystemException.Kind kind : BatchSystemException.Kind.values()) {
      failures.withTag("kind", ResponseJson.wireName(kind));
    }
    meters.gauge("tender_agent_jobs_running", "Jobs of ours that run.", () -> running);
    meters.gauge("tender_agent_jobs_waiting", "Jobs of ours that wait.", () -> waiting);
  }

  /** Watches one; where time is shared, it still is. */
  public static BatchSystem instrument(BatchSystem batch, Meters meters) {
    return batch instanceof TimeShared host
        ? new InstrumentedHost(batch, host, meters)
        : new InstrumentedBatchSystem(batch, meters);
  }

  private <T> T counted(Supplier<T> work) {
    try {
      return work.get();
    } catch (BatchSystemException e) {
      failures.withTag("kind", ResponseJson.wireName(e.kind())).increment();
      throw e;
    }
  }

  private void count(Runnable work) {
    counted(
        () -> {
          work.run();
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
  public boolean reserve(BatchReservation hold) {
    return counted(() -> batch.reserve(hold));
  }

  @Override
  public void release(String holdName) {
    count(() -> batch.release(holdName));
  }

  /** A machine whose time is shared. */
  private static final class InstrumentedHost extends InstrumentedBatchSystem implements TimeShared {
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
