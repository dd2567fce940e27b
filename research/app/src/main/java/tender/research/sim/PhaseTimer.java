package tender.research.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** How long the parts of a run took, one after another. */
final class PhaseTimer {
  private static final double NANOS = 1e9;

  /** Of the start of the process, whose time on the wall's clock machines tell by the second. */
  private final double startCpuSeconds = cpuNow();

  private final List<Phase> done = new ArrayList<>();
  private long endedNanos = System.nanoTime();
  private double cpuSeconds = startCpuSeconds;

  /**
   * @param cpuSeconds of all threads, those that compile and clean up included
   */
  record Phase(String name, double wallSeconds, double cpuSeconds) {}

  /** The part that went on until now has this name. */
  void end(String name) {
    long nowNanos = System.nanoTime();
    double cpuNow = cpuNow();
    done.add(new Phase(name, (nowNanos - endedNanos) / NANOS, cpuNow - cpuSeconds));
    endedNanos = nowNanos;
    cpuSeconds = cpuNow;
  }

  List<Phase> done() {
    return List.copyOf(done);
  }

  double startCpuSeconds() {
    return startCpuSeconds;
  }

  /** Of the whole process until the end of the last phase. */
  double cpuSeconds() {
    return cpuSeconds;
  }

  double wallSeconds(String name) {
    return done.stream()
        .filter(phase -> phase.name().equals(name))
        .mapToDouble(Phase::wallSeconds)
        .sum();
  }

  /** Of the whole process, 0 where the machine does not tell. */
  private static double cpuNow() {
    Duration cpu = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    return cpu.toNanos() / NANOS;
  }
}
