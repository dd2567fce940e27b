package tender.workload.lublin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tender.workload.Traces;
import tender.workload.random.SplitMix64;
import tender.workload.trace.TraceCleaner;
import tender.workload.trace.TraceJob;

final class LublinFeitelsonModelTest {
  private static final int JOBS = 500_000;
  private static final List<JobClass> TYPED = List.of(JobClass.BATCH, JobClass.INTERACTIVE);
  private static final List<JobClass> TYPELESS = List.of(JobClass.TYPELESS);

  /**
   * The means of 500 000 jobs of the authors' program, with its own machine of 128 nodes. From seed
   * to seed ours vary, by one standard deviation, by 2 % in run times (0.3 % without types), 0.3 %
   * in nodes and 1 % in gaps; the means of 40 seeds are 1 632 s, 8.93 and 527 s with types, and 4
   * 354 s, 12.14 and 912 s without.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void meansAreThoseOfTheReference(long seed) {
    var typed = new Means(TYPED, ClockRule.TRUNCATED, seed);
    assertThat(typed.runSeconds).isCloseTo(1_613, withinPercentage(5));
    assertThat(typed.nodes).isCloseTo(8.905, withinPercentage(1));
    assertThat(typed.gapSeconds).isCloseTo(519, withinPercentage(5));

    var typeless = new Means(TYPELESS, ClockRule.TRUNCATED, seed);
    assertThat(typeless.runSeconds).isCloseTo(4_348, withinPercentage(1.5));
    assertThat(typeless.nodes).isCloseTo(12.164, withinPercentage(1));
    assertThat(typeless.gapSeconds).isCloseTo(919, withinPercentage(4));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void anExactClockKeepsTheDailyCycle(long seed) {
    var means = new Means(TYPED, ClockRule.EXACT, seed);

    assertThat(means.percentInHour[14]).isBetween(7.2, 8.2);
    assertThat(means.percentInHour[4]).isBetween(0.7, 0.9);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aTruncatedClockLosesTheDailyCycle(long seed) {
    assertThat(new Means(TYPED, ClockRule.TRUNCATED, seed).percentInHour)
        .satisfies(
            percents -> {
              for (double percent : percents) {
                assertThat(percent).isBetween(3.0, 5.4);
              }
            });
  }

  @Test
  void aSeedMeansTheSameForever() {
    assertThat(LublinFeitelsonModel.typed(128, new SplitMix64(42)).next(3))
        .containsExactly(
            new TraceJob(1, 92, 12, 32, 12),
            new TraceJob(2, 260, 5, 1, 5),
            new TraceJob(3, 298, 26, 1, 26));
    assertThat(LublinFeitelsonModel.typeless(300, new SplitMix64(42)).next(2))
        .containsExactly(new TraceJob(1, 610, 426, 32, 426), new TraceJob(2, 650, 37, 4, 37));
  }

  @Test
  void jobsComeInOrderAndFitTheMachine() {
    for (int nodes : new int[] {8, 9, 12, 100, 128, 300, 1_152, 93_312}) {
      for (LublinFeitelsonModel model :
          List.of(
              LublinFeitelsonModel.typed(nodes, new SplitMix64(nodes)),
              LublinFeitelsonModel.typeless(nodes, new SplitMix64(nodes)))) {
        List<TraceJob> jobs = model.next(20_000);

        assertThat(jobs).extracting(TraceJob::submitSeconds).isSorted();
        assertThat(jobs).extracting(TraceJob::processors).allMatch(width -> width <= nodes);
        assertThat(jobs).extracting(TraceJob::runSeconds).allMatch(run -> run <= 162_754);
      }
    }
  }

  @Test
  void aMachineTooSmallIsRefused() {
    assertThatThrownBy(() -> LublinFeitelsonModel.typed(4, new SplitMix64(1)))
        .hasMessageContaining("8 nodes are the least");
    assertThatThrownBy(() -> LublinFeitelsonModel.typeless(0, new SplitMix64(1)))
        .hasMessageContaining("8 nodes are the least");
    assertThatThrownBy(() -> new LublinFeitelsonModel(List.of(), ClockRule.EXACT, new SplitMix64(1)))
        .hasMessageContaining("at least one");
  }

  /** A workload of 10 000 typeless jobs for 256 nodes, made by the authors' program. */
  @Test
  void aWorkloadOfTheReferenceIsAlikeInDistribution() throws IOException {
    List<TraceJob> reference =
        TraceCleaner.forAnyMachine().clean(Traces.require("lublin_256.swf.gz")).jobs();
    List<TraceJob> ours = LublinFeitelsonModel.typeless(256, new SplitMix64(1)).next(10_000);

    // The critical value of the Kolmogorov-Smirnov test is 0.023 at one percent.
    assertThat(distance(reference, ours, TraceJob::runSeconds)).isLessThan(0.023);
    assertThat(distance(reference, ours, TraceJob::processors)).isLessThan(0.023);
    assertThat(SampleDistance.kolmogorovSmirnov(gaps(reference), gaps(ours))).isLessThan(0.023);
  }

  private static double distance(
      List<TraceJob> left, List<TraceJob> right, ToDoubleFunction<TraceJob> value) {
    return SampleDistance.kolmogorovSmirnov(
        left.stream().mapToDouble(value).toArray(), right.stream().mapToDouble(value).toArray());
  }

  private static double[] gaps(List<TraceJob> jobs) {
    double[] gaps = new double[jobs.size() - 1];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = jobs.get(i + 1).submitSeconds() - jobs.get(i).submitSeconds();
    }
    return gaps;
  }

  private static final class Means {
    private final double runSeconds;
    private final double nodes;
    private final double gapSeconds;
    private final double[] percentInHour = new double[24];

    Means(List<JobClass> classes, ClockRule rule, long seed) {
      var model = new LublinFeitelsonModel(classes, rule, new SplitMix64(seed));
      double runs = 0;
      double widths = 0;
      TraceJob job = model.next();
      for (int i = 0; i < JOBS; i++) {
        runs += job.runSeconds();
        widths += job.processors();
        percentInHour[(int) (job.submitSeconds() / 3_600 % 24)] += 100.0 / JOBS;
        job = model.next();
      }
      runSeconds = runs / JOBS;
      nodes = widths / JOBS;
      gapSeconds = (double) job.submitSeconds() / JOBS;
    }
  }
}
