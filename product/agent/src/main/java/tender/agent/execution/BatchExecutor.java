package tender.agent.execution;

import tender.agent.owner.DisclosureLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.TaskExit;
import tender.agent.batch.folder.PilotArray;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.estimate.TaskTimeEstimator;
import tender.agent.files.BagInputs;
import tender.agent.files.ResultCollector;
import tender.core.model.BagId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.bagfile.WorkOrder;

/**
 * Does what takes too long for the thread that decides: fetches files, makes folders, submits
 * arrays, hands over results, tidies up. Each job ends with a word to whoever asked for it; what
 * failed is asked for again.
 */
public final class BatchExecutor implements AutoCloseable {
  /** As many tasks' results go out together at most. */
  static final int PACK_TASKS = 1_000;

  private static final Logger LOG = System.getLogger(BatchExecutor.class.getName());
  private static final int THOUSAND = 1_000;

  /** How much of what was fetched is kept in case it is wanted again. */
  private static final long CACHE_BYTES = 10L << 30;

  private final ProviderSettings settings;
  private final BatchSystem batch;
  private final WorkFolder folders;
  private final MarketPort market;
  private final DisclosureLog disclosures;
  private final BagInputs inputs;
  private final AtomicReference<List<String>> pendingOrder = new AtomicReference<>(List.of());
  private final TaskTimeEstimator estimator;
  private final PartListener listener;
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();

  /** What became of an array that was to be submitted. */
  enum SubmitResult {
    SUBMITTED,
    /** Nobody knows: the same is to be submitted again. */
    UNKNOWN,
    /** It is not with the batch system, and will not be. */
    REFUSED
  }

  public BatchExecutor(
      ProviderSettings settings,
      BatchSystem batch,
      WorkFolder folders,
      MarketPort market,
      DisclosureLog disclosures,
      BagInputs inputs,
      TaskTimeEstimator estimator,
      PartListener witness) {
    this.settings = settings;
    this.batch = batch;
    this.folders = folders;
    this.market = market;
    this.disclosures = disclosures;
    this.inputs = inputs;
    this.estimator = estimator;
    this.listener = witness;
  }

  /** Until when a task is let run that is said to take so long. */
  long limitMillis(long saidMillis) {
    return Math.clamp(
        Math.ceilDiv(saidMillis * settings.overrunPermille(), THOUSAND),
        Time.MINUTE_MILLIS,
        Time.LIMIT_MILLIS);
  }

  /** Finds out what the tasks are, and fetches their files. */
  void prepare(PartExecution part, Consumer<Optional<WorkOrder>> then) {
    workers.execute(
        () -> {
          Optional<WorkOrder> order = Optional.empty();
          long fromMillis = System.currentTimeMillis();
          try {
            BagId bag = part.id.call().bag();
            WorkOrder described = market.describe(bag);
            synchronized (inputs) {
              inputs.prepare(bag, described, folders.inputsFolder(bag));
            }
            part.folder.create();
            order = Optional.of(described);
            listener.staged(part.id, fromMillis, System.currentTimeMillis());
          } catch (IOException | RuntimeException e) {
            LOG.log(Level.WARNING, "{0}: its work cannot be fetched yet: {1}", part.id, e);
          }
          then.accept(order);
        });
  }

