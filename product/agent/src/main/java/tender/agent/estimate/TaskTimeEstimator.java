package tender.agent.estimate;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.Function;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.files.BagInputs;
import tender.bagfile.ProfiledRuntimes;
import tender.bagfile.WorkOrder;
import tender.core.model.BagId;
import tender.protocol.BagDescription;
import tender.support.files.FileThreads;

/**
 * Estimates the run time of a bag's tasks at this provider: by its profiler, or by the run times of
 * similar tasks, or else by the user's estimate. There is always a result.
 */
public final class TaskTimeEstimator implements AutoCloseable {
  private static final Logger LOG = System.getLogger(TaskTimeEstimator.class.getName());

  private final EstimateSettings settings;
  private final ClusterSpeed speed;
  private final WorkFolder workFolder;
  private final Function<BagId, BagDescription> describe;
  private final ProfilerRunner profilers;
  private final Optional<SpeedBenchmark> benchmark;
  private final LearnedRunTimes learned;
  private final EstimateStore store;
  private final Clock clock;
  private final Map<BagId, CompletableFuture<Optional<TaskTimeEstimate>>> pending =
      new ConcurrentHashMap<>();
  private final ExecutorService workers = FileThreads.newExecutor("estimates");

  /**
   * @param describe asks the market for a bag's work order and user, and waits for it
   * @param state the agent's folder on a local disk
   */
  public TaskTimeEstimator(
      EstimateSettings settings,
      BatchSystem batch,
      WorkFolder workFolder,
      BagInputs inputs,
      Function<BagId, BagDescription> describe,
      Path state,
      Clock clock)
      throws IOException {
    this.settings = settings;
    speed = ClusterSpeed.of(settings, state);
    this.workFolder = workFolder;
    this.describe = describe;
    this.clock = clock;
    profilers = new ProfilerRunner(batch, workFolder, inputs, clock);
    benchmark =
        speed.isLearned() ? Optional.of(new SpeedBenchmark(profilers, speed)) : Optional.empty();
    learned = new LearnedRunTimes(state.resolve("learned.json"));
    store = new EstimateStore(state.resolve("estimates"));
  }

  /**
   * Continues profilers that an earlier run of the agent has left. Call it when the market is
   * reachable, because it asks for their bags.
   */
  public void resume() {
    try {
      for (BagId bag : workFolder.profiledBags()) {
        if (!bag.equals(SpeedBenchmark.ID)) {
          CompletableFuture<Optional<TaskTimeEstimate>> _ = findOnce(bag);
        }
      }
    } catch (IOException e) {
      LOG.log(
          Level.WARNING, "Cannot look for profilers of an earlier run: cause={0}", e.toString());
    }
  }

  /**
   * Estimates the run time of a bag's tasks.
   *
   * @param usersMillis the user's estimate, for the reference processor
   * @param then receives the result once, on another thread
   */
  public void estimate(BagId bag, long usersMillis, Consumer<TaskTimeEstimate> then) {
    TaskTimeEstimate users =
        new TaskTimeEstimate(
            speed.taskMillis(usersMillis), TaskTimeEstimate.EstimateSource.USER, Map.of());
    CompletableFuture<Void> _ =
        findOnce(bag).thenAccept(estimate -> then.accept(estimate.orElse(users)));
  }

  /** Runs one estimation for all concurrent requests. */
  private CompletableFuture<Optional<TaskTimeEstimate>> findOnce(BagId bag) {
    return pending.computeIfAbsent(
        bag,
        key ->
            CompletableFuture.supplyAsync(() -> find(key), workers)
                .whenCompleteAsync((estimate, failure) -> pending.remove(key), workers));
  }

  /** Empty if there is only the user's estimate. */
  private Optional<TaskTimeEstimate> find(BagId bag) {
    try {
      Optional<TaskTimeEstimate> known = store.find(bag);
      if (known.isPresent()) {
        return known;
      }
      BagDescription description = describe.apply(bag);
      Optional<TaskTimeEstimate> profiled = profiled(bag, description);
      return profiled.isPresent() ? profiled : learned(bag, description.order());
    } catch (IOException | RuntimeException e) {
      LOG.log(
          Level.WARNING, "Cannot estimate run times; using the user's estimate: cause={0}", e, bag);
      return Optional.empty();
    }
  }

  private Optional<TaskTimeEstimate> profiled(BagId bag, BagDescription description)
      throws IOException {
    WorkOrder order = description.order();
    if (order.profiler().isEmpty() || !settings.runsProfilers()) {
      return Optional.empty();
    }
    long startedMillis = clock.millis();
    try {
      ProfiledRuntimes times = profilers.run(bag, description, settings.profilerMillis());
      long millis = plannedMillis(times.meanMillis(), order);
      TaskTimeEstimate estimate =
          new TaskTimeEstimate(
              millis, TaskTimeEstimate.EstimateSource.PROFILER, times.millisByTask());
      store.store(bag, estimate);
      LOG.log(
          Level.INFO,
          "Run time estimated by profiler: profilerMillis={0}, estimateMillis={1}, userMillis={2}",
          Long.toString(clock.millis() - startedMillis),
          Long.toString(millis),
          Long.toString(order.runtimeMillis()),
          bag);
      return Optional.of(estimate);
    } catch (ProfilerException e) {
      LOG.log(Level.WARNING, "Profiler failed: cause={0}", e.getMessage(), bag);
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private Optional<TaskTimeEstimate> learned(BagId bag, WorkOrder order) {
    OptionalLong learnedMillis = learned.predictMillis(order);
    if (learnedMillis.isEmpty()) {
      return Optional.empty();
    }
    long millis = plannedMillis(learnedMillis.getAsLong(), order);
    LOG.log(
        Level.INFO,
        "Run time learned from similar tasks: estimateMillis={0}, userMillis={1}",
        Long.toString(millis),
        Long.toString(order.runtimeMillis()),
        bag);
    return Optional.of(
        new TaskTimeEstimate(millis, TaskTimeEstimate.EstimateSource.LEARNED, Map.of()));
  }

  private long plannedMillis(long foundMillis, WorkOrder order) {
    return settings.plannedMillis(foundMillis, speed.limitBasisMillis(order.runtimeMillis()));
  }

  /** Whether a profiler of the bag may be running. */
  public boolean isEstimating(BagId bag) {
    return pending.containsKey(bag);
  }

  /** The speed of the processors here. */
  public ClusterSpeed speed() {
    return speed;
  }

  /** Records the run times of successful tasks of a bag, latest last. */
  public void recordRuns(WorkOrder order, List<Long> runMillis) {
    learned.recordRuns(order, runMillis);
  }

  /** Whether no profiler waits for the next read of the queue. */
  public boolean isIdle() {
    return profilers.isIdle();
  }

  /** Frees the profilers' processors for local users. */
  public void preempt() {
    profilers.preempt();
  }

  /**
   * Checks the state of the profilers, and starts the speed benchmark if it is due.
   *
   * @param readMillis when the queue was read
   * @return the queue with running profilers as local jobs, and without waiting ones
   */
  public QueueSnapshot update(QueueSnapshot queue, long readMillis) {
    benchmark.ifPresent(due -> due.runIfDue(readMillis, workers));
    return profilers.update(queue, readMillis);
  }

  /** Running profilers continue, and the next start of the agent finds them. */
  @Override
  public void close() {
    workers.shutdownNow();
  }
}
