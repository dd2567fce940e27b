package tender.agent.execution;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.folder.PilotArray;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.estimate.TaskTimeEstimator;
import tender.agent.files.BagInputs;
import tender.agent.files.KeptOutputs;
import tender.agent.files.OutputStore;
import tender.agent.files.ResultCollector;
import tender.agent.files.TextTail;
import tender.agent.owner.DisclosureLog;
import tender.agent.pilot.PilotPlanner;
import tender.agent.tasks.ChunkWriter;
import tender.agent.tasks.PartFiles;
import tender.agent.tasks.PartIdentity;
import tender.agent.tasks.TaskChunk;
import tender.bagfile.WorkOrder;
import tender.core.message.Message;
import tender.core.model.BagId;
import tender.core.model.Job;
import tender.core.model.TaskSet;
import tender.core.resource.TaskRequest;
import tender.protocol.BagDescription;
import tender.support.files.FileThreads;

/**
 * Runs the work that is too slow for the event loop: fetches files, creates folders, submits
 * arrays, delivers results, deletes folders. It reports each result to the caller, which repeats
 * failed work.
 */
public final class BatchExecutor implements AutoCloseable {
  /** Maximum number of tasks in a pack of results. */
  static final int PACK_TASKS = 1_000;

  private static final Logger LOG = System.getLogger(BatchExecutor.class.getName());

