package tender.agent.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tender.agent.Await;
import tender.agent.batch.LocalJob;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.batch.process.ProcessBatchSystem;
import tender.agent.files.BagInputs;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.codec.StoredJson;
import tender.core.estimate.SpeedEstimate;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.protocol.BagDescription;

/** With a batch system of plain processes, which really runs the submitted jobs. */
class TaskTimeEstimatorTest {
  private static final BagId BAG = new BagId("bag7");
  private static final long USERS_MILLIS = 60_000;
  private static final TaskTimeEstimate USERS =
      new TaskTimeEstimate(USERS_MILLIS, TaskTimeEstimate.EstimateSource.USER, Map.of());
  private static final String INPUT = "echo 0 1; echo 9 2.5\n";

  @TempDir private Path folder;
  private WorkFolder workFolder;
  private ProcessBatchSystem batch;
  private OptionalInt speedPermille = OptionalInt.of(1_000);
  private volatile QueueSnapshot queue =
      new QueueSnapshot(List.of(), List.of(), List.of(), List.of());
  private final ScheduledExecutorService poller = Executors.newSingleThreadScheduledExecutor();
  private final BlockingQueue<TaskTimeEstimate> estimates = new LinkedBlockingQueue<>();

  @BeforeEach
  void prepare() throws IOException {
    workFolder = new WorkFolder(folder.resolve("work"));
    workFolder.install();
    batch = new ProcessBatchSystem(workFolder, 2);
  }

  @AfterEach
  void stop() {
    poller.shutdownNow();
    batch.stop();
  }

  @Test
  void profilerDeterminesEstimate() throws Exception {
    String runs = folder.resolve("runs").toString();
    WorkOrder order =
        order("#SBATCH --time=1\necho '$TENDER_TASK_COUNT' run >>" + runs + "; sh ./input.sh");
    try (TaskTimeEstimator estimator = estimator(10_000, bag -> order)) {
      assertThat(estimate(estimator))
          .isEqualTo(
              new TaskTimeEstimate(
                  2_188, TaskTimeEstimate.EstimateSource.PROFILER, Map.of(0, 1_000L, 9, 2_500L)));
      assertThat(workFolder.bagFolder(BAG)).as("files of the bag").doesNotExist();
      assertThat(estimate(estimator).source()).isEqualTo(TaskTimeEstimate.EstimateSource.PROFILER);
    }
    try (TaskTimeEstimator next = estimator(10_000, bag -> order)) {
      assertThat(estimate(next).millis()).isEqualTo(2_188);
    }
    assertThat(Path.of(runs)).as("number of runs").hasContent("$TENDER_TASK_COUNT run\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exit 3",
        "true",
        "echo 0 1; echo no number",
        "echo 10 1",
        "rm ../../control/0/stdout; ln -s /etc/hostname ../../control/0/stdout",
        "kill -9 $PPID",
        "head -c 2000000 /dev/zero | tr '\\0' '\\n'"
      })
  void failedProfilerFallsBackToUserEstimate(String profiler) throws Exception {
    try (TaskTimeEstimator estimator = estimator(10_000, bag -> order(profiler))) {
      assertThat(estimate(estimator)).isEqualTo(USERS);
      assertThat(workFolder.bagFolder(BAG)).doesNotExist();
    }
  }

  @Test
  void profilerIsKilledAtItsTimeLimit() throws Exception {
    Path pid = folder.resolve("pid");
    WorkOrder order = order("echo $$ >" + pid + "; exec sleep 100");
    try (TaskTimeEstimator estimator = estimator(1_500, bag -> order)) {
      assertThat(estimate(estimator)).isEqualTo(USERS);
      long process = Long.parseLong(Files.readString(pid).strip());
      Await.until("the profiler", () -> ProcessHandle.of(process).isEmpty());
    }
  }

