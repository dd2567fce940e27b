package tender.research.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Measures the wall and CPU time of the phases of a run. */
final class PhaseTimer {
  private static final double NANOS = 1e9;

  /** The CPU time of the process's start; its wall time is known only in whole seconds. */
  private final double startCpuSeconds = cpuNow();

  private final List<Phase> done = new ArrayList<>();
  private long endedNanos = System.nanoTime();
  private double cpuSeconds = startCpuSeconds;

  /**
   * @param cpuSeconds of all threads, including compiler and garbage collector
   */
  record Phase(String name, double wallSeconds, double cpuSeconds) {}

  /** Ends the current phase and gives it this name. */
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

  /** The CPU time of the whole process until the end of the last phase. */
  double cpuSeconds() {
    return cpuSeconds;
  }

  double wallSeconds(String name) {
    return done.stream()
        .filter(phase -> phase.name().equals(name))
        .mapToDouble(Phase::wallSeconds)
        .sum();
  }

  /** The CPU time of the whole process; 0 where it is unknown. */
  private static double cpuNow() {
    Duration cpu = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    return cpu.toNanos() / NANOS;
  }
}
