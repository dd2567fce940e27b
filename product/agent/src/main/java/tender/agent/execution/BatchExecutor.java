package tender.agent.execution;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.folder.PilotArray;
import tender.agent.batch.folder.TaskExit;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.estimate.TaskTimeEstimator;
import tender.agent.files.BagInputs;
import tender.agent.files.KeptOutputs;
import tender.agent.files.ResultCollector;
import tender.agent.files.TextTail;
import tender.agent.owner.DisclosureLog;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.TaskRecord;
import tender.core.message.Message;
import tender.core.model.BagId;
import tender.core.model.TaskSet;
import tender.protocol.BagDescription;

/**
 * Runs the work that is too slow for the event loop: fetches files, creates folders, submits
 * arrays, delivers results, deletes folders. It reports each result to the caller, which repeats
 * failed work.
 */
public final class BatchExecutor implements AutoCloseable {
  /** Maximum number of tasks in a pack of results. */
  static final int PACK_TASKS = 1_000;

  private static final Logger LOG = System.getLogger(BatchExecutor.class.getName());

  /** Size of the cache of fetched files. */
  private static final long CACHE_BYTES = 10L << 30;

  private final ExecutionSettings settings;
  private final BatchSystem batch;
  private final WorkFolder workFolder;
  private final MarketPort market;
  private final DisclosureLog disclosures;
  private final BagInputs inputs;
  private final AtomicReference<List<String>> pendingOrder = new AtomicReference<>(List.of());
  private final KeptOutputs keptOutputs;
  private final Map<BagId, String> users = new ConcurrentHashMap<>();
  private final TaskTimeEstimator estimator;
  private final PartListener listener;
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();

  public BatchExecutor(
      ExecutionSettings settings,
      BatchSystem batch,
      WorkFolder workFolder,
      MarketPort market,
      DisclosureLog disclosures,
      BagInputs inputs,
      TaskTimeEstimator estimator,
      PartListener listener) {
    this.settings = settings;
    this.batch = batch;
    this.workFolder = workFolder;
    this.market = market;
    this.disclosures = disclosures;
    this.inputs = inputs;
    keptOutputs = new KeptOutputs(workFolder.path(), settings.provider(), settings.keptOutputs());
    this.estimator = estimator;
    this.listener = listener;
  }

  /** Fetches a part's work order and input files. The result is empty if that failed. */
  void prepare(PartIdentity part, Consumer<Optional<WorkOrder>> then) {
    workers.execute(
        () -> {
          Optional<WorkOrder> order = Optional.empty();
          long fromMillis = System.currentTimeMillis();
          try {
            BagId bag = part.bag();
            BagDescription described = market.describe(bag);
            users.put(bag, described.user());
            synchronized (inputs) {
              inputs.prepare(bag, described.order(), workFolder.inputsFolder(bag));
            }
            part.folder().create();
            order = Optional.of(described.order());
            listener.staged(part.id(), fromMillis, System.currentTimeMillis());
          } catch (IOException | RuntimeException e) {
            LOG.log(Level.WARNING, "Cannot stage a part; will retry: cause={0}", e, part.id());
          }
          then.accept(order);
        });
  }

  /**
   * An array to submit.
   *
   * @param width processors per task
   * @param maxRunning how many tasks may run at a time
   * @param reservation the name of the part's reservation, if there is one at submission
   */
  record ArrayRequest(
      TaskChunk chunk, int width, int maxRunning, Supplier<Optional<String>> reservation) {}

  /** The result of submitting an array. */
  enum SubmitResult {
    SUBMITTED,
    /** The outcome is unknown: the same array must be submitted again. */
    UNKNOWN,
    /** The batch system has rejected the array. */
    REFUSED
  }

  /** Creates the tasks' folders and submits the tasks as one array. */
  void submit(
      PartIdentity part, WorkOrder order, ArrayRequest request, Consumer<SubmitResult> then) {
    workers.execute(
        () -> {
          SubmitResult result = SubmitResult.UNKNOWN;
          try {
            batch.submit(arrayJob(part, order, request));
            result = SubmitResult.SUBMITTED;
          } catch (BatchSystemException e) {
            LOG.log(Level.WARNING, "Cannot submit an array: cause={0}", e.getMessage(), part.id());
            if (e.kind() == BatchSystemException.Kind.REFUSED) {
              result = SubmitResult.REFUSED;
            }
          } catch (IOException | RuntimeException e) {
            LOG.log(Level.WARNING, "Cannot submit an array; will retry: cause={0}", e, part.id());
          }
          then.accept(result);
        });
  }

