package tender.measure.market;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import tender.core.model.BagId;
import tender.core.model.Time;
import tender.measure.report.Distribution;
import tender.measure.report.MeasurementReport;
import tender.measure.testbed.MeasurementMarket;
import tender.measure.testbed.MeasurementTestbed;
import tender.measure.testbed.SlurmClient;
import tender.server.api.view.BagView;

/**
 * The throughput of empty tasks through Tender and a Slurm cluster, compared with a bare job array
 * on the same cluster. The two alternate, so that other load affects both: each bag has an array
 * before and after it.
 */
final class DispatchMeasurement {
  private static final int PROCESSORS = 64;
  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final int POLL_MILLIS = 20;

  private final String command;
  private final int tasks;
  private final int bareTasks;
  private final int rounds;
  private final String settings;

  /**
   * @param command of each task
   * @param bareTasks the number of tasks of the bare array
   * @param settings more keys of the agent's configuration
   */
  DispatchMeasurement(String command, int tasks, int bareTasks, int rounds, String settings) {
    this.command = command;
    this.tasks = tasks;
    this.bareTasks = bareTasks;
    this.rounds = rounds;
    this.settings = settings;
  }

  MeasurementReport run() throws IOException, InterruptedException {
    MeasurementReport report =
        new MeasurementReport(
            "%d tasks of `%s`, and %d bare ones, on %d processors"
                .formatted(tasks, command, bareTasks, PROCESSORS));
    Distribution bare = new Distribution();
    Distribution promised = new Distribution();
    Distribution started = new Distribution();
    Distribution ended = new Distribution();
    Distribution accepted = new Distribution();
    Distribution cpu = new Distribution();
    Distribution endedRatio = new Distribution();
    Distribution acceptedRatio = new Distribution();
    try (MeasurementTestbed bed = MeasurementTestbed.up(PROCESSORS);
        MeasurementMarket market = MeasurementMarket.start(bed)) {
      market.withAgent(bed.cluster(), settings).ready();
      Site site = new Site(market, bed.folder().resolve(bed.cluster().name(), "work"), command);
      SlurmClient slurm = new SlurmClient(bed.cluster().configuration());
      slurm.runArray(PROCESSORS, command);
      site.run(PROCESSORS);
      double beforeSeconds = bare(slurm, bare);
      for (int round = 0; round < rounds; round++) {
        slurm.awaitEmpty();
        long cpuNanos = cpuNanos();
        Times times = site.run(tasks);
        cpu.add((cpuNanos() - cpuNanos) / 1e6 / tasks - times.watchingMillis() / tasks);
        double afterSeconds = bare(slurm, bare);
        // Other load of the machine varies.
        double bareSeconds = (beforeSeconds + afterSeconds) / 2 * tasks / bareTasks;
        beforeSeconds = afterSeconds;
        promised.add(times.promisedSeconds());
        started.add(times.firstSeconds());
        ended.add(times.endedSeconds());
        accepted.add(times.acceptedSeconds());
        endedRatio.add(bareSeconds / times.endedSeconds());
        acceptedRatio.add(bareSeconds / times.acceptedSeconds());
        System.err.printf("round %d: bare %.1f s for as many, %s%n", round, bareSeconds, times);
      }
    }
    report.add("rounds", rounds);
    report.add("bare array: until gone from squeue, s", bare);
    report.add("Tender: until promised, s", promised);
    report.add("Tender: until the first task has ended, s", started);
    report.add("Tender: until the last task has ended, s", ended);
    report.add("Tender: until all results are accepted, s", accepted);
    report.add("Tender: CPU of server and agent for a task, ms (at most 0.15)", cpu);
    report.add("bare array, tasks/s", bareTasks / bare.median());
    report.add("Tender, tasks/s, until the last has ended", tasks / ended.median());
    report.add("Tender, tasks/s, until all are accepted", tasks / accepted.median());
    report.add("of bare, until the last has ended", endedRatio);
    report.add("of bare, until all are accepted", acceptedRatio);
    return report;
  }

  private double bare(SlurmClient slurm, Distribution bare)
      throws IOException, InterruptedException {
    slurm.awaitEmpty();
    double seconds = slurm.runArray(bareTasks, command);
    bare.add(seconds);
    return seconds;
  }

  private static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /**
   * Seconds since the bag was submitted.
   *
   * @param watchingMillis the processor time of the thread that looks for ended tasks
   */
  private record Times(
      double promisedSeconds,
      double firstSeconds,
      double endedSeconds,
      double acceptedSeconds,
      double watchingMillis) {
    @Override
    public String toString() {
      return "promised %.1f s, first ended %.1f s, last ended %.1f s, all accepted %.1f s"
          .formatted(promisedSeconds, firstSeconds, endedSeconds, acceptedSeconds);
    }
  }

  /** A market with one cluster. */
  private record Site(MeasurementMarket market, Path work, String command) {

    Times run(int tasks) throws InterruptedException {
      long beganNanos = System.nanoTime();
      BagId bag = market.submit(command, tasks, Time.SECOND_MILLIS);
      CompletableFuture<Seen> evidence =
          CompletableFuture.supplyAsync(() -> watch(bag, tasks, beganNanos));
      double promised = 0;
      BagView view = market.status(bag);
      while (!view.state().isEnded()) {
        view = market.awaitChange(view);
        if (promised == 0 && view.promise().isPresent()) {
          promised = seconds(beganNanos);
        }
      }
      double accepted = seconds(beganNanos);
      if (view.done() != tasks || view.failedTasks() > 0) {
        throw new IllegalStateException("Not all tasks succeeded: " + view);
      }
      Seen seen = evidence.join();
      return new Times(
          promised, seen.firstSeconds(), seen.lastSeconds(), accepted, seen.cpuMillis());
    }

    /** When the first and the last task have written their exit codes, and what looking cost. */
    private record Seen(double firstSeconds, double lastSeconds, double cpuMillis) {}

    private Seen watch(BagId bag, int tasks, long beganNanos) {
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      long cpuNanos = threads.getCurrentThreadCpuTime();
      double first = 0;
      for (int ended = 0; ended < tasks; ended = ended(bag)) {
        if (ended > 0 && first == 0) {
          first = seconds(beganNanos);
        }
        try {
          Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
        if (seconds(beganNanos) > TIMEOUT.toSeconds()) {
          throw new IllegalStateException("Only " + ended + " tasks have ended.");
        }
      }
      return new Seen(
          first, seconds(beganNanos), (threads.getCurrentThreadCpuTime() - cpuNanos) / 1e6);
    }

    private int ended(BagId bag) {
      int ended = 0;
      Path folder = work.resolve("bags").resolve(bag.value());
      try (DirectoryStream<Path> parts = Files.newDirectoryStream(folder, "*.*")) {
        for (Path part : parts) {
          String[] files = part.resolve("ended").toFile().list();
          ended += files == null ? 0 : files.length;
        }
      } catch (NoSuchFileException e) {
        return 0;
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      return ended;
    }

    private static double seconds(long beganNanos) {
      return (System.nanoTime() - beganNanos) / 1e9;
    }
  }
}