  @Test
  void runningProfilerCountsAsLocalJobAndCanBePreempted() throws Exception {
    try (TaskTimeEstimator estimator = estimator(60_000, bag -> order("sleep 100"))) {
      estimator.estimate(BAG, USERS_MILLIS, estimates::add);
      Await.until("the profiler", () -> queue.localJobs().stream().anyMatch(LocalJob::running));
      assertThat(queue.ownTasks()).isEmpty();
      assertThat(queue.localJobs())
          .singleElement()
          .matches(job -> job.processors() == 2 && job.limitMillis() == 60_000);
      assertThat(estimator.isIdle()).isFalse();
      estimator.preempt();
      assertThat(estimates.poll(10, TimeUnit.SECONDS)).isEqualTo(USERS);
      assertThat(estimator.isIdle()).isTrue();
    }
  }

  @Test
  void restartedAgentFindsRunningProfiler() throws Exception {
    Path runs = folder.resolve("runs");
    Path go = folder.resolve("go");
    WorkOrder order =
        order("echo run >>" + runs + "; while [ ! -e " + go + " ]; do sleep 0.1; done; echo 0 4");
    try (TaskTimeEstimator first = estimator(60_000, bag -> order)) {
      first.estimate(BAG, USERS_MILLIS, estimates::add);
      Await.until("the profiler", () -> Files.exists(runs));
    }
    try (TaskTimeEstimator next = estimator(60_000, bag -> order)) {
      next.resume();
      Await.until("the profiler", () -> !next.isIdle());
      Files.createFile(go);
      assertThat(estimate(next).millis()).isEqualTo(5_000);
    }
    assertThat(runs).hasContent("run\n");
    assertThat(workFolder.bagFolder(BAG)).doesNotExist();
  }

  @Test
  void estimateIsLearnedFromLastTwoSimilarRuns() throws Exception {
    WorkOrder order = plain("./run {task}");
    try (TaskTimeEstimator estimator = estimator(10_000, bag -> order)) {
      estimator.recordRuns(order, List.of(9_000L));
      assertThat(estimate(estimator)).isEqualTo(USERS);
      estimator.recordRuns(order, List.of(1_000L, 3_000L));
      assertThat(estimate(estimator))
          .isEqualTo(
              new TaskTimeEstimate(2_500, TaskTimeEstimate.EstimateSource.LEARNED, Map.of()));
    }
    try (TaskTimeEstimator next = estimator(10_000, bag -> order)) {
      assertThat(estimate(next).millis()).as("stored estimate").isEqualTo(2_500);
    }
    try (TaskTimeEstimator other = estimator(10_000, bag -> plain("./other {task}"))) {
      assertThat(estimate(other)).isEqualTo(USERS);
    }
  }

  @Test
  void withoutProfilersEstimateIsLearned() throws Exception {
    WorkOrder order = order("echo 0 1");
    try (TaskTimeEstimator estimator = estimator(0, bag -> order)) {
      assertThat(estimate(estimator)).isEqualTo(USERS);
      estimator.recordRuns(order, List.of(500L, 500L));
      assertThat(estimate(estimator).source()).isEqualTo(TaskTimeEstimate.EstimateSource.LEARNED);
    }
  }

  @Test
  void estimateNeverExceedsTaskLimit() throws Exception {
    try (TaskTimeEstimator estimator = estimator(10_000, bag -> order("echo 0 1000"))) {
      assertThat(estimate(estimator).millis()).isEqualTo(2 * USERS_MILLIS);
    }
  }

  @Test
  void estimatesAreConvertedToTheSpeedHere() throws Exception {
    speedPermille = OptionalInt.of(500);
    try (TaskTimeEstimator estimator = estimator(0, bag -> plain("true"))) {
      assertThat(estimate(estimator).millis()).isEqualTo(2 * USERS_MILLIS);
    }
    try (TaskTimeEstimator estimator = estimator(10_000, bag -> order("echo 0 1000"))) {
      assertThat(estimate(estimator).millis()).as("at most the limit").isEqualTo(4 * USERS_MILLIS);
    }
  }

