package tender.experiments.auction;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import tender.core.auction.ClearingPolicy;
import tender.core.auction.Valuation;
import tender.core.auction.policy.ClearingPolicies;
import tender.core.auction.policy.DoubleAuction;
import tender.core.model.Time;
import tender.experiments.run.RunKey;
import tender.experiments.run.SeededExperiment;

/**
 * The scenarios, policies and seeds of the auction experiment.
 *
 * @param jobs number of jobs in the standard scenario
 * @param seeds number of seeds, which are 1, 2, … and draw deadlines, valuations and prices
 */
public record AuctionExperiment(int jobs, int seeds)
    implements SeededExperiment<AuctionExperiment.Key> {
  /**
   * With this number, jobs with the lowest valuations succeed about as often as in the paper, which
   * does not state its number.
   */
  private static final int STANDARD_JOBS = 5_000;

  private static final int PAPER_SEEDS = 5;

  static final String DOUBLE_AUCTION = "dam";
  static final String ADDITIVE = "dam-additive";
  static final String LATE_BINDING = "late-binding";

  /** Other readings of the valuation and of Algorithm 1, in the standard scenario only. */
  private static final SequencedMap<String, ClearingPolicy> READINGS = new LinkedHashMap<>();

  static final String ADDITIVE_NORMALISED = "dam-additive-normalised";
  static final String FIXED_ASKS = "dam-fixed-asks";
  static final String ADDITIVE_FIXED_ASKS = "dam-additive-fixed-asks";
  static final String ADDITIVE_NORMALISED_FIXED_ASKS = "dam-additive-normalised-fixed-asks";

  static {
    DoubleAuction.AskUpdate once = DoubleAuction.AskUpdate.ONCE_A_CYCLE;
    READINGS.put(ADDITIVE_NORMALISED, new DoubleAuction(Valuation.Form.NORMALISED_SUM));
    READINGS.put(FIXED_ASKS, new DoubleAuction(Valuation.Form.PRODUCT, once));
    READINGS.put(ADDITIVE_FIXED_ASKS, new DoubleAuction(Valuation.Form.SUM, once));
    READINGS.put(
        ADDITIVE_NORMALISED_FIXED_ASKS, new DoubleAuction(Valuation.Form.NORMALISED_SUM, once));
  }

  static final List<String> BASELINES = List.of("fair-share", "hvfq", "edf-fq", "fcfs", "sjf");

  private static final double[] JOB_FRACTIONS = {0.2, 0.4, 0.6, 1, 1.5, 2};

  /** The middle of each of the paper's groups. */
  private static final List<Double> URGENCIES = List.of(0.125, 0.375, 0.625, 0.875, 1.5);

  /** From about the capacity of the sites; the paper's own rate, 1, is added last. */
  private static final List<Double> ARRIVAL_RATES = List.of(0.003, 0.01, 0.03, 0.1);

  public static AuctionExperiment paper() {
    return new AuctionExperiment(STANDARD_JOBS, PAPER_SEEDS);
  }

  public AuctionExperiment withSeeds(int otherSeeds) {
    return new AuctionExperiment(jobs, otherSeeds);
  }

  /** The same experiment with another number of jobs, for a shorter trace. */
  public AuctionExperiment withJobs(int otherJobs) {
    return new AuctionExperiment(otherJobs, seeds);
  }

  /** Identifies one run. */
  public record Key(AuctionScenario scenario, String policy, int seed) implements RunKey {
    @Override
    public String toString() {
      return scenario.id() + "-" + policy + "-" + seed;
    }

    String cells() {
      return scenario.id() + "," + policy + "," + seed;
    }
  }

  AuctionScenario standard() {
    return AuctionScenario.ofJobs(jobs);
  }

  List<AuctionScenario> byJobs() {
    List<AuctionScenario> scenarios = new ArrayList<>();
    for (double fraction : JOB_FRACTIONS) {
      scenarios.add(AuctionScenario.ofJobs((int) Math.round(jobs * fraction)));
    }
    return scenarios;
  }

  List<AuctionScenario> byUrgency() {
    return URGENCIES.stream().map(standard()::withUrgency).toList();
  }

  List<AuctionScenario> byArrivalRate() {
    List<AuctionScenario> scenarios = new ArrayList<>();
    ARRIVAL_RATES.forEach(rate -> scenarios.add(standard().withArrivalRate(rate)));
    scenarios.add(standard());
    return scenarios;
  }

  /** Other choices for what the paper leaves open. */
  List<AuctionScenario> alternativeRules() {
    return List.of(
        standard().withCycle(1),
        standard().withCycle(60),
        standard().withLookAhead(10),
        standard().withLookAhead(Time.NEVER));
  }

  /** All scenarios, without duplicates. */
  List<AuctionScenario> scenarios() {
    Set<AuctionScenario> scenarios = new LinkedHashSet<>(byJobs());
    scenarios.addAll(byUrgency());
    scenarios.addAll(byArrivalRate());
    scenarios.addAll(alternativeRules());
    return List.copyOf(scenarios);
  }

  static List<String> policies() {
    List<String> policies = new ArrayList<>(List.of(DOUBLE_AUCTION, ADDITIVE, LATE_BINDING));
    policies.addAll(BASELINES);
    return policies;
  }

  /** The policies that a scenario is run with. */
  List<String> policies(AuctionScenario scenario) {
    List<String> policies = policies();
    if (scenario.equals(standard())) {
      policies.addAll(READINGS.keySet());
    } else if (!byJobs().contains(scenario)) {
      policies.remove(ADDITIVE);
    }
    return policies;
  }

  static ClearingPolicy policy(String name) {
    return Objects.requireNonNull(
        READINGS.containsKey(name) ? READINGS.get(name) : ClearingPolicies.all().get(name));
  }

  @Override
  public List<Key> keys() {
    List<Key> keys = new ArrayList<>();
    for (AuctionScenario scenario : scenarios()) {
      for (String policy : policies(scenario)) {
        for (int seed = 1; seed <= seeds; seed++) {
          keys.add(new Key(scenario, policy, seed));
        }
      }
    }
    return keys;
  }
}