  private ArrayJob arrayJob(PartIdentity part, WorkOrder order, ArrayRequest request)
      throws IOException {
    TaskChunk chunk = request.chunk();
    Path folder = part.folder().path().resolve("chunks").resolve(chunk.name());
    if (!Files.exists(folder.resolve("tasks"))) {
      folder = new ChunkWriter(workFolder, inputs).write(part, order, chunk);
    }
    // The limit follows the user's estimate, because the agent's own may be too short.
    long limitMillis =
        chunk
            .pilots()
            .map(PilotArray::limitMillis)
            .orElseGet(() -> settings.taskLimitMillis(order.runtimeMillis()));
    return new ArrayJob(
            chunk.name(),
            folder,
            chunk.jobs(),
            request.width(),
            limitMillis,
            Math.min(request.maxRunning(), chunk.jobs()),
            request.reservation().get())
        .withLabels(part.labels(order.name(), users.getOrDefault(part.bag(), "")));
  }

  /** Tasks whose results were delivered, and their total run time. */
  record DeliveredTasks(TaskSet tasks, long totalRunMillis) {}

  /** Delivers the results of ended tasks. The result has no tasks if that failed. */
  void deliver(
      PartIdentity part,
      WorkOrder order,
      Map<Integer, Integer> exitCodes,
      Consumer<DeliveredTasks> then) {
    workers.execute(
        () -> {
          DeliveredTasks delivered = new DeliveredTasks(TaskSet.empty(), 0);
          long fromMillis = System.currentTimeMillis();
          try {
            Path pack = Files.createTempFile(workFolder.path(), "results", ".zip");
            try {
              KeptOutputs.PartOutputs kept = keptOutputs.ofPart(part.folder().path());
              ResultCollector.CollectedResults collected =
                  new ResultCollector(workFolder.path(), order, kept)
                      .collect(endedTasks(part, exitCodes), pack);
              kept.save();
              market.deliver(part.id(), collected.outcomes(), pack);
              disclosures.delivered(part.id(), collected.tasks(), Files.size(pack));
              List<PartListener.TaskRun> runs = taskRuns(part, collected.tasks());
              long totalRunMillis =
                  runs.stream().mapToLong(run -> run.endedMillis() - run.startedMillis()).sum();
              delivered = new DeliveredTasks(collected.tasks(), totalRunMillis);
              listener.delivered(
                  part.id(),
                  new PartListener.PackDelivery(
                      fromMillis,
                      System.currentTimeMillis(),
                      collected.outcomes(),
                      Files.size(pack),
                      runs));
              recordRunTimes(part, order, delivered.tasks());
            } finally {
              Files.deleteIfExists(pack);
            }
          } catch (IOException | RuntimeException e) {
            LOG.log(Level.WARNING, "Cannot deliver results; will retry: cause={0}", e, part.id());
          }
          then.accept(delivered);
        });
  }

  /** Attempts that left no exit code, because they were lost or stopped, are not included. */
  private static List<PartListener.TaskRun> taskRuns(PartIdentity part, TaskSet tasks)
      throws IOException {
    List<PartListener.TaskRun> runs = new ArrayList<>();
    for (TaskExit exit : part.taskExits()) {
      if (tasks.contains(exit.taskIndex())) {
        runs.add(
            new PartListener.TaskRun(
                exit.taskIndex(),
                exit.attempt(),
                exit.exitCode(),
                part.folder().startedMillis(exit),
                part.folder().endedMillis(exit)));
      }
    }
    return runs;
  }

  /** Two successful tasks are enough; the last ones predict the next tasks best. */
  private void recordRunTimes(PartIdentity part, WorkOrder order, TaskSet tasks) {
    List<TaskExit> successful =
        part.taskExits().stream()
            .filter(exit -> exit.exitCode() == 0 && tasks.contains(exit.taskIndex()))
            .sorted(Comparator.comparingInt(TaskExit::taskIndex))
            .toList();
    try {
      List<Long> runMillis = new ArrayList<>();
      for (TaskExit exit :
          successful.subList(Math.max(0, successful.size() - 2), successful.size())) {
        runMillis.add(part.folder().runMillis(exit));
      }
      estimator.recordRuns(order, runMillis);
    } catch (IOException | UncheckedIOException e) {
      LOG.log(Level.WARNING, "Cannot record run times: cause={0}", e, part.id());
    }
  }