  @Test
  void speedIsLearnedFromBenchmark() throws Exception {
    speedPermille = OptionalInt.empty();
    try (TaskTimeEstimator estimator = estimator(0, bag -> plain("true"))) {
      Await.until("the benchmark", () -> Files.exists(state().resolve("speed.json")));
      Await.until("the benchmark's end", estimator::isIdle);
      assertThat(workFolder.bagFolder(SpeedBenchmark.ID)).doesNotExist();
      SpeedEstimate learned =
          StoredJson.read(SpeedEstimate.class, Files.readString(state().resolve("speed.json")));
      assertThat(learned.runsPermille()).hasSize(3);
      assertThat(estimator.speed().cluster(7).speedPermille())
          .isEqualTo(learned.permille().orElseThrow());
    }
  }

  @Test
  void failedBenchmarkLeavesTheReferenceSpeed() throws Exception {
    speedPermille = OptionalInt.empty();
    try (TaskTimeEstimator estimator = estimator(0, bag -> plain("true"))) {
      Await.until("the benchmark", () -> !estimator.isIdle());
      estimator.preempt();
      Await.until("the benchmark's end", estimator::isIdle);
      assertThat(estimator.speed().cluster(7)).isEqualTo(Cluster.of(7));
    }
  }

  @Test
  void unreachableMarketFallsBackToUserEstimate() throws Exception {
    Function<BagId, WorkOrder> unavailable =
        bag -> {
          throw new IllegalStateException("The market is unavailable.");
        };
    try (TaskTimeEstimator estimator = estimator(10_000, unavailable)) {
      assertThat(estimate(estimator)).isEqualTo(USERS);
    }
  }

  @Test
  void unreadableLearnedTimesAreDiscarded() throws Exception {
    Files.writeString(state().resolve("learned.json"), "{\"kinds\":[{\"alike\":7");
    try (TaskTimeEstimator estimator = estimator(10_000, bag -> plain("true"))) {
      assertThat(estimate(estimator)).isEqualTo(USERS);
    }
  }

  private Path state() throws IOException {
    return Files.createDirectories(folder.resolve("state"));
  }

  /** Polls the queue for the estimator, as the agent does. */
  private TaskTimeEstimator estimator(long profilerMillis, Function<BagId, WorkOrder> describe)
      throws IOException {
    TaskTimeEstimator estimator =
        new TaskTimeEstimator(
            new EstimateSettings(profilerMillis, 1_250, 2_000, speedPermille),
            batch,
            workFolder,
            new BagInputs(workFolder.path(), (bag, digest, to) -> Files.writeString(to, INPUT)),
            bag -> new BagDescription(describe.apply(bag), "ann"),
            state(),
            Clock.systemUTC());
    Future<?> _ =
        poller.scheduleWithFixedDelay(
            () -> {
              long readMillis = System.currentTimeMillis();
              queue = estimator.update(batch.queue(), readMillis);
            },
            0,
            50,
            TimeUnit.MILLISECONDS);
    return estimator;
  }

  private TaskTimeEstimate estimate(TaskTimeEstimator estimator) throws InterruptedException {
    estimator.estimate(BAG, USERS_MILLIS, estimates::add);
    TaskTimeEstimate estimate = estimates.poll(20, TimeUnit.SECONDS);
    assertThat(estimate).as("there is always an estimate").isNotNull();
    return estimate;
  }

  private static WorkOrder plain(String command) {
    return new WorkOrder(
        WorkOrder.VERSION,
        "a bag",
        command,
        new TaskList.Count(10),
        Optional.empty(),
        List.of(
            new InputFile(
                new RelativePath("input.sh"),
                Digest.of(INPUT.getBytes(StandardCharsets.UTF_8)),
                INPUT.length(),
                false)),
        List.of(),
        2,
        USERS_MILLIS,
        0,
        Optional.empty());
  }

  private static WorkOrder order(String profiler) {
    return plain("true").withProfiler(profiler);
  }
}
