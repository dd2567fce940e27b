package tender.workload.lublin;

/**
 * A class of jobs, with the constants that Lublin and Feitelson fitted to traces of four machines.
 * Sizes are for the authors' default machine of 128 nodes, with interactive jobs of at most 45;
 * {@link #onMachine} adapts them to another machine.
 *
 * @param logInterarrivalTime logarithm of the time to the next arrival, without the daily cycle
 * @param dailyCycle distribution of the arrivals over a day
 */
public record JobClass(
    String name,
    SizeModel size,
    RunTimeModel runTime,
    GammaDistribution logInterarrivalTime,
    GammaDistribution dailyCycle) {

  /** Batch jobs, which run unattended. */
  public static final JobClass BATCH =
      new JobClass(
          "batch",
          new SizeModel(0.2927, 0.6686, 1.2, 5, 7, 0.875),
          new RunTimeModel(
              new GammaDistribution(6.57, 0.823),
              new GammaDistribution(639.1, 0.0156),
              -0.003,
              0.6986),
          new GammaDistribution(6.0415 * 1.0519, 0.8531),
          new GammaDistribution(6.1271, 5.274));

  /** Interactive jobs, whose users wait for them. */
  public static final JobClass INTERACTIVE =
      new JobClass(
          "interactive",
          new SizeModel(0.1541, 0.625, 1, 3, 5.5, 0.705),
          new RunTimeModel(
              new GammaDistribution(3.8351, 0.6605),
              new GammaDistribution(7.073, 0.6856),
              -0.0118,
              0.9156),
          new GammaDistribution(6.551 * 0.9797, 0.6621),
          new GammaDistribution(8.9186, 3.668));

  /** All jobs, without a distinction between batch and interactive. */
  public static final JobClass TYPELESS =
      new JobClass(
          "typeless",
          new SizeModel(0.244, 0.576, 0.8, 4.5, 7, 0.86),
          new RunTimeModel(
              new GammaDistribution(4.2, 0.94), new GammaDistribution(312, 0.03), -0.0054, 0.78),
          new GammaDistribution(10.2303 * 1.0225, 0.4871),
          new GammaDistribution(8.1737, 3.9631));

  /** The same class on a machine of this many nodes, at least 8. */
  public JobClass onMachine(int nodes) {
    return new JobClass(name, size.onMachine(nodes), runTime, logInterarrivalTime, dailyCycle);
  }
}
