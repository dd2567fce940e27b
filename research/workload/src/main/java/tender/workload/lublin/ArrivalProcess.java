package tender.workload.lublin;

import java.util.random.RandomGenerator;

/** The arrival times of the jobs of one class, from the midnight at which the workload begins. */
final class ArrivalProcess {
  /** About five days; longer gaps are drawn again. */
  private static final double MAX_LOGARITHM = 13;

  private final GammaDistribution logarithmOfGap;
  private final DailyCycle cycle;
  private final ClockRule rule;
  private double halfHours;
  private double exactSeconds;
  private double clockSeconds;

  ArrivalProcess(JobClass jobClass, ClockRule rule) {
    this.logarithmOfGap = jobClass.logInterarrivalTime();
    this.cycle = new DailyCycle(jobClass.dailyCycle());
    this.rule = rule;
  }

  double drawNextSeconds(RandomGenerator random) {
    double gap = StrictMath.exp(logarithmOfGap.drawUpTo(MAX_LOGARITHM, random));
    halfHours += gap / DailyCycle.BUCKET_SECONDS;
    double previousSeconds = exactSeconds;
    exactSeconds = cycle.secondsAt(halfHours);
    clockSeconds =
        switch (rule) {
          case EXACT -> exactSeconds;
          case TRUNCATED -> Math.floor(clockSeconds + (exactSeconds - previousSeconds));
        };
    return clockSeconds;
  }
}
