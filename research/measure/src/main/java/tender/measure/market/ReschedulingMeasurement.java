package tender.measure.market;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.DoubleStream;
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
 * Bags on three Slurm clusters with local users who request three times the time they need: the
 * same bags and local jobs at the same times, with each rescheduling policy. The policies run at
 * the same time, each on clusters of its own, so that a busy machine slows all of them.
 */
final class ReschedulingMeasurement {
  private static final Integer[] PROCESSORS = {8, 8, 8};
  private static final int POLL_MILLIS = 50;

  /** Successive bags depend on each other, so intervals are over the means of blocks of bags. */
  private static final int BLOCKS = 10;

  /** Student's t for a 95 % interval of ten values. */
  private static final double T_OF_TEN = 2.262;

  private final List<String> policies;
  private final int bags;

  ReschedulingMeasurement(List<String> policies, int bags) {
    this.policies = policies;
    this.bags = bags;
  }

  /** The results of one policy; bags in the order of their submission, NaN if they did not run. */
  private record Figures(
      List<Double> stretch,
      List<Double> bagSeconds,
      Distribution localSeconds,
      Distribution tightness) {
    Figures() {
      this(new ArrayList<>(), new ArrayList<>(), new Distribution(), new Distribution());
    }
  }

  MeasurementReport run() throws Exception {
    MeasurementReport report =
        new MeasurementReport(
            bags
                + " bags of 1 to 24 tasks of 2 to 16 s on three clusters of 8 processors; limits are "
                + GeneratedWorkload.LIMIT_TIMES_RUN
                + " times the run times");
    GeneratedWorkload replay = GeneratedWorkload.draw(1, PROCESSORS.length, bags);
    Map<String, Figures> byPolicy = new LinkedHashMap<>();
    try (ExecutorService runs = Executors.newCachedThreadPool()) {
      List<Future<Figures>> figures = new ArrayList<>();
      for (String policy : policies) {
        figures.add(runs.submit(() -> play(replay, policy)));
      }
      for (int policy = 0; policy < policies.size(); policy++) {
        byPolicy.put(policies.get(policy), figures.get(policy).get());
      }
    }
    byPolicy.forEach((policy, figures) -> report(report, policy, figures));
    Figures first = Objects.requireNonNull(byPolicy.get(policies.getFirst()));
    for (String policy : policies.subList(1, policies.size())) {
      Figures other = Objects.requireNonNull(byPolicy.get(policy));
      report.add(
          policy + ": response time, % below " + policies.getFirst(),
          reduction(first.bagSeconds, other.bagSeconds));
      report.add(
          policy + ": stretch factor, % below " + policies.getFirst(),
          reduction(first.stretch, other.stretch));
    }
    return report;
  }

  private static void report(MeasurementReport report, String policy, Figures figures) {
    report.add(
        policy + ": bags that got no promise",
        figures.stretch.stream().filter(stretch -> stretch.isNaN()).count());
    report.add(policy + ": mean stretch factor", decimal(mean(figures.stretch)));
    report.add(policy + ": mean response time of bags, s", decimal(mean(figures.bagSeconds)));
    report.add(
        policy + ": mean response time of local jobs, s", decimal(figures.localSeconds.mean()));
    report.add(policy + ": promised span of real span", figures.tightness);
  }

