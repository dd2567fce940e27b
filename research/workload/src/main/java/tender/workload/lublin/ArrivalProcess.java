package tender.workload.lublin;

import java.util.random.RandomGenerator;

/** When the jobs of one class arrive, from the midnight at which the workload begins. */
final class ArrivalProcess {
  /** About five days without an arrival; longer gaps are drawn again. */
  private static final double LONGEST_LOGARITHM = 13;

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
    double gap = StrictMath.exp(logarithmOfGap.drawUpTo(LONGEST_LOGARITHM, random));
    halfHours += gap / DailyCycle.BUCKET_SECONDS;
    double before = exactSeconds;
    exactSeconds = cycle.secondsAt(halfHours);
    clockSeconds =
        switch (rule) {
          case EXACT -> exactSeconds;
          case TRUNCATED -> Math.floor(clockSeconds + (exactSeconds - before));
        };
    return clockSeconds;
  }
}
