package tender.measure.market;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tender.agent.AgentConfig;
import tender.agent.estimate.ClusterSpeed;
import tender.core.model.BagId;
import tender.core.model.Time;
import tender.measure.report.Distribution;
import tender.measure.report.MeasurementReport;
import tender.measure.testbed.MeasurementConfig;
import tender.measure.testbed.MeasurementMarket;
import tender.measure.testbed.MeasurementTestbed;
import tender.server.api.view.BagView;
import tender.testbed.Testbed;

/**
 * Two bags at two Slurm clusters, of which one has half the speed by a quota of processor time. The
 * end of each bag is compared with the fluid bound: the time in which both clusters could do the
 * work so far if it could be divided at will, at the mean run times of the tasks that ran at each.
 * The agents learn the speed, or take both clusters for reference processors, as without the
 * setting.
 */
final class SpeedMeasurement {
  private static final int PROCESSORS = 2;
  private static final int BAGS = 2;

  /** Percentages of a processor, so small that tasks are hardly disturbed by other load. */
  private static final int FAST_PERCENT = 8;

  private static final int SLOW_PERCENT = 4;

  /** Work for the processor only, and of another kind than the benchmark's. */
  private static final String WORK = "i=0; while [ $i -lt 50000 ]; do i=$((i + 1)); done";

  private static final int POLL_MILLIS = 200;

  private final int rounds;
  private final int tasks;

  SpeedMeasurement(int rounds, int tasks) {
    this.rounds = rounds;
    this.tasks = tasks;
  }

  /** The results of one of the settings. */
  private static final class Figures {
    final Distribution firstBag = new Distribution();
    final Distribution lastBag = new Distribution();
    final Distribution promisesKept = new Distribution();
  }

  private final Distribution runTimeRatio = new Distribution();
  private final Distribution learnedRatio = new Distribution();

  MeasurementReport run() throws Exception {
    MeasurementReport report =
        new MeasurementReport(
            "%d bags of %d tasks at two clusters of %d processors with %d and %d %% of a processor"
                .formatted(BAGS, tasks, PROCESSORS, FAST_PERCENT, SLOW_PERCENT));
    Figures learned = new Figures();
    Figures fixed = new Figures();
    for (int round = 0; round < rounds; round++) {
      runLearned(learned);
      runFixed(fixed);
    }
    report.add("rounds", rounds);
    report.add("run time of a task at the slow cluster, of that at the fast one", runTimeRatio);
    report.add("learned speed of the fast cluster, of that of the slow one", learnedRatio);
    add(report, "speed learned", learned);
    add(report, "speed fixed at 1.0", fixed);
    return report;
  }

  private static void add(MeasurementReport report, String setting, Figures figures) {
    report.add(setting + ": end of the first bag, of the fluid bound", figures.firstBag);
    report.add(setting + ": end of the last bag, of the fluid bound", figures.lastBag);
    report.add(setting + ": share of promises kept", figures.promisesKept);
  }

  /** Users state the run time on a processor of this machine. */
  private void runLearned(Figures figures) throws Exception {
    String settings = "speed: learned";
    try (MeasurementTestbed bed = testbed();
        MeasurementMarket market = market(bed, settings)) {
      learnedRatio.add(
          (double) learnedPermille(bed, bed.clusters().getFirst(), settings)
              / learnedPermille(bed, bed.clusters().getLast(), settings));
      runBags(bed, market, aloneMillis(), figures);
    }
  }

  /** The best that users can do without speeds: they state the run time at the fast cluster. */
  private void runFixed(Figures figures) throws Exception {
    try (MeasurementTestbed bed = testbed();
        MeasurementMarket market = market(bed, "speed: 1.0")) {
      runBags(bed, market, aloneMillis() * 100 / FAST_PERCENT, figures);
    }
  }

  private static MeasurementTestbed testbed() throws IOException, InterruptedException {
    return MeasurementTestbed.upWithQuota(
        PROCESSORS + "," + PROCESSORS, FAST_PERCENT + "," + SLOW_PERCENT);
  }

