package tender.experiments.promises;

import java.util.ArrayList;
import java.util.List;
import tender.core.model.Time;
import tender.experiments.run.RunKey;
import tender.experiments.run.SeededExperiment;

/**
 * Every combination of market, estimate error, kind of site, policy and seed. A seed draws the days
 * of the trace, the bags and which estimates are wrong, and draws the same ones for every kind of
 * site and policy.
 *
 * @param clusters number of clusters in each market
 * @param localLoad work of the local jobs as a fraction of the clusters' capacity
 * @param bags number of external bags over all days
 * @param policies names of composition policies
 * @param seeds number of seeds, which are 1, 2, …
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
    int seeds)
    implements SeededExperiment<PromisesExperiment.Key> {
  public PromisesExperiment {
    markets = List.copyOf(markets);
    estimateErrors = List.copyOf(estimateErrors);
    siteKinds = List.copyOf(siteKinds);
    policies = List.copyOf(policies);
  }

  /** The experiment as reported. */
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

  /** The same experiment with another number of seeds. */
  public PromisesExperiment withSeeds(int otherSeeds) {
    return new PromisesExperiment(
        markets, estimateErrors, siteKinds, policies, clusters, days, localLoad, bags, otherSeeds);
  }

  /** The end of the period in which load and utilisation count. */
  long horizonMillis() {
    return days * Time.DAY_MILLIS;
  }

  /** Identifies one run. */
  public record Key(
      TraceMarket market,
      EstimateErrorModel estimateError,
      SiteKind siteKind,
      String policy,
      int seed)
      implements RunKey {
    @Override
    public String toString() {
      return joined("-");
    }

    Key withSeed(int otherSeed) {
      return new Key(market, estimateError, siteKind, policy, otherSeed);
    }

    String cells() {
      return joined(",");
    }

    private String joined(String separator) {
      return String.join(
          separator, market.id(), estimateError.id(), siteKind.id(), policy, "" + seed);
    }
  }

  @Override
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
