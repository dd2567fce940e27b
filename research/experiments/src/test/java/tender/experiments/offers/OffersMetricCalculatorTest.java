package tender.experiments.offers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.core.model.BagId;
import tender.core.model.JobId;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.experiments.definition.OffersRunKey;
import tender.experiments.run.MeasuredRun;
import tender.simulator.market.MarketOutcome;

final class OffersMetricCalculatorTest {
  private static final ProviderId PROVIDER = new ProviderId("p");

  /** Formula 1: 4 processors, 50 % later than requested: 4 · (150 / 100 − 1) · 100. */
  @Test
  void weightedDelayFollowsFormula1() {
    assertThat(new MeasuredJob(4, 50, 1_000, 1_100, 1_150, 1_150, true).weightedDelay())
        .isEqualTo(200);
    assertThat(new MeasuredJob(4, 50, 1_000, 1_100, 1_100, 1_100, true).weightedDelay()).isZero();
    assertThat(new MeasuredJob(4, 50, 1_000, 1_100, Time.NEVER, Time.NEVER, false).weightedDelay())
        .isZero();
  }

  @Test
  void metricsOfSmallMarketMatchHandCalculation() {
    MarketOutcome outcome =
        new MarketOutcome(
            List.of(
                // On time: 2 processors for 30.
                local("a", 2, 30, 0, 100, 100, 30),
                // Promised 60 after submission instead of 40, so 50 % later; runs past the end.
                local("b", 2, 40, 50, 90, 110, 110),
                // Broken promise: the job ended after it.
                local("c", 1, 10, 0, 20, 20, 21)),
            List.of(
                // 10 tasks, promised 300 instead of 200: 10 · 50.
                new MarketOutcome.BagOutcome(new BagId("x"), 10, 5, 50, 0, 200, 300, 9, 250, 3),
                new MarketOutcome.BagOutcome(
                    new BagId("y"), 4, 25, 0, 0, 9, Time.NEVER, Time.NEVER, Time.NEVER, 0)),
            List.of(150L, 70L),
            0);

    MeasuredRun<OffersRunKey> result =
        new OffersMetricCalculator(4, 100)
            .of(SmallOffersExperiment.withSeeds(1).keys().getFirst(), outcome);

    assertThat(value(result, LoadScope.LOCAL, OffersMetric.JOBS)).isEqualTo(3);
    assertThat(value(result, LoadScope.LOCAL, OffersMetric.JOBS_DELAYED)).isEqualTo(1);
    assertThat(value(result, LoadScope.LOCAL, OffersMetric.JOBS_DELAYED_PERCENT))
        .isCloseTo(33.333333, within(1e-6));
    assertThat(value(result, LoadScope.LOCAL, OffersMetric.WORK_DELAYED_PERCENT))
        .isCloseTo(100.0 * 80 / 150, within(1e-6));
    assertThat(value(result, LoadScope.LOCAL, OffersMetric.WEIGHTED_DELAY)).isEqualTo(100);
    assertThat(value(result, LoadScope.LOCAL, OffersMetric.PROMISES_BROKEN)).isEqualTo(1);
    // 60 of a, 2 · 30 of b until the end, 10 of c, of 400.
    assertThat(value(result, LoadScope.LOCAL, OffersMetric.UTILISATION_PERCENT)).isEqualTo(32.5);
    assertThat(value(result, LoadScope.EXTERNAL, OffersMetric.UTILISATION_PERCENT)).isEqualTo(22.5);
    assertThat(value(result, LoadScope.GLOBAL, OffersMetric.UTILISATION_PERCENT)).isEqualTo(55);
    assertThat(value(result, LoadScope.EXTERNAL, OffersMetric.JOBS_DELAYED)).isEqualTo(2);
    assertThat(value(result, LoadScope.EXTERNAL, OffersMetric.WEIGHTED_DELAY)).isEqualTo(500);
    assertThat(value(result, LoadScope.EXTERNAL, OffersMetric.CLUSTERS_PER_BAG)).isEqualTo(3);
    assertThat(value(result, LoadScope.EXTERNAL, OffersMetric.WITHOUT_PROMISE)).isEqualTo(1);
    assertThat(value(result, LoadScope.GLOBAL, OffersMetric.WEIGHTED_DELAY)).isEqualTo(600);
    assertThat(value(result, LoadScope.GLOBAL, OffersMetric.JOBS_DELAYED_PERCENT)).isEqualTo(60);
  }

  private static double value(
      MeasuredRun<OffersRunKey> result, LoadScope scope, OffersMetric metric) {
    return result.value(new ScopedMetric(scope, metric).id());
  }

  private static MarketOutcome.LocalJobOutcome local(
      String id,
      int processors,
      long run,
      long submitted,
      long requested,
      long promised,
      long ended) {
    return new MarketOutcome.LocalJobOutcome(
        PROVIDER, new JobId(id), processors, run, submitted, requested, promised, ended);
  }
}