  private static MeasurementMarket market(MeasurementTestbed bed, String settings)
      throws IOException, InterruptedException {
    MeasurementMarket market = MeasurementMarket.start(bed);
    for (Testbed.SlurmCluster cluster : bed.clusters()) {
      market.withAgent(cluster, settings);
    }
    return market.ready();
  }

  private void runBags(
      MeasurementTestbed bed, MeasurementMarket market, long statedMillis, Figures figures)
      throws IOException, InterruptedException {
    Path runs = Files.createDirectories(bed.folder().resolve("runs"));
    String command =
        "began=$(date +%s%N); "
            + WORK
            + "; echo $((($(date +%s%N) - began) / 1000000)) >>"
            + runs
            + "/$SLURM_CLUSTER_NAME";
    List<BagId> bags = new ArrayList<>();
    for (int bag = 0; bag < BAGS; bag++) {
      bags.add(submitPromised(market, command, statedMillis));
    }
    List<BagView> ended = new ArrayList<>();
    for (BagId bag : bags) {
      ended.add(market.awaitEnd(bag));
    }
    if (ended.stream().anyMatch(bag -> bag.done() < tasks)) {
      throw new IllegalStateException("Not all tasks have run: " + ended);
    }
    long submittedMillis = ended.getFirst().submittedMillis();
    List<Long> endsMillis =
        ended.stream()
            .map(bag -> bag.endedMillis().orElseThrow() - submittedMillis)
            .sorted()
            .toList();
    double fastMillis = meanMillis(runs.resolve(bed.clusters().getFirst().name()));
    double slowMillis = meanMillis(runs.resolve(bed.clusters().getLast().name()));
    double tasksPerMilli = PROCESSORS / fastMillis + PROCESSORS / slowMillis;
    runTimeRatio.add(slowMillis / fastMillis);
    figures.firstBag.add(endsMillis.getFirst() * tasksPerMilli / tasks);
    figures.lastBag.add(endsMillis.getLast() * tasksPerMilli / (BAGS * tasks));
    figures.promisesKept.add(
        ended.stream()
            .mapToInt(bag -> bag.breach().isEmpty() && bag.failedTasks() == 0 ? 1 : 0)
            .average()
            .orElseThrow());
    System.err.printf(
        "stated %d ms, ran %.0f and %.0f ms, bound %.0f s: bags ended after %s ms%n",
        statedMillis,
        fastMillis,
        slowMillis,
        BAGS * tasks / tasksPerMilli / Time.SECOND_MILLIS,
        endsMillis);
  }

  /** Submits a bag again if it ends without a promise. */
  private BagId submitPromised(MeasurementMarket market, String command, long statedMillis)
      throws InterruptedException {
    BagView view = market.awaitPromise(market.submit(command, tasks, statedMillis));
    while (view.promise().isEmpty()) {
      System.err.println("No promise: " + view);
      view = market.awaitPromise(market.submit(command, tasks, statedMillis));
    }
    return view.id();
  }

  private static double meanMillis(Path runs) throws IOException {
    Distribution millis = new Distribution();
    Files.readAllLines(runs).forEach(line -> millis.add(Double.parseDouble(line.strip())));
    return millis.mean();
  }

  /** Processor time of a task outside of Slurm: its run time on a processor of its own. */
  private static long aloneMillis() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("bash", "-c", "TIMEFORMAT=%U; time sh -c '" + WORK + "'")
            .redirectErrorStream(true)
            .start();
    String seconds = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return Math.round(Double.parseDouble(seconds.strip()) * Time.SECOND_MILLIS);
  }

  private static int learnedPermille(
      MeasurementTestbed bed, Testbed.SlurmCluster cluster, String settings)
      throws IOException, InterruptedException {
    Path state = bed.folder().resolve(cluster.name());
    while (!Files.exists(state.resolve("speed.json"))) {
      Thread.sleep(POLL_MILLIS);
    }
    // The agent plans with it after its next read of the queue.
    Thread.sleep(2 * Time.SECOND_MILLIS);
    AgentConfig config = MeasurementConfig.agent(cluster.name(), 1, state, cluster, settings);
    return ClusterSpeed.of(config.providerSettings().estimates(), state).cluster(1).speedPermille();
  }
}
