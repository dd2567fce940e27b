package tender.agent.provider;

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
import tender.agent.batch.ChunkTask;
import tender.agent.batch.Evidence;
import tender.agent.batch.Pilots;
import tender.agent.batch.TaskFolders;
import tender.agent.estimate.Estimator;
import tender.agent.files.BagInputs;
import tender.agent.files.ResultCollector;
import tender.core.model.BagId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.work.WorkOrder;

/**
 * Does what takes too long for the thread that decides: fetches files, makes folders, submits
 * arrays, hands over results, tidies up. Each job ends with a word to whoever asked for it; what
 * failed is asked for again.
 */
final class Hands implements AutoCloseable {
  /** As many tasks' results go out together at most. */
  static final int PACK_TASKS = 1_000;

  private static final Logger LOG = System.getLogger(Hands.class.getName());
  private static final int THOUSAND = 1_000;

  /** How much of what was fetched is kept in case it is wanted again. */
  private static final long CACHE_BYTES = 10L << 30;

  private final ProviderSettings settings;
  private final BatchSystem batch;
  private final TaskFolders folders;
  private final MarketSide market;
  private final DisclosureLog disclosures;
  private final BagInputs inputs;
  private final AtomicReference<List<String>> wantedOrder = new AtomicReference<>(List.of());
  private final Estimator estimator;
  private final Witness witness;
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();

  /** What became of an array that was to be submitted. */
  enum Submission {
    DONE,
    /** Nobody knows: the same is to be submitted again. */
    UNKNOWN,
    /** It is not with the batch system, and will not be. */
    REFUSED
  }

  Hands(
      ProviderSettings settings,
      BatchSystem batch,
      TaskFolders folders,
      MarketSide market,
      DisclosureLog disclosures,
      BagInputs inputs,
      Estimator estimator,
      Witness witness) {
    this.settings = settings;
    this.batch = batch;
    this.folders = folders;
    this.market = market;
    this.disclosures = disclosures;
    this.inputs = inputs;
    this.estimator = estimator;
    this.witness = witness;
  }

  /** Until when a task is let run that is said to take so long. */
  long limitMillis(long saidMillis) {
    return Math.clamp(
        Math.ceilDiv(saidMillis * settings.overrunPermille(), THOUSAND),
        Time.MINUTE_MILLIS,
        Time.LIMIT_MILLIS);
  }