  private static List<ResultCollector.EndedTaskFiles> endedTasks(
      PartIdentity part, Map<Integer, Integer> exitCodes) throws IOException {
    Map<Integer, TaskExit> lastExits = new HashMap<>();
    for (TaskExit exit : part.taskExits()) {
      if (exitCodes.containsKey(exit.taskIndex())) {
        lastExits.merge(exit.taskIndex(), exit, (a, b) -> a.attempt() < b.attempt() ? b : a);
      }
    }
    PartFolder folder = part.folder();
    List<ResultCollector.EndedTaskFiles> ended = new ArrayList<>();
    for (Map.Entry<Integer, Integer> task : exitCodes.entrySet()) {
      ended.add(
          new ResultCollector.EndedTaskFiles(
              task.getKey(),
              task.getValue(),
              folder.controlFolder(task.getKey()),
              folder.taskFolder(task.getKey()),
              run(folder, Optional.ofNullable(lastExits.get(task.getKey())))));
    }
    return ended;
  }

  private static Optional<TaskRecord.Run> run(PartFolder folder, Optional<TaskExit> last)
      throws IOException {
    if (last.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new TaskRecord.Run(
            last.get().attempt() + 1,
            Instant.ofEpochMilli(folder.startedMillis(last.get())),
            Instant.ofEpochMilli(folder.endedMillis(last.get()))));
  }

  /** Reports failed attempts to the market, without waiting for an answer. */
  void report(Message.AttemptsFailed report) {
    disclosures.reported(report);
    market.report(report);
  }

  /** The end of the error output of a task's last attempt; empty if it cannot be read. */
  String stderrTail(PartIdentity part, int task) {
    return TextTail.read(
        workFolder.path(),
        part.folder().controlFolder(task),
        "stderr",
        Message.FailedAttempt.MAX_STDERR_LENGTH);
  }

  /** Cancels one task, or the pilot that runs it. */
  void cancel(PartIdentity part, String jobName, int arrayIndex) {
    runInBackground(
        part.id(),
        "Cannot cancel a task",
        () -> batch.cancel(jobName, TaskSet.range(arrayIndex, arrayIndex + 1)));
  }

  /** Applies an order of the waiting jobs; of several pending orders only the last is applied. */
  public void applyQueueOrder(List<String> waiting) {
    pendingOrder.set(waiting);
    runInBackground(
        settings.provider(),
        "Cannot reorder the queue",
        () -> {
          synchronized (pendingOrder) {
            List<String> wanted = pendingOrder.getAndSet(List.of());
            if (!wanted.isEmpty()) {
              batch.applyQueueOrder(wanted);
            }
          }
        });
  }

  /** Releases the reservation of a part. */
  void releaseReservation(PartIdentity part) {
    runInBackground(part.id(), "Cannot release a reservation", () -> batch.release(part.name()));
  }

  /**
   * Cancels all jobs of a part, and deletes its files.
   *
   * @param jobs size of each array, by name
   * @param withBag whether to delete the bag's files too
   */
  void stop(
      PartIdentity part, Map<String, Integer> jobs, Optional<String> reservation, boolean withBag) {
    runInBackground(
        part.id(),
        "Cannot stop a part",
        () -> {
          jobs.forEach((name, size) -> batch.cancel(name, TaskSet.first(size)));
          delete(part, reservation, withBag);
        });
  }

  /** Deletes the files of an ended part. */
  void cleanUp(PartIdentity part, Optional<String> reservation, boolean withBag) {
    runInBackground(part.id(), "Cannot delete a part", () -> delete(part, reservation, withBag));
  }

  private void delete(PartIdentity part, Optional<String> reservation, boolean withBag)
      throws IOException {
    reservation.ifPresent(batch::release);
    keptOutputs.ofPart(part.folder().path()).keep(part.folder()::taskFolder);
    part.folder().delete();
    if (withBag) {
      synchronized (inputs) {
        workFolder.delete(part.bag());
        users.remove(part.bag());
      }
      inputs.trimCache(CACHE_BYTES);
    }
    keptOutputs.trim(System.currentTimeMillis());
  }

  /** Work that is not repeated if it fails. */
  @FunctionalInterface
  private interface BackgroundJob {
    void run() throws IOException;
  }

  private void runInBackground(Object subject, String failure, BackgroundJob job) {
    workers.execute(
        () -> {
          try {
            job.run();
          } catch (IOException | RuntimeException e) {
            LOG.log(Level.WARNING, failure + ": cause={0}", e, subject);
          }
        });
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
