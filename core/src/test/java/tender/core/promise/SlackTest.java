package tender.core.promise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SlackTest {
  private static final int PROMISES = 4_000;
  private static final long FORECAST_MILLIS = 1_000_000;
  private static final long HALF_MILLIS = FORECAST_MILLIS / 2;
  private static final Forecast NEXT = new Forecast(0, HALF_MILLIS, FORECAST_MILLIS);

  @Test
  void noSlackWithoutObservations() {
    Forecast forecast = new Forecast(5_000, 1_000, 8_000);
    assertThat(Slack.withoutObservations(0.95).promise(forecast))
        .isEqualTo(new Expectation(forecast, 8_000));
  }

  @Test
  void fewEarlyEndsDoNotShortenPromise() {
    Slack slack = Slack.withoutObservations(0.9);
    for (int i = 0; i < 9; i++) {
      slack = slack.withOutcome(slack.promise(NEXT), HALF_MILLIS);
    }
    assertThat(slack.multiple(NEXT)).isEqualTo(1);
  }

  @Test
  void doubledForecastsAreHalved() {
    Slack slack = Slack.withoutObservations(0.9);
    for (int i = 0; i < 100; i++) {
      slack = slack.withOutcome(slack.promise(NEXT), HALF_MILLIS);
    }
    assertThat(slack.multiple(NEXT)).isEqualTo(0.5);
  }

  @Test
  void anotherTargetKeepsObservations() {
    Slack slack = Slack.withoutObservations(0.9).withOutcome(new Expectation(NEXT, 1), HALF_MILLIS);
    assertThat(slack.withTargetKept(0.5)).isEqualTo(new Slack(0.5, 0.5, slack.observations()));
    assertThat(slack.withTargetKept(0.9)).isSameAs(slack);
  }

  /** With 18 observations the largest of them is exceeded more often than once in twenty times. */
  @Test
  void initialMultipleAppliesUntilTargetCanBeReached() {
    Slack slack = Slack.withoutObservations(0.95);
    for (int i = 0; i < 18; i++) {
      slack = slack.withOutcome(new Expectation(NEXT, FORECAST_MILLIS), FORECAST_MILLIS);
    }
    assertThat(slack.promise(NEXT, 3).promisedMillis()).isEqualTo(3 * FORECAST_MILLIS);
    slack = slack.withOutcome(new Expectation(NEXT, FORECAST_MILLIS), FORECAST_MILLIS);
    assertThat(slack.promise(NEXT, 3).promisedMillis()).isEqualTo(FORECAST_MILLIS);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.9, 0.95})
  void targetIsKeptForAnyDistribution(double target) {
    for (long seed = 0; seed < 5; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      assertKept(target, i -> random.nextDouble());
      assertKept(target, i -> 1 / (1 - random.nextDouble()));
      assertKept(target, i -> random.nextInt(10) == 0 ? 3 : 1 + random.nextDouble() / 100);
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(doubles = {0.9, 0.95})
  void targetIsKeptWhenDistributionChanges(double target) {
    for (long seed = 0; seed < 5; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      assertKept(target, i -> (i / 500 % 2 == 0 ? 1 : 4) * (1 + random.nextDouble()));
      assertKept(target, i -> (2 + Math.sin(i / 100.0)) * (1 + random.nextDouble()));
    }
  }

  @Test
  void slackIsNoLargerThanNeeded() {
    SplittableRandom random = new SplittableRandom(1);
    Slack slack = Slack.withoutObservations(0.9);
    double sum = 0;
    for (int i = 0; i < PROMISES; i++) {
      sum += slack.multiple(NEXT);
      slack = slack.withOutcome(slack.promise(NEXT), ended(random.nextDouble()));
    }
    assertThat(sum / PROMISES).isEqualTo(0.9, within(0.03));
  }

  @Test
  void immediateStartsGetNoSlackOfWaitingOnes() {
    Forecast atOnce = new Forecast(0, 1_000, 1_000);
    Forecast waiting = new Forecast(0, 1_000, 10_000);
    Slack slack = Slack.withoutObservations(0.9);
    for (int i = 0; i < 200; i++) {
      slack = slack.withOutcome(slack.promise(atOnce), 1_000);
      slack = slack.withOutcome(slack.promise(waiting), 30_000);
    }
    assertThat(slack.multiple(atOnce)).isEqualTo(1);
    assertThat(slack.multiple(waiting)).isEqualTo(3);
  }

  @Test
  void workThatAllNodesCanRunGetsNoSlackOfWorkForRareNodes() {
    Forecast anywhere = new Forecast(0, 1_000, 2_000, 0);
    Forecast onRareNodes = new Forecast(0, 1_000, 2_000, 0.9);
    Slack slack = Slack.withoutObservations(0.9);
    for (int i = 0; i < 100; i++) {
      slack = slack.withOutcome(slack.promise(anywhere), 2_000);
      slack = slack.withOutcome(slack.promise(onRareNodes), 8_000);
    }
    assertThat(slack.multiple(anywhere)).isEqualTo(1);
    assertThat(slack.multiple(onRareNodes)).isEqualTo(4);
  }

  /** The largest of 50 multiples is exceeded too often, so more of them are compared. */
  @Test
  void highTargetComparesMoreObservations() {
    Slack slack = Slack.withoutObservations(0.99);
    for (int i = 0; i < 100; i++) {
      slack = slack.withOutcome(slack.promise(NEXT), ended(i == 20 ? 5 : 1));
    }
    assertThat(slack.multiple(NEXT)).isGreaterThanOrEqualTo(5);
  }

  private static void assertKept(double target, IntToDoubleFunction multiples) {
    Slack slack = Slack.withoutObservations(target);
    int kept = 0;
    for (int i = 0; i < PROMISES; i++) {
      Expectation expected = slack.promise(NEXT);
      long endedMillis = ended(multiples.applyAsDouble(i));
      kept += expected.isKept(endedMillis) ? 1 : 0;
      slack = slack.withOutcome(expected, endedMillis);
    }
    assertThat((double) kept / PROMISES).isEqualTo(target, within(0.02));
  }

  private static long ended(double multiple) {
    return (long) (FORECAST_MILLIS * multiple);
  }

  @Test
  void initialMultipleAppliesUntilEnoughIsLearned() {
    Forecast forecast = new Forecast(0, 10, 100);
    Slack slack = Slack.withoutObservations(0.95);
    assertThat(slack.promise(forecast, 2).promisedMillis()).isEqualTo(200);
    for (int i = 0; i < 20; i++) {
      slack = slack.withOutcome(slack.promise(forecast, 2), 100);
    }
    assertThat(slack.promise(forecast, 2).promisedMillis()).isEqualTo(100);
  }
}
