package tender.experiments.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import tender.core.compose.CompositionPolicies;
import tender.core.model.Time;
import tender.core.provider.ProviderTerms;
import tender.simulator.market.ExternalBag;
import tender.simulator.market.MarketOutcome;
import tender.simulator.market.MarketSimulation;

/**
 * Simulates the same markets with different numbers of providers that a bag calls first; the last
 * number calls all of them together.
 *
 * @param providers how many providers the market has
 * @param bags how many bags arrive
 * @param providersPerCall the numbers to compare
 * @param seeds how many markets are simulated with each number
 */
public record CallsExperiment(int providers, int bags, List<Integer> providersPerCall, int seeds) {
  private static final long LATENCY_MILLIS = Time.SECOND_MILLIS / 10;
  private static final String POLICY = "earliest";
  private static final ProviderTerms TERMS =
      new ProviderTerms(
          10 * Time.SECOND_MILLIS,
          20 * Time.SECOND_MILLIS,
          Time.MINUTE_MILLIS,
          ProviderTerms.DisclosureLevel.NOTHING);

  public CallsExperiment {
    providersPerCall = List.copyOf(providersPerCall);
  }

  /** How many markets are simulated, to show the progress. */
  public int runs() {
    return (providersPerCall.size() + 1) * seeds;
  }

  /**
   * The results, in the order of the numbers; the last one is of calls to all providers.
   *
   * @param progress receives the number of simulated markets
   */
  public List<CallsResult> run(IntConsumer progress) {
    List<Integer> numbers = new ArrayList<>(providersPerCall);
    numbers.add(providers);
    List<CallsResult> results = new ArrayList<>();
    int done = 0;
    for (int number : numbers) {
      List<CallsResult.Run> runs = new ArrayList<>();
      for (int seed = 1; seed <= seeds; seed++) {
        runs.add(simulate(number, seed));
        done++;
        progress.accept(done);
      }
      results.add(CallsResult.of(number, runs));
    }
    return results;
  }

  private CallsResult.Run simulate(int number, long seed) {
    List<ExternalBag> submitted = CallsWorkload.bags(bags, seed);
    MarketSimulation market =
        new MarketSimulation(
            CallsWorkload.sites(providers, seed),
            TERMS,
            Objects.requireNonNull(CompositionPolicies.all().get(POLICY)),
            LATENCY_MILLIS,
            number);
    MarketOutcome outcome = market.run(submitted);
    return CallsResult.Run.of(submitted, outcome, market.callOutcomes());
  }
}
