package tender.experiments.queueing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import tender.experiments.queueing.QueueingPrediction.NoSteadyState;
import tender.experiments.queueing.QueueingPrediction.Stage;
import tender.experiments.queueing.QueueingPrediction.SteadyState;

final class QueueingBoundTest {
  private static final QueueingModel MODEL = TestQueueingModel.with(ProcessorDemand.uniform(64));

  /**
   * Ten jobs per second arrive at five sites, each served for 0.4 s: loads of 0.8 and, halved, 0.4.
   */
  @Test
  void waitsOfThreeStagesMatchHandCalculation() {
    QueueingModel model =
        new QueueingModel(
            10,
            new Weibull(1, 0.4),
            0.4,
            ProcessorDemand.weighted(1, 1),
            5,
            3,
            PriorityClass.withEqualValuationTime(0.05, 1));

    assertThat(QueueingBound.of(model, ProcessorPartition.of(1, 2)))
        .isInstanceOfSatisfying(
            SteadyState.class,
            steady -> {
              assertThat(steady.valuationSeconds()).isCloseTo(0.05 + 0.025, within(1e-9));
              assertThat(steady.dispatchingSeconds()).isCloseTo(0.554113 * 0.4, within(1e-6));
              assertThat(steady.siteSeconds()).isCloseTo(0.4 * 0.4 / 0.6, within(1e-9));
              double inverse = (1 - Math.exp(-1) + 0.219383934) / 0.4;
              assertThat(steady.slowdown()).isCloseTo(steady.waitSeconds() * inverse, within(1e-6));
            });
  }

  @Test
  void unusedBlocksDoNotCount() {
    double wait = steady(QueueingBound.of(MODEL, ProcessorPartition.of(128))).siteSeconds();

    assertThat(steady(QueueingBound.of(MODEL, ProcessorPartition.of(64, 64))).siteSeconds())
        .isCloseTo(wait, within(1e-9));
  }

  @Test
  void waitGrowsWithLoad() {
    double previous = 0;
    for (double load : new double[] {0.1, 0.3, 0.5, 0.7, 0.9, 0.99}) {
      double wait = steady(QueueingBound.bestUpTo(loaded(load), 4)).waitSeconds();
      assertThat(wait).isGreaterThan(previous);
      previous = wait;
    }
  }

  @Test
  void noSteadyStateAboveFullLoad() {
    for (double load : new double[] {1.0001, 2}) {
      assertThat(QueueingBound.bestUpTo(loaded(load), 4))
          .isInstanceOfSatisfying(
              NoSteadyState.class,
              none -> {
                assertThat(none.stage()).isEqualTo(Stage.DISPATCHING);
                assertThat(none.load()).isCloseTo(load, within(1e-9));
              });
    }
    assertThat(QueueingBound.best(TestQueueingModel.with(MODEL.processorDemand(), 1_000), 2))
        .isEqualTo(new NoSteadyState(Stage.VALUATION, 1));
  }

  @Test
  void bestPartitionIsNoWorseThanAnyOther() {
    double best = steady(QueueingBound.bestUpTo(MODEL, 6)).waitSeconds();

    for (int blocks = 1; blocks <= 6; blocks++) {
      assertThat(best).isLessThanOrEqualTo(steady(QueueingBound.best(MODEL, blocks)).waitSeconds());
    }
  }

  @Test
  void partitionWithoutRoomForLargestJobIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> QueueingBound.of(MODEL, ProcessorPartition.of(28, 40, 60)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> QueueingBound.of(MODEL, ProcessorPartition.of(28, 64)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TestQueueingModel.with(ProcessorDemand.uniform(129)));
  }

  private static QueueingModel loaded(double load) {
    return TestQueueingModel.with(
        MODEL.processorDemand(), load * 5 / TestQueueingModel.RUN_TIME.serviceTime().meanSeconds());
  }

  private static SteadyState steady(QueueingPrediction prediction) {
    assertThat(prediction).isInstanceOf(SteadyState.class);
    return (SteadyState) prediction;
  }
}
