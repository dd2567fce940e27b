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
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.files.BagInputs;
import tender.core.model.BagId;
import tender.bagfile.ProfiledRuntimes;
import tender.bagfile.WorkOrder;

/**
 * Says how long a task of a bag takes at this site: what its profiler measures here, else what
 * tasks like it have taken, else what its user says. It always says something.
 */
public final class TaskTimeEstimator implements AutoCloseable {
  private static final Logger LOG = System.getLogger(TaskTimeEstimator.class.getName());

  private final EstimateSettings settings;
  private final WorkFolder folders;
  private final Function<BagId, WorkOrder> describe;
  private final ProfilerRunner profilers;
  private final LearnedRunTimes learned;
  private final EstimateStore store;
  private final Clock clock;
  private final Map<BagId, CompletableFuture<Optional<TaskTimeEstimate>>> pending =
      new ConcurrentHashMap<>();
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();

  /**
   * @param describe asks the market what a bag's tasks are, and waits for it
   * @param state the agent's folder on a local disk
   */
  public TaskTimeEstimator(
      EstimateSettings settings,
      BatchSystem batch,
      WorkFolder folders,
      BagInputs inputs,
      Function<BagId, WorkOrder> describe,
      Path state,
      Clock clock)
      throws IOException {
    this.settings = settings;
    this.folders = folders;
    this.describe = describe;
    this.clock = clock;
    profilers = new ProfilerRunner(settings, batch, folders, inputs, clock);
    learned = new LearnedRunTimes(state.resolve("learned.json"));
    store = new EstimateStore(state.resolve("estimates"));
  }

  /**
   * Goes on with the profilers that an earlier life of the agent has left behind. Call it when the
   * market can be reached: it is asked what their bags are.
   */
  public void resume() {
    try {
      for (BagId bag : folders.profiledBags()) {
        CompletableFuture<Optional<TaskTimeEstimate>> _ = findOnce(bag);
      }
    } catch (IOException e) {
      LOG.log(Level.WARNING, "Profilers that may be left behind cannot be looked for: {0}", e);
    }
  }

  /**
   * Finds out how long a task of a bag takes here.
   *
   * @param usersMillis what its user says
   * @param then is told once, by another thread
   */
  public void estimate(BagId bag, long usersMillis, Consumer<TaskTimeEstimate> then) {
    TaskTimeEstimate users = new TaskTimeEstimate(usersMillis, TaskTimeEstimate.EstimateSource.USER, Map.of());
    CompletableFuture<Void> _ = findOnce(bag).thenAccept(found -> then.accept(found.orElse(users)));
  }

  /** Once, however many ask for it meanwhile. */
  private CompletableFuture<Optional<TaskTimeEstimate>> findOnce(BagId bag) {
    return pending.computeIfAbsent(
        bag,
        one ->
            CompletableFuture.supplyAsync(() -> find(one), workers)
                .whenCompleteAsync((found, failure) -> pending.remove(one), workers));
  }

  /** Empty if there is nothing but what the user says. */
  private Optional<TaskTimeEstimate> find(BagId bag) {
    try {
      Optional<TaskTimeEstimate> known = store.find(bag);
      if (known.isPresent()) {
        return known;
      }
      WorkOrder order = describe.apply(bag);
      Optional<TaskTimeEstimate> profiled = profiled(bag, order);
      return profiled.isPresent() ? profiled : learned(bag, order);
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.WARNING, "Bag {0}: only its user says how long tasks take: {1}", bag, e);
      return Optional.empty();
    }
  }

  private Optional<TaskTimeEstimate> profiled(BagId bag, WorkOrder order) throws IOException {
    if (order.profiler().isEmpty() || !settings.runsProfilers()) {
      return Optional.empty();
    }
    long beganMillis = clock.millis();
    try {
      ProfiledRuntimes times = profilers.run(bag, order);
      long millis = settings.plannedMillis(times.meanMillis(), order.runtimeMillis());
      TaskTimeEstimate estimate = new TaskTimeEstimate(millis, TaskTimeEstimate.EstimateSource.PROFILER, times.millisByTask());
      store.store(bag, estimate);
      LOG.log(
          Level.INFO,
          "Bag {0}: its profiler took {1} ms, and a task is reckoned with {2} ms where its user"
              + " says {3} ms.",
          bag,
          Long.toString(clock.millis() - beganMillis),
          Long.toString(millis),
          Long.toString(order.runtimeMillis()));
      return Optional.of(estimate);
    } catch (ProfilerException e) {
      LOG.log(Level.WARNING, "Bag {0}: its profiler failed. {1}", bag, e.getMessage());
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private Optional<TaskTimeEstimate> learned(BagId bag, WorkOrder order) {
    OptionalLong foundMillis = learned.predictMillis(order);
    if (foundMillis.isEmpty()) {
      return Optional.empty();
    }
    long millis = settings.plannedMillis(foundMillis.getAsLong(), order.runtimeMillis());
    LOG.log(
        Level.INFO,
        "Bag {0}: a task is reckoned with {1} ms, as those like it took, where its user says {2} ms.",
        bag,
        Long.toString(millis),
        Long.toString(order.runtimeMillis()));
    return Optional.of(new TaskTimeEstimate(millis, TaskTimeEstimate.EstimateSource.LEARNED, Map.of()));
  }

  /** Tasks of a bag have ended well after so long, the last of them last. */
  public void recordRuns(WorkOrder order, List<Long> runMillis) {
    learned.recordRuns(order, runMillis);
  }

  /** Whether nothing is under way that only a look at the queue moves on. */
  public boolean isIdle() {
    return profilers.isIdle();
  }

  /** Somebody more important needs the processors that profilers take. */
  public void preempt() {
    profilers.preempt();
  }

  /**
   * Looks for what has become of profilers.
   *
   * @param askedMillis when the queue was asked for
   * @return the queue with profilers as local jobs
   */
  public QueueSnapshot update(QueueSnapshot queue, long askedMillis) {
    return profilers.update(queue, askedMillis);
  }

  /** Profilers that run go on, and the next life of the agent finds them. */
  @Override
  public void close() {
    workers.shutdownNow();
  }
}
