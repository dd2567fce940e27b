package tender.measure.testbed;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** Which processes use the processors of this machine, from one moment to another. */
public final class CpuUse {
  private static final double JIFFIES_PER_SECOND = 100;

  private final ServerProcess server;
  private final long beganNanos = System.nanoTime();
  private final double serverSeconds;
  private final double ownSeconds;
  private final double machineSeconds;

  /** Begins to count. */
  public CpuUse(ServerProcess server) throws IOException {
    this.server = server;
    serverSeconds = seconds(server);
    ownSeconds = ownSeconds();
    machineSeconds = machineSeconds();
  }

  /** Processors in use since the beginning, by process; the rest is mostly PostgreSQL. */
  public String processors() throws IOException {
    double elapsed = (System.nanoTime() - beganNanos) / 1e9;
    double usedByServer = seconds(server) - serverSeconds;
    double usedHere = ownSeconds() - ownSeconds;
    double all = machineSeconds() - machineSeconds;
    return String.format(
        Locale.ROOT,
        "server %.2f, agents and users %.2f, PostgreSQL and others %.2f, of %d",
        usedByServer / elapsed,
        usedHere / elapsed,
        (all - usedByServer - usedHere) / elapsed,
        Runtime.getRuntime().availableProcessors());
  }

  private static double seconds(ServerProcess server) {
    return server.cpuTime().toMillis() / 1e3;
  }

  private static double ownSeconds() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        / 1e9;
  }

  /** The time of all processors that were not idle. */
  private static double machineSeconds() throws IOException {
    String[] fields = Files.readAllLines(Path.of("/proc/stat")).getFirst().trim().split("\\s+");
    long idle = Long.parseLong(fields[4]) + Long.parseLong(fields[5]);
    // The last two are contained in the first two.
    long all = Arrays.stream(fields, 1, 9).mapToLong(Long::parseLong).sum();
    return (all - idle) / JIFFIES_PER_SECOND;
  }
}
