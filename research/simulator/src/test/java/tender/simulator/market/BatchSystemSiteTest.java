package tender.simulator.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.core.compose.CompositionPolicies;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.promise.Slack;
import tender.core.provider.ProviderTerms;
import tender.simulator.cluster.Schedulers;

/** A provider that can only forecast its batch system's decisions. */
final class BatchSystemSiteTest {
  private static final long HOUR_MILLIS = Time.HOUR_MILLIS;

  @Test
  void partsWaitInOneQueueWithLocalJobs() {
    SimulatedLocalJob running = local("a", 4, 2, 2, 0);
    SimulatedLocalJob waiting = local("b", 4, 1, 1, 100);
    MarketOutcome outcome = run(List.of(running, waiting), bag(4, 1, 1, 1_000));

    assertThat(outcome.localJobs().getLast().endedMillis()).isEqualTo(3 * HOUR_MILLIS);
    assertThat(outcome.bags().getFirst().endedMillis()).isEqualTo(4 * HOUR_MILLIS);
  }

  @Test
  void earlyEndOfLocalJobsBeatsTheForecast() {
    MarketOutcome outcome = run(List.of(local("a", 4, 4, 1, 0)), bag(4, 1, 1, 1_000));

    MarketOutcome.BagOutcome bag = outcome.bags().getFirst();
    assertThat(bag.promisedMillis()).isGreaterThanOrEqualTo(5 * HOUR_MILLIS);
    assertThat(bag.endedMillis()).isEqualTo(2 * HOUR_MILLIS);
  }

  @Test
  void tasksAtTheirLimitRestartWithTwiceTheLimit() {
    MarketOutcome outcome = run(List.of(), bag(8, 2, 3, 0));

    MarketOutcome.BagOutcome bag = outcome.bags().getFirst();
    long startedMillis = bag.endedMillis() - (2 + 2 + 3 + 3) * HOUR_MILLIS;
    assertThat(startedMillis).isBetween(0L, Time.MINUTE_MILLIS);
    assertThat(bag.endedMillis()).isGreaterThan(bag.promisedMillis());
  }

  @Test
  void learningProviderCorrectsLongEstimates() {
    List<ExternalBag> bags = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      bags.add(bag("bag" + i, 4, 2, 1, 3L * i * HOUR_MILLIS));
    }
    MarketOutcome.BagOutcome forecast = run(List.of(), bags, Optional.empty()).bags().getLast();
    MarketOutcome.BagOutcome learned =
        run(List.of(), bags, Optional.of(Slack.withoutObservations(0.9))).bags().getLast();

    assertThat(spanMillis(forecast)).isGreaterThanOrEqualTo(2 * HOUR_MILLIS);
    assertThat(spanMillis(learned)).isLessThan(HOUR_MILLIS + Time.MINUTE_MILLIS);
    assertThat(learned.endedMillis()).isLessThanOrEqualTo(learned.promisedMillis());
  }

  private static long spanMillis(MarketOutcome.BagOutcome bag) {
    return bag.promisedMillis() - bag.submittedMillis();
  }

  private static MarketOutcome run(List<SimulatedLocalJob> local, ExternalBag bag) {
    return run(local, List.of(bag), Optional.empty());
  }

  private static MarketOutcome run(
      List<SimulatedLocalJob> local, List<ExternalBag> bags, Optional<Slack> slack) {
    SiteConfig site =
        new SiteConfig(
            new ProviderId("site"),
            Cluster.of(4),
            local,
            Optional.of(Objects.requireNonNull(Schedulers.all().get("easy"))),
            slack);
    return new MarketSimulation(
            List.of(site),
            new ProviderTerms(10_000, 10_000, Time.NEVER, ProviderTerms.DisclosureLevel.NOTHING),
            Objects.requireNonNull(CompositionPolicies.all().get("earliest")),
            100)
        .run(bags);
  }

  private static SimulatedLocalJob local(
      String id, int width, long estimateHours, long runHours, long submittedMillis) {
    long estimateMillis = estimateHours * HOUR_MILLIS;
    Job job =
        Job.rigid(
            new JobId(id),
            width,
            estimateMillis,
            submittedMillis,
            submittedMillis + estimateMillis);
    return new SimulatedLocalJob(job, runHours * HOUR_MILLIS);
  }

  private static ExternalBag bag(
      int tasks, long estimateHours, long runHours, long submittedMillis) {
    return bag("bag", tasks, estimateHours, runHours, submittedMillis);
  }

  private static ExternalBag bag(
      String id, int tasks, long estimateHours, long runHours, long submittedMillis) {
    return new ExternalBag(
        new BagId(id),
        new Bag(tasks, 1, estimateHours * HOUR_MILLIS, submittedMillis, submittedMillis + 1),
        runHours * HOUR_MILLIS);
  }
}
