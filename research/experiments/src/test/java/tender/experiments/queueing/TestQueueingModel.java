package tender.experiments.queueing;

/** The paper's five sites of 128 processors and four priority classes, at half load. */
final class TestQueueingModel {
  static final Weibull RUN_TIME = new Weibull(1.5, 25);

  private TestQueueingModel() {}

  static QueueingModel with(ProcessorDemand processorDemand) {
    return with(processorDemand, 0.5 * 5 / RUN_TIME.serviceTime().meanSeconds());
  }

  static QueueingModel with(ProcessorDemand processorDemand, double arrivalsPerSecond) {
    return new QueueingModel(
        arrivalsPerSecond,
        RUN_TIME,
        0,
        processorDemand,
        5,
        128,
        PriorityClass.withEqualValuationTime(1e-3, 0.1, 0.2, 0.3, 0.4));
  }
}
