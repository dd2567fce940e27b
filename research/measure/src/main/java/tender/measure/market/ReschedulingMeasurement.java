package tender.measure.market;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tender.core.model.BagId;
import tender.core.model.Time;
import tender.server.api.view.BagView;
import tender.testbed.Testbed;

/**
 * Bags on three Slurm clusters with local users who request three times the time they need: the
 * same bags and local jobs at the same times, with each rescheduling policy.
 */
final class ReschedulingMeasurement {
  private static final Integer[] PROCESSORS = {8, 8, 8};
  private static final int POLL_MILLIS = 50;

  private final List<String> policies;
  private final int rounds;

  ReschedulingMeasurement(List<String> policies, int rounds) {
    this.policies = policies;
    this.rounds = rounds;
  }

  /** The results of one policy. */
  private record Figures(
      Distribution stretch,
      Distribution bagSeconds,
      Distribution localSeconds,
      Distribution tightness) {
    Figures() {
      this(new Distribution(), new Distribution(), new Distribution(), new Distribution());
    }
  }

  MeasurementReport run() throws Exception {
    MeasurementReport report =
        new MeasurementReport(
            "bags of 16 to 32 tasks on three clusters of 8 processors; limits are "
                + GeneratedWorkload.LIMIT_TIMES_RUN
                + " times the run times");
    Map<String, Figures> byPolicy = new LinkedHashMap<>();
    policies.forEach(policy -> byPolicy.put(policy, new Figures()));
    for (int round = 0; round < rounds; round++) {
      GeneratedWorkload replay = GeneratedWorkload.draw(round + 1, PROCESSORS.length);
      for (Map.Entry<String, Figures> entry : byPolicy.entrySet()) {
        play(replay, entry.getKey(), entry.getValue());
        System.err.println("round " + round + ", " + entry.getKey() + ": " + entry.getValue());
      }
    }
    report.add("rounds", rounds);
    byPolicy.forEach(
        (policy, figures) -> {
          report.add(policy + ": stretch factor of bags", figures.stretch);
          report.add(policy + ": response time of bags, s", figures.bagSeconds);
          report.add(policy + ": mean stretch factor", mean(figures.stretch));
          report.add(policy + ": mean response time of bags, s", mean(figures.bagSeconds));
          report.add(policy + ": mean response time of local jobs, s", mean(figures.localSeconds));
          report.add(policy + ": promised span of real span", figures.tightness);
        });
    return report;
  }

  private static String mean(Distribution spread) {
    return String.format(Locale.ROOT, "%.2f", spread.mean());
  }

  private static void play(GeneratedWorkload replay, String policy, Figures figures)
      throws Exception {
    try (MeasurementTestbed bed = MeasurementTestbed.up(PROCESSORS);
        MeasurementMarket market = MeasurementMarket.start(bed)) {
      for (Testbed.SlurmCluster cluster : bed.clusters()) {
        market.withAgent(
            cluster, "rescheduling: " + policy + "\noffer_valid_seconds: 2\nlease_seconds: 2");
      }
      new Play(replay, bed, market.ready(), figures).run();
    }
  }

  /** One run of the workload. */
  private record Play(
      GeneratedWorkload replay, MeasurementTestbed bed, MeasurementMarket market, Figures figures) {

    void run() throws Exception {
      long beganMillis = System.currentTimeMillis();
      List<GeneratedWorkload.LocalJob> local = new ArrayList<>(replay.local());
      List<BagId> bags = new ArrayList<>();
      while (!local.isEmpty() || bags.size() < replay.bags().size()) {
        long second = (System.currentTimeMillis() - beganMillis) / Time.SECOND_MILLIS;
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