  /**
   * Makes the tasks' folders and submits them as one array.
   *
   * @param processors that it may use at a time
   */
  void submit(
      PartExecution part, WorkOrder order, String chunk, int processors, Consumer<SubmitResult> then) {
    List<ChunkTask> tasks = part.tasksOf(chunk);
    Optional<PilotArray> pilots = part.pilotsOf(chunk);
    int jobs = part.jobsOf(chunk);
    workers.execute(
        () -> {
          SubmitResult submission = SubmitResult.UNKNOWN;
          try {
            Path folder = part.folder.path().resolve("chunks").resolve(chunk);
            if (!Files.exists(folder.resolve("tasks"))) {
              folder = new ChunkWriter(folders, inputs).write(part, order, chunk, tasks, pilots);
            }
            int width = part.part.job().width();
            int atOnce = Math.max(1, processors / width);
            batch.submit(
                new ArrayJob(
                    chunk,
                    folder,
                    jobs,
                    width,
                    // The user's word, not our own guess, which may be too short.
                    pilots
                        .map(PilotArray::limitMillis)
                        .orElseGet(() -> limitMillis(order.runtimeMillis())),
                    Math.min(atOnce, jobs),
                    part.isReserved ? Optional.of(part.name) : Optional.empty()));
            submission = SubmitResult.SUBMITTED;
          } catch (BatchSystemException e) {
            LOG.log(Level.WARNING, "{0}: {1}", part.id, e.getMessage());
            if (e.kind() == BatchSystemException.Kind.REFUSED) {
              submission = SubmitResult.REFUSED;
            }
          } catch (IOException | RuntimeException e) {
            LOG.log(Level.WARNING, "{0}: its tasks cannot be submitted yet: {1}", part.id, e);
          }
          then.accept(submission);
        });
  }

  /** Tasks whose results are handed over, and how long all of them ran. */
  record DeliveredTasks(TaskSet tasks, long totalRunMillis) {}

  /** Hands over what tasks have left. */
  void deliver(
      PartExecution part, TaskTracker work, Map<Integer, Integer> exitCodes, Consumer<DeliveredTasks> then) {
    workers.execute(
        () -> {
          DeliveredTasks delivered = new DeliveredTasks(TaskSet.empty(), 0);
          long fromMillis = System.currentTimeMillis();
          try {
            Path pack = Files.createTempFile(folders.path(), "results", ".zip");
            try {
              ResultCollector.CollectedResults collected =
                  new ResultCollector(folders.path(), work.order())
                      .collect(endedTasks(part, exitCodes), pack);
              market.deliver(part.id, collected.outcomes(), pack);
              disclosures.delivered(part.id, collected.tasks(), Files.size(pack));
              List<PartListener.TaskRun> runs = taskRuns(part, collected.tasks());
              delivered = new DeliveredTasks(collected.tasks(), totalRunMillis(runs));
              listener.delivered(
                  part.id,
                  new PartListener.PackDelivery(
                      fromMillis,
                      System.currentTimeMillis(),
                      collected.outcomes(),
                      Files.size(pack),
                      runs));
              recordRunTimes(part, work.order(), delivered.tasks());
            } finally {
              Files.deleteIfExists(pack);
            }
          } catch (IOException | RuntimeException e) {
            LOG.log(Level.WARNING, "{0}: results cannot be handed over yet: {1}", part.id, e);
          }
          then.accept(delivered);
        });
  }

  /** Attempts that the cluster lost, or cut off, are not among those that left an exit code. */
  private List<PartListener.TaskRun> taskRuns(PartExecution part, TaskSet tasks) throws IOException {
    List<PartListener.TaskRun> runs = new ArrayList<>();
    for (TaskExit one : taskExits(part)) {
      if (tasks.contains(one.taskIndex())) {
        long endedMillis = part.folder.endedMillis(one);
        long begunMillis = endedMillis - Math.max(0, part.folder.runMillis(one));
        runs.add(
            new PartListener.TaskRun(
                one.taskIndex(), one.attempt(), one.exitCode(), begunMillis, endedMillis));
      }
    }
    return runs;
  }

  private static long totalRunMillis(List<PartListener.TaskRun> runs) {
    return runs.stream().mapToLong(run -> run.endedMillis() - run.startedMillis()).sum();
  }

