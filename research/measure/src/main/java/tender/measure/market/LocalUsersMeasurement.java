package tender.measure.market;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import tender.core.model.BagId;
import tender.core.model.Time;
import tender.measure.report.Distribution;
import tender.measure.report.MeasurementReport;
import tender.measure.testbed.MeasurementMarket;
import tender.measure.testbed.MeasurementTestbed;
import tender.measure.testbed.SlurmClient;
import tender.server.api.view.BagView;
import tender.testbed.Testbed;

/**
 * How long local jobs wait beside bags, compared with the same jobs at the same times on an equal
 * Slurm cluster without bags. Bags may also use a third cluster, which has no local jobs, so that
 * work that no longer fits has a place to go. Three bags are there at any time.
 */
final class LocalUsersMeasurement {
  private static final int PROCESSORS = 8;
  private static final int ALONE = 0;
  private static final int SHARED = 1;
  private static final int LOCAL_RUN_SECONDS = 20;
  private static final int BAGS_AT_ONCE = 3;

  /** The agent observes the local jobs before the first bag comes. */
  private static final int WARM_UP_SECONDS = 60;

  private static final int TASKS = 20;
  private static final int TASK_SECONDS = 5;
  private static final int POLL_MILLIS = 50;

  private final String settings;
  private final int seconds;
  private final double load;
  private final List<BagId> running = new ArrayList<>();
  private final List<BagId> all = new ArrayList<>();

  /**
   * @param settings of the agent beside the local jobs, as YAML
   * @param load the share of the cluster that the local jobs need
   */
  LocalUsersMeasurement(String settings, int seconds, double load) {
    this.settings = settings;
    this.seconds = seconds;
    this.load = load;
  }

  private record LocalJob(int atSeconds, int width) {}

  MeasurementReport run() throws Exception {
    MeasurementReport report =
        new MeasurementReport(
            "local jobs for %d s at a load of %.2f, with and without bags; agent: %s"
                .formatted(seconds, load, settings.replace("\n", ", ")));
    try (MeasurementTestbed bed = MeasurementTestbed.up(PROCESSORS, PROCESSORS, PROCESSORS / 2);
        MeasurementMarket market = MeasurementMarket.start(bed)) {
      for (Testbed.SlurmCluster cluster : bed.clusters().subList(SHARED, 3)) {
        market.withAgent(cluster, settings);
      }
      play(bed, market.ready());
      report(report, bed, market);
    }
    return report;
  }

  /** Local jobs of 1 to 4 processors at random times that give the load. */
  private List<LocalJob> localJobs() {
    Random random = new Random(7);
    List<LocalJob> jobs = new ArrayList<>();
    double meanWidth = 2.5;
    double perSecond = load * PROCESSORS / (meanWidth * LOCAL_RUN_SECONDS);
    double at = 0;
    while (true) {
      at -= Math.log(1 - random.nextDouble()) / perSecond;
      if (at >= seconds) {
        return jobs;
      }
      jobs.add(new LocalJob((int) at, 1 + random.nextInt(4)));
    }
  }

  private void play(MeasurementTestbed bed, MeasurementMarket market) throws Exception {
    List<LocalJob> local = localJobs();
    long beganMillis = System.currentTimeMillis();
    long now = 0;
    while (now < seconds || !local.isEmpty()) {
      now = (System.currentTimeMillis() - beganMillis) / Time.SECOND_MILLIS;
      while (!local.isEmpty() && local.getFirst().atSeconds() <= now) {
        LocalJob job = local.removeFirst();
        submit(bed, ALONE, job);
        submit(bed, SHARED, job);
      }
      running.removeIf(bag -> market.status(bag).state().isEnded());
      while (running.size() < BAGS_AT_ONCE && now > WARM_UP_SECONDS && now < seconds) {
        BagId bag =
            market.submit("sleep " + TASK_SECONDS, TASKS, (TASK_SECONDS + 1) * Time.SECOND_MILLIS);
        running.add(bag);
        all.add(bag);
      }
      Thread.sleep(POLL_MILLIS);
    }
    for (BagId bag : running) {
      market.awaitEnd(bag);
    }
    for (Testbed.SlurmCluster cluster : bed.clusters()) {
      new SlurmClient(cluster.configuration()).awaitEmpty();
    }
  }

  private static Path file(MeasurementTestbed bed, int cluster) {
    return bed.folder().resolve("waits-" + cluster);
  }

  private static void submit(MeasurementTestbed bed, int index, LocalJob job) throws Exception {
    Testbed.SlurmCluster cluster = bed.clusters().get(index);
    String command =
        "began=$(date +%%s%%3N); sleep %d; echo $((began - %d)) >>%s"
            .formatted(LOCAL_RUN_SECONDS, System.currentTimeMillis(), file(bed, index));
    cluster.run(
        List.of(
            "sbatch",
            "--quiet",
            "--ntasks=1",
            "--cpus-per-task=" + job.width(),
            "--time=1",
            "--output=/dev/null",
            "--partition=" + cluster.partition(),
            "--wrap=" + command));
  }

  private void report(MeasurementReport report, MeasurementTestbed bed, MeasurementMarket market)
      throws IOException {
    Distribution alone = waits(file(bed, ALONE));
    Distribution shared = waits(file(bed, SHARED));
    int promised = 0;
    int kept = 0;
    int done = 0;
    for (BagId bag : all) {
      BagView view = market.status(bag);
      promised += view.promise().isPresent() ? 1 : 0;
      kept += view.promise().isPresent() && view.breach().isEmpty() ? 1 : 0;
      done += view.done();
    }
    report.add("wait of local jobs alone, s", alone);
    report.add("wait of local jobs beside bags, s", shared);
    report.add("mean wait alone, s", decimal(alone.mean()));
    report.add("mean wait beside bags, s", decimal(shared.mean()));
    report.add("ratio of mean waits", decimal(shared.mean() / alone.mean()));
    report.add("ratio of longest waits", decimal(shared.highest() / alone.highest()));
    report.add("longest delay of one job, s", decimal(longestDelay(bed)));
    report.add("bags", all.size());
    report.add("tasks done", done);
    report.add("promises", promised);
    report.add("promises kept", kept);
    report.add("share of promises kept", decimal(promised == 0 ? 0 : (double) kept / promised));
  }

  private static String decimal(double figure) {
    return String.format(Locale.ROOT, "%.3f", figure);
  }

  private static Distribution waits(Path file) throws IOException {
    Distribution seconds = new Distribution();
    for (String line : Files.readAllLines(file)) {
      seconds.add(Long.parseLong(line) / 1e3);
    }
    return seconds;
  }

  /** Compares the waits by rank, because the order of the jobs may differ. */
  private static double longestDelay(MeasurementTestbed bed) throws IOException {
    List<Double> alone = sorted(file(bed, ALONE));
    List<Double> shared = sorted(file(bed, SHARED));
    double longest = 0;
    for (int i = 0; i < Math.min(alone.size(), shared.size()); i++) {
      longest = Math.max(longest, shared.get(i) - alone.get(i));
    }
    return longest;
  }

  private static List<Double> sorted(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .map(line -> Long.parseLong(line) / 1e3)
        .sorted()
        .toList();
  }
}
