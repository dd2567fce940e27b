package tender.experiments.day;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import tender.experiments.day.report.DayCharts;
import tender.experiments.day.report.DayCsv;

final class DayExperimentTest {
  private static final DayExperiment SMALL = new DayExperiment(200, 6_000, 40, List.of(5), 2);

  @Test
  void resultsDoNotDependOnThreads() throws InterruptedException {
    DayResults one = SMALL.run(1, _ -> {});
    DayResults two = SMALL.run(2, _ -> {});

    assertThat(two.runs().values().stream().map(DayExperimentTest::withoutTime).toList())
        .isEqualTo(one.runs().values().stream().map(DayExperimentTest::withoutTime).toList());
  }

  @Test
  void everyBagIsPromisedOrRefused() throws InterruptedException {
    AtomicInteger progress = new AtomicInteger();
    DayResults results = SMALL.run(2, progress::addAndGet);

    assertThat(progress).hasValue(SMALL.totalBags());
    assertThat(results.runs()).isNotEmpty();
    results
        .runs()
        .forEach(
            (key, run) -> {
              DayMeasures measures = run.measures();
              assertThat(measures.bags()).isEqualTo(key.bags());
              assertThat(
                      measures.onTimePercent() + measures.latePercent() + measures.refusedPercent())
                  .isCloseTo(100, within(1e-9));
            });
  }

  @Test
  void boundedCallsGiveNearlyTheSameAsCallsToAll() throws InterruptedException {
    DayResults results = SMALL.run(2, _ -> {});

    assertThat(calls(results, DayPolicy.ALL)).isEqualTo(SMALL.comparedProviders());
    for (DayPolicy policy : List.of(DayPolicy.DEFAULT, DayPolicy.CELLS)) {
      assertThat(calls(results, policy)).isLessThan(SMALL.comparedProviders());
    }
    DayResults.Loss loss = results.loss(DayPolicy.DEFAULT);
    assertThat(loss.onTimePercent().mean()).isLessThan(10);
    assertThat(loss.responsePercent().mean()).isLessThan(10);
    assertThat(loss.pricePercent().mean()).isLessThan(10);
  }

  @Test
  void largeMarketHasASampleOfCallsToAll() throws InterruptedException {
    DayResults results = SMALL.run(2, _ -> {});
    DayRun large = results.of(DayPolicy.DEFAULT, SMALL.providers()).getFirst();

    assertThat(large.sample()).isPresent();
    assertThat(large.sample().get().all().callsPerBag()).isEqualTo(SMALL.providers());
    assertThat(large.sample().get().all().bags())
        .isEqualTo(large.sample().get().own().bags())
        .isLessThanOrEqualTo(500);
    assertThat(DayCsv.write(results).lines().filter(line -> line.contains(",sample,")))
        .hasSize(2 * 2);
    assertThat(new DayCharts(results).growth())
        .contains("<svg", "calls per bag", "call-20", "call-all");
  }

  /** A full day has fifty times as many bags, with ten times as many providers. */
  @Test
  void smallDayIsFast() {
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () ->
            new DaySimulation(new DayRun.Key(DayPolicy.DEFAULT, 1_000, 20_000, 1), 0).run(_ -> {}));
  }

  private static double calls(DayResults results, DayPolicy policy) {
    return DayResults.sample(
            results.of(policy, SMALL.comparedProviders()), run -> run.measures().callsPerBag())
        .mean();
  }

  private static DayRun withoutTime(DayRun run) {
    return new DayRun(
        run.key(),
        run.measures(),
        run.utilisationPercent(),
        run.imbalancePoints(),
        run.sample(),
        0);
  }
}