  private static double mean(List<Double> values) {
    return values.stream()
        .mapToDouble(Double::doubleValue)
        .filter(value -> !Double.isNaN(value))
        .average()
        .orElse(0);
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  /**
   * How much lower the second is, in percent, with half of a 95 % interval, for the bags that ran
   * in both.
   */
  private static String reduction(List<Double> allFirst, List<Double> allSecond) {
    List<Double> first = new ArrayList<>();
    List<Double> second = new ArrayList<>();
    for (int bag = 0; bag < allFirst.size(); bag++) {
      if (!Double.isNaN(allFirst.get(bag) + allSecond.get(bag))) {
        first.add(allFirst.get(bag));
        second.add(allSecond.get(bag));
      }
    }
    double[] percent = new double[BLOCKS];
    for (int block = 0; block < BLOCKS; block++) {
      int from = block * first.size() / BLOCKS;
      int until = (block + 1) * first.size() / BLOCKS;
      double ratio = mean(second.subList(from, until)) / mean(first.subList(from, until));
      percent[block] = 100 * (1 - ratio);
    }
    double mean = DoubleStream.of(percent).average().orElse(0);
    double squares = DoubleStream.of(percent).map(one -> (one - mean) * (one - mean)).sum();
    double halfWidth = T_OF_TEN * Math.sqrt(squares / (BLOCKS - 1) / BLOCKS);
    return "%s ± %s".formatted(decimal(mean), decimal(halfWidth));
  }

  private static Figures play(GeneratedWorkload replay, String policy) throws Exception {
    Figures figures = new Figures();
    try (MeasurementTestbed bed = MeasurementTestbed.up(PROCESSORS);
        MeasurementMarket market = MeasurementMarket.start(bed)) {
      for (Testbed.SlurmCluster cluster : bed.clusters()) {
        market.withAgent(
            cluster, "rescheduling: " + policy + "\noffer_valid_seconds: 2\nlease_seconds: 2");
      }
      new Play(replay, bed, market.ready(), figures).run();
    }
    return figures;
  }

  /** One run of the workload. */
  private record Play(
      GeneratedWorkload replay, MeasurementTestbed bed, MeasurementMarket market, Figures figures) {

    void run() throws Exception {
      long beganMillis = System.currentTimeMillis();
      List<GeneratedWorkload.LocalJob> local = new ArrayList<>(replay.local());
      List<BagId> bags = new ArrayList<>();
      while (!local.isEmpty() || bags.size() < replay.bags().size()) {
        double second = (System.currentTimeMillis() - beganMillis) / 1e3;
        while (!local.isEmpty() && local.getFirst().atSeconds() <= second) {
          submit(local.removeFirst());
        }
        if (bags.size() < replay.bags().size()
            && replay.bags().get(bags.size()).atSeconds() <= second) {
          bags.add(submit(replay.bags().get(bags.size()), bags.size()));
        }
        Thread.sleep(POLL_MILLIS);
      }
      for (int bag = 0; bag < bags.size(); bag++) {
        measure(bag, market.awaitEnd(bags.get(bag)));
      }
      for (Testbed.SlurmCluster cluster : bed.clusters()) {
        new SlurmClient(cluster.configuration()).awaitEmpty();
      }
      for (long[] job : spans(file("local"))) {
        figures.localSeconds.add((job[2] - job[0]) / 1e3);
      }
    }

    private Path file(String name) {
      return bed.folder().resolve("spans-" + name);
    }

    /** Writes to a file when the job was submitted, started and ended. */
    private String command(String name, int runSeconds) {
      return "began=$(date +%%s%%3N); sleep %d; echo \"%d $began $(date +%%s%%3N)\" >>%s"
          .formatted(runSeconds, System.currentTimeMillis(), file(name));
    }

    private void submit(GeneratedWorkload.LocalJob job) throws IOException, InterruptedException {
      Testbed.SlurmCluster cluster = bed.clusters().get(job.cluster());
      cluster.run(
          List.of(
              "sbatch",
              "--quiet",
              "--ntasks=1",
              "--cpus-per-task=" + job.width(),
              "--time=1",
              "--output=/dev/null",
              "--partition=" + cluster.partition(),
              "--wrap=" + command("local", job.runSeconds())));
    }

    private BagId submit(GeneratedWorkload.Bag bag, int index) {
      return market.submit(
          command("bag" + index, bag.runSeconds()),
          bag.tasks(),
          GeneratedWorkload.LIMIT_TIMES_RUN * bag.runSeconds() * Time.SECOND_MILLIS);
    }

    private void measure(int bag, BagView view) throws IOException {
      if (view.promise().isEmpty()) {
        figures.stretch.add(Double.NaN);
        figures.bagSeconds.add(Double.NaN);
        return;
      }
      List<long[]> tasks = spans(file("bag" + bag));
      if (tasks.size() != replay.bags().get(bag).tasks()) {
        throw new IllegalStateException(tasks.size() + " tasks have run: " + view);
      }
      long submittedMillis = tasks.getFirst()[0];
      long firstMillis = tasks.stream().mapToLong(task -> task[1]).min().orElseThrow();
      long lastMillis = tasks.stream().mapToLong(task -> task[2]).max().orElseThrow();
      long workMillis = tasks.stream().mapToLong(task -> task[2] - task[1]).sum();
      figures.stretch.add((double) tasks.size() * (lastMillis - firstMillis) / workMillis);
      figures.bagSeconds.add((lastMillis - submittedMillis) / 1e3);
      view.promise()
          .ifPresent(
              promise ->
                  figures.tightness.add(
                      (double) (promise.completionMillis() - submittedMillis)
                          / (lastMillis - submittedMillis)));
    }

    private static List<long[]> spans(Path file) throws IOException {
      List<long[]> spans = new ArrayList<>();
      for (String line : Files.readAllLines(file)) {
        String[] fields = line.split(" ");
        spans.add(
            new long[] {
              Long.parseLong(fields[0]), Long.parseLong(fields[1]), Long.parseLong(fields[2])
            });
      }
      return spans;
    }
  }
}