  private final ExecutionSettings settings;
  private final BatchSystem batch;
  private final WorkFolder workFolder;
  private final MarketPort market;
  private final DisclosureLog disclosures;
  private final BagInputs inputs;
  private final PartFiles files;
  private final AtomicReference<List<String>> pendingOrder = new AtomicReference<>(List.of());
  private final KeptOutputs keptOutputs;
  private final Map<BagId, String> users = new ConcurrentHashMap<>();
  private final TaskTimeEstimator estimator;
  private final PartListener listener;
  private final ExecutorService workers = FileThreads.newExecutor("part-files");

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
    files = new PartFiles(workFolder, inputs);
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
            files.stage(part, described);
            workFolder.stageContainer(
                part.folder(), described.order(), workFolder.inputsFolder(bag));
            order = Optional.of(described.order());
            listener.staged(part.id(), fromMillis, System.currentTimeMillis());
          } catch (IOException | RuntimeException e) {
            LOG.log(Level.WARNING, "Cannot stage a part; will retry: cause={0}", e, part.id());
          }
          then.accept(order);
        });
  }

  /** The user of a bag; empty until its work order has been fetched. */
  String user(BagId bag) {
    return users.getOrDefault(bag, "");
  }

  /**
   * An array to submit.
   *
   * @param requested what each task requests besides processors
   * @param width processors per task
   * @param maxRunning how many tasks may run at a time
   * @param reservation the name of the part's reservation, if there is one at submission
   */
  record ArrayRequest(
      TaskChunk chunk,
      Optional<TaskRequest> requested,
      int width,
      int maxRunning,
      Supplier<Optional<String>> reservation) {}

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
    long limitMillis =
        chunk.pilots().map(PilotArray::limitMillis).orElseGet(() -> taskLimitMillis(order));
    return new ArrayJob(
            chunk.name(),
            folder,
            chunk.jobs(),
            request.width(),
            limitMillis,
            Math.min(request.maxRunning(), chunk.jobs()),
            request.reservation().get())
        .withLabels(part.labels(order.name(), user(part.bag())))
        .withRequest(request.requested());
  }

  /** How long a task is paid for: the agent's estimate, or the user's if that is longer. */
  long paidTaskMillis(Job job, WorkOrder order) {
    return Math.max(
        job.durationMillis(), estimator.speed().limitBasisMillis(order.runtimeMillis()));
  }

  /** Plans the pilots of a part. */
  PilotPlanner pilotPlanner(Job job, WorkOrder order) {
    return new PilotPlanner(settings.pilots(), job, taskLimitMillis(order));
  }

  /** The limit follows the user's estimate, because the agent's own may be too short. */
  long taskLimitMillis(WorkOrder order) {
    return settings.taskLimitMillis(estimator.speed().limitBasisMillis(order.runtimeMillis()));
  }

  /** Delivers the results of ended tasks. The result has no tasks if that failed. */
  void deliver(
      PartIdentity part, WorkOrder order, Map<Integer, Integer> exitCodes, Consumer<TaskSet> then) {
    workers.execute(
        () -> {
          TaskSet delivered = TaskSet.empty();
          long fromMillis = System.currentTimeMillis();
          try {
            Path pack = Files.createTempFile(workFolder.path(), "results", ".zip");
            try {
              KeptOutputs.PartOutputs kept = keptOutputs.ofPart(part.folder().path());
              List<PartListener.TaskRun> ended = EndedRuns.read(part, exitCodes.keySet());
              ResultCollector.CollectedResults collected =
                  new ResultCollector(
                          workFolder.path(),
                          order,
                          outputStore(part),
                          kept,
                          settings.resultFolders().ofBag(part.bag(), order))
                      .collect(EndedRuns.files(part.folder(), exitCodes, ended), pack);
              kept.save();
              market.deliver(part.id(), collected.outcomes(), pack);
              disclosures.delivered(
                  part.id(), user(part.bag()), collected.tasks(), Files.size(pack));
              List<PartListener.TaskRun> runs =
                  ended.stream()
                      .filter(run -> collected.tasks().contains(run.taskIndex()))
                      .toList();
              delivered = collected.tasks();
              listener.delivered(
                  part.id(),
                  new PartListener.PackDelivery(
                      fromMillis,
                      System.currentTimeMillis(),
                      collected.outcomes(),
                      Files.size(pack),
                      runs));
              recordRunTimes(part, order, runs);
            } finally {
              Files.deleteIfExists(pack);
            }
          } catch (IOException | RuntimeException e) {
            LOG.log(Level.WARNING, "Cannot deliver results; will retry: cause={0}", e, part.id());
          }
          then.accept(delivered);
        });
  }

  private OutputStore outputStore(PartIdentity part) {
    return (taskIndex, path, content, bytes) -> {
      boolean isStored = market.storeOutput(part.id(), taskIndex, path, content, bytes);
      if (isStored) {
        disclosures.stored(part.id(), taskIndex, path.value(), bytes);
      }
      return isStored;
    };
  }

  /** Two successful tasks are enough; the last ones predict the next tasks best. */
  private void recordRunTimes(
      PartIdentity part, WorkOrder order, List<PartListener.TaskRun> delivered) {
    List<Long> runMillis =
        delivered.stream()
            .filter(run -> run.exitCode() == 0)
            .sorted(Comparator.comparingInt(PartListener.TaskRun::taskIndex))
            .map(run -> run.endedMillis() - run.startedMillis())
            .toList();
    try {
      estimator.recordRuns(
          order, runMillis.subList(Math.max(0, runMillis.size() - 2), runMillis.size()));
    } catch (UncheckedIOException e) {
      LOG.log(Level.WARNING, "Cannot record run times: cause={0}", e, part.id());
    }
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

  /** Cancels some jobs of an array: tasks or pilots. */
  void cancel(PartIdentity part, String jobName, TaskSet indexes) {
    runInBackground(part.id(), "Cannot cancel a task", () -> batch.cancel(jobName, indexes));
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
   * Deletes a part's files.
   *
   * @param jobs size of each of its arrays that may still be in the queue, by name
   * @param isLastOfBag whether the agent has no other part of the bag
   */
  void delete(
      PartIdentity part,
      Map<String, Integer> jobs,
      Optional<String> reservation,
      boolean isLastOfBag) {
    runInBackground(
        part.id(),
        "Cannot delete a part",
        () -> {
          jobs.forEach((name, size) -> batch.cancel(name, TaskSet.first(size)));
          reservation.ifPresent(batch::release);
          keptOutputs.ofPart(part.folder().path()).keep(part.folder()::taskFolder);
          if (files.delete(part, isLastOfBag)) {
            users.remove(part.bag());
          }
          deleteExpiredOutputs();
        });
  }

  /** Deletes kept outputs whose time is over, and the oldest if there are too many. */
  public void deleteExpiredOutputs() throws IOException {
    keptOutputs.trim(System.currentTimeMillis());
  }

  /**
   * Deletes all files of a bag that has no parts here.
   *
   * @return false if some may still be in use
   */
  public boolean deleteBag(BagId bag) throws IOException {
    if (estimator.isEstimating(bag) || !files.deleteUnused(bag)) {
      return false;
    }
    keptOutputs.deleteBag(workFolder.bagFolder(bag));
    return true;
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
