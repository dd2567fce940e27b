package tender.experiments.promises;

import java.util.ArrayList;
import java.util.List;
import tender.core.model.Time;

/**
 * Markets of different logs, estimates wrong in different ways, providers that can hold what they
 * promise or not, and policies. One run is one of each; a seed draws the days of the log, the bags,
 * and who errs, and the same for every kind of provider and policy.
 *
 * @param clusters how many each market has
 * @param localLoad what local users hand in, as a part of what the clusters can do
 * @param bags how many come from outside in these days
 * @param policies names of composing policies
 * @param seeds how many there are; they are 1, 2, …
 */
public record PromisesExperiment(
    List<TraceMarket> markets,
    List<EstimateErrorModel> estimateErrors,
    List<SiteKind> siteKinds,
    List<String> policies,
    int clusters,
    int days,
    double localLoad,
    int bags,
    int seeds) {
  public PromisesExperiment {
    markets = List.copyOf(markets);
    estimateErrors = List.copyOf(estimateErrors);
    siteKinds = List.copyOf(siteKinds);
    policies = List.copyOf(policies);
  }

  /** As it is reported. */
  public static PromisesExperiment standard() {
    return new PromisesExperiment(
        List.of(
            new TraceMarket("ctc", "CTC-SP2", "CTC-SP2-1996-3.1-cln", 338),
            new TraceMarket("hpc2n", "HPC2N", "HPC2N-2002-2.2-cln", 240),
            new TraceMarket("blue", "SDSC-BLUE", "SDSC-BLUE-2000-4.2-cln", 1152)),
        List.of(
            EstimateErrorModel.ConstantError.overestimate(0),
            EstimateErrorModel.ConstantError.overestimate(50),
            EstimateErrorModel.ConstantError.overestimate(100),
            EstimateErrorModel.ConstantError.overestimate(200),
            new EstimateErrorModel.TraceError(),
            EstimateErrorModel.ConstantError.underestimate(20, 20),
            EstimateErrorModel.ConstantError.underestimate(50, 20)),
        List.of(SiteKind.values()),
        List.of("earliest", "plb"),
        2,
        20,
        0.6,
        1_000,
        10);
  }

  /** The same with another number of seeds. */
  public PromisesExperiment withSeeds(int otherSeeds) {
    return new PromisesExperiment(
        markets, estimateErrors, siteKinds, policies, clusters, days, localLoad, bags, otherSeeds);
  }

  /** Local load counts until then. */
  long horizonMillis() {
    return days * Time.DAY_MILLIS;
  }

  /** What one run is a run of. */
  public record Key(
      TraceMarket market, EstimateErrorModel estimateError, SiteKind siteKind, String policy, int seed) {
    @Override
    public String toString() {
      return String.join(
          "-", market.id(), estimateError.id(), siteKind.id(), policy, Integer.toString(seed));
    }
  }

  /** Every run, in the order of tables. */
  public List<Key> keys() {
    List<Key> keys = new ArrayList<>();
    for (TraceMarket market : markets) {
      for (EstimateErrorModel misestimation : estimateErrors) {
        for (SiteKind kind : siteKinds) {
          for (String policy : policies) {
            for (int seed = 1; seed <= seeds; seed++) {
              keys.add(new Key(market, misestimation, kind, policy, seed));
            }
          }
        }
      }
    }
    return keys;
  }
}