  /** Two of those that ended well are enough, and later ones say more of what comes next. */
  private void recordRunTimes(PartExecution part, WorkOrder order, TaskSet tasks) {
    List<TaskExit> well =
        taskExits(part).stream()
            .filter(one -> one.exitCode() == 0 && tasks.contains(one.taskIndex()))
            .sorted(Comparator.comparingInt(TaskExit::taskIndex))
            .toList();
    try {
      List<Long> runMillis = new ArrayList<>();
      for (TaskExit one : well.subList(Math.max(0, well.size() - 2), well.size())) {
        runMillis.add(part.folder.runMillis(one));
      }
      estimator.recordRuns(order, runMillis);
    } catch (IOException | UncheckedIOException e) {
      LOG.log(Level.WARNING, "{0}: nothing can be learned from its tasks: {1}", part.id, e);
    }
  }

  private static List<ResultCollector.EndedTaskFiles> endedTasks(
      PartExecution part, Map<Integer, Integer> exitCodes) {
    List<ResultCollector.EndedTaskFiles> ended = new ArrayList<>();
    exitCodes.forEach(
        (task, code) ->
            ended.add(
                new ResultCollector.EndedTaskFiles(
                    task, code, part.folder.controlFolder(task), part.folder.taskFolder(task))));
    return ended;
  }

  /** Which attempts have ended. */
  List<TaskExit> taskExits(PartExecution part) {
    try {
      return part.folder.taskExits();
    } catch (IOException e) {
      throw new UncheckedIOException("The folder of " + part.id + " cannot be read.", e);
    }
  }

  /** Ends one task, which is to be tried again later. */
  void cancel(PartExecution part, PartExecution.QueuePosition place) {
    runInBackground(
        part.id,
        "a task cannot be cancelled",
        () -> batch.cancel(place.chunk(), TaskSet.range(place.arrayIndex(), place.arrayIndex() + 1)));
  }

  /** Lets our arrays stand in the queue as wanted; of several wishes the last counts. */
  public void applyQueueOrder(List<String> waiting) {
    pendingOrder.set(waiting);
    runInBackground(
        settings.id(),
        "what waits cannot be put in order",
        () -> {
          synchronized (pendingOrder) {
            List<String> wanted = pendingOrder.getAndSet(List.of());
            if (!wanted.isEmpty()) {
              batch.applyQueueOrder(wanted);
            }
          }
        });
  }

  /** Gives up the processors that are kept for a part. */
  void releaseReservation(PartExecution part) {
    runInBackground(part.id, "its processors cannot be given back", () -> batch.release(part.name));
  }

  /**
   * Ends what waits and runs of a part, and tidies up.
   *
   * @param withBag whether nothing else is done for its bag
   */
  void stop(PartExecution part, boolean withBag) {
    Map<String, Integer> jobs = new LinkedHashMap<>();
    part.chunks().keySet().forEach(chunk -> jobs.put(chunk, part.jobsOf(chunk)));
    runInBackground(
        part.id,
        "it cannot be stopped",
        () -> {
          jobs.forEach((chunk, size) -> batch.cancel(chunk, TaskSet.first(size)));
          deleteFolders(part, withBag);
        });
  }

  /** Tidies up after a part that is done. */
  void cleanUp(PartExecution part, boolean withBag) {
    runInBackground(part.id, "its folder cannot be removed", () -> deleteFolders(part, withBag));
  }

  private void deleteFolders(PartExecution part, boolean withBag) throws IOException {
    if (part.isReserved) {
      batch.release(part.name);
    }
    part.folder.delete();
    if (withBag) {
      synchronized (inputs) {
        folders.delete(part.id.call().bag());
      }
      inputs.trimCache(CACHE_BYTES);
    }
  }

  /** Something that may fail, and then need not be done. */
  @FunctionalInterface
  private interface BackgroundJob {
    void run() throws IOException;
  }

  private void runInBackground(Object about, String failure, BackgroundJob work) {
    workers.execute(
        () -> {
          try {
            work.run();
          } catch (IOException | RuntimeException e) {
            LOG.log(Level.WARNING, "{0}: {1}: {2}", about, failure, e);
          }
        });
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