  /** Finds out what the tasks are, and fetches their files. */
  void prepare(PartAtSite part, Consumer<Optional<WorkOrder>> then) {
    workers.execute(
        () -> {
          Optional<WorkOrder> order = Optional.empty();
          long fromMillis = System.currentTimeMillis();
          try {
            BagId bag = part.id.call().bag();
            WorkOrder described = market.describe(bag);
            synchronized (inputs) {
              inputs.prepare(bag, described, folders.inputs(bag));
            }
            part.folder.create();
            order = Optional.of(described);
            witness.staged(part.id, fromMillis, System.currentTimeMillis());
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
      PartAtSite part, WorkOrder order, String chunk, int processors, Consumer<Submission> then) {
    List<ChunkTask> tasks = part.tasksOf(chunk);
    Optional<Pilots> pilots = part.pilotsOf(chunk);
    int jobs = part.jobsOf(chunk);
    workers.execute(
        () -> {
          Submission submission = Submission.UNKNOWN;
          try {
            Path folder = part.folder.folder().resolve("chunks").resolve(chunk);
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
                        .map(Pilots::limitMillis)
                        .orElseGet(() -> limitMillis(order.runtimeMillis())),
                    Math.min(atOnce, jobs),
                    part.held ? Optional.of(part.name) : Optional.empty()));
            submission = Submission.DONE;
          } catch (BatchSystemException e) {
            LOG.log(Level.WARNING, "{0}: {1}", part.id, e.getMessage());
            if (e.kind() == BatchSystemException.Kind.REFUSED) {
              submission = Submission.REFUSED;
            }
          } catch (IOException | RuntimeException e) {
            LOG.log(Level.WARNING, "{0}: its tasks cannot be submitted yet: {1}", part.id, e);
          }
          then.accept(submission);
        });
  }

  /** Tasks whose results are handed over, and how long all of them ran. */
  record Delivered(TaskSet tasks, long ranMillis) {}

  /** Hands over what tasks have left. */
  void deliver(
      PartAtSite part, PartWork work, Map<Integer, Integer> exitCodes, Consumer<Delivered> then) {
    workers.execute(
        () -> {
          Delivered delivered = new Delivered(TaskSet.empty(), 0);
          long fromMillis = System.currentTimeMillis();
          try {
            Path pack = Files.createTempFile(folders.work(), "results", ".zip");
            try {
              ResultCollector.Collected collected =
                  new ResultCollector(folders.work(), work.order())
                      .collect(ended(part, exitCodes), pack);
              market.deliver(part.id, collected.outcomes(), pack);
              disclosures.delivered(part.id, collected.tasks(), Files.size(pack));
              List<Witness.TaskRun> runs = runs(part, collected.tasks());
              delivered = new Delivered(collected.tasks(), ranMillis(runs));
              witness.delivered(
                  part.id,
                  new Witness.Delivery(
                      fromMillis,
                      System.currentTimeMillis(),
                      collected.outcomes(),
                      Files.size(pack),
                      runs));
              learn(part, work.order(), delivered.tasks());
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
  private List<Witness.TaskRun> runs(PartAtSite part, TaskSet tasks) throws IOException {
    List<Witness.TaskRun> runs = new ArrayList<>();
    for (Evidence one : evidence(part)) {
      if (tasks.contains(one.task())) {
        long endedMillis = part.folder.endedMillis(one);
        long begunMillis = endedMillis - Math.max(0, part.folder.runMillis(one));
        runs.add(
            new Witness.TaskRun(
                one.task(), one.attempt(), one.exitCode(), begunMillis, endedMillis));
      }
    }
    return runs;
  }

  private static long ranMillis(List<Witness.TaskRun> runs) {
    return runs.stream().mapToLong(run -> run.endedMillis() - run.begunMillis()).sum();
  }

  /** Two of those that ended well are enough, and later ones say more of what comes next. */
  private void learn(PartAtSite part, WorkOrder order, TaskSet tasks) {
    List<Evidence> well =
        evidence(part).stream()
            .filter(one -> one.exitCode() == 0 && tasks.contains(one.task()))
            .sorted(Comparator.comparingInt(Evidence::task))
            .toList();
    try {
      List<Long> runMillis = new ArrayList<>();
      for (Evidence one : well.subList(Math.max(0, well.size() - 2), well.size())) {
        runMillis.add(part.folder.runMillis(one));
      }
      estimator.ran(order, runMillis);
    } catch (IOException | UncheckedIOException e) {
      LOG.log(Level.WARNING, "{0}: nothing can be learned from its tasks: {1}", part.id, e);
    }
  }

  private static List<ResultCollector.Ended> ended(
      PartAtSite part, Map<Integer, Integer> exitCodes) {
    List<ResultCollector.Ended> ended = new ArrayList<>();
    exitCodes.forEach(
        (task, code) ->
            ended.add(
                new ResultCollector.Ended(
                    task, code, part.folder.control(task), part.folder.task(task))));
    return ended;
  }

  /** Which attempts have ended. */
  List<Evidence> evidence(PartAtSite part) {
    try {
      return part.folder.evidence();
    } catch (IOException e) {
      throw new UncheckedIOException("The folder of " + part.id + " cannot be read.", e);
    }
  }

  /** Ends one task, which is to be tried again later. */
  void cancel(PartAtSite part, PartAtSite.Place place) {
    work(
        part.id,
        "a task cannot be cancelled",
        () -> batch.cancel(place.chunk(), TaskSet.range(place.index(), place.index() + 1)));
  }

  /** Lets our arrays stand in the queue as wanted; of several wishes the last counts. */
  void giveWay(List<String> waiting) {
    wantedOrder.set(waiting);
    work(
        settings.id(),
        "what waits cannot be put in order",
        () -> {
          synchronized (wantedOrder) {
            List<String> wanted = wantedOrder.getAndSet(List.of());
            if (!wanted.isEmpty()) {
              batch.giveWay(wanted);
            }
          }
        });
  }

  /** Gives up the processors that are kept for a part. */
  void giveBack(PartAtSite part) {
    work(part.id, "its processors cannot be given back", () -> batch.release(part.name));
  }

  /**
   * Ends what waits and runs of a part, and tidies up.
   *
   * @param withBag whether nothing else is done for its bag
   */
  void stop(PartAtSite part, boolean withBag) {
    Map<String, Integer> jobs = new LinkedHashMap<>();
    part.chunks().keySet().forEach(chunk -> jobs.put(chunk, part.jobsOf(chunk)));
    work(
        part.id,
        "it cannot be stopped",
        () -> {
          jobs.forEach((chunk, size) -> batch.cancel(chunk, TaskSet.first(size)));
          tidy(part, withBag);
        });
  }

  /** Tidies up after a part that is done. */
  void clear(PartAtSite part, boolean withBag) {
    work(part.id, "its folder cannot be removed", () -> tidy(part, withBag));
  }

  private void tidy(PartAtSite part, boolean withBag) throws IOException {
    if (part.held) {
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
  private interface Work {
    void run() throws IOException;
  }

  private void work(Object about, String failure, Work work) {
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
