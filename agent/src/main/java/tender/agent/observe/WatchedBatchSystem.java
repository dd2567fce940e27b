package tender.agent.observe;

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
import tender.agent.batch.Hold;
import tender.agent.batch.OwnTask;
import tender.agent.batch.Queue;
import tender.agent.batch.Site;
import tender.agent.batch.TimeShared;
import tender.core.model.TaskSet;
import tender.observe.meters.Meters;
import tender.web.Json;

/** A batch system, with looks at its queue timed and what it does not do counted. */
public class WatchedBatchSystem implements BatchSystem {
  private final BatchSystem batch;
  private final Timer looks;
  private final MeterProvider<Counter> failures;
  private volatile long running;
  private volatile long waiting;

  private WatchedBatchSystem(BatchSystem batch, Meters meters) {
    this.batch = batch;
    looks =
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
      failures.withTag("kind", Json.name(kind));
    }
    meters.gauge("tender_agent_jobs_running", "Jobs of ours that run.", () -> running);
    meters.gauge("tender_agent_jobs_waiting", "Jobs of ours that wait.", () -> waiting);
  }

  /** Watches one; where time is shared, it still is. */
  public static BatchSystem of(BatchSystem batch, Meters meters) {
    return batch instanceof TimeShared host
        ? new Host(batch, host, meters)
        : new WatchedBatchSystem(batch, meters);
  }

  private <T> T watched(Supplier<T> work) {
    try {
      return work.get();
    } catch (BatchSystemException e) {
      failures.withTag("kind", Json.name(e.kind())).increment();
      throw e;
    }
  }

  private void watch(Runnable work) {
    watched(
        () -> {
          work.run();
          return true;
        });
  }

  @Override
  public Site look() {
    return watched(batch::look);
  }

  @Override
  public Queue queue() {
    Queue queue = watched(() -> looks.record(batch::queue));
    running = queue.own().stream().filter(OwnTask::running).count();
    waiting = queue.own().size() - running;
    return queue;
  }

  @Override
  public void submit(ArrayJob job) {
    watch(() -> batch.submit(job));
  }

  @Override
  public void giveWay(List<String> waiting) {
    watch(() -> batch.giveWay(waiting));
  }

  @Override
  public void cancel(String jobName, TaskSet indexes) {
    watch(() -> batch.cancel(jobName, indexes));
  }

  @Override
  public boolean reserve(Hold hold) {
    return watched(() -> batch.reserve(hold));
  }

  @Override
  public void release(String holdName) {
    watch(() -> batch.release(holdName));
  }

  /** A machine whose time is shared. */
  private static final class Host extends WatchedBatchSystem implements TimeShared {
    private final TimeShared host;

    Host(BatchSystem batch, TimeShared host, Meters meters) {
      super(batch, meters);
      this.host = host;
    }

    @Override
    public long usedMillis(Path part) {
      return host.usedMillis(part);
    }

    @Override
    public void share(SortedMap<Path, Double> shares) {
      host.share(shares);
    }
  }
}
