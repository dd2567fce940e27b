package tender.experiments.offers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tender.experiments.claims.PaperClaim;
import tender.experiments.claims.Verdict;
import tender.experiments.definition.OffersExperiment;
import tender.experiments.definition.OffersRunKey;
import tender.experiments.run.MeasuredRun;

/** Results that agree with every claim of the paper; each test changes some of them. */
final class OffersClaimsTest {
  private final OffersExperiment experiment = SmallOffersExperiment.withSeeds(4);
  private final Map<String, Double> local = new HashMap<>();
  private final Map<String, Double> external = new HashMap<>();
  private final Map<String, Double> work = new HashMap<>();
  private final Map<String, Double> all = new HashMap<>();
  private final Map<String, Double> delay = new HashMap<>();
  private final Map<String, Double> clusters = new HashMap<>();
  private final Map<String, Double> utilisation = new HashMap<>();

  OffersClaimsTest() {
    put(local, 10, 15, 10.2, 10.1);
    put(external, 30, 10, 10, 10);
    put(work, 20, 15, 14, 14);
    put(all, 12, 11, 10, 9.8);
    put(delay, 1_000, 700, 600, 450);
    put(clusters, 2, 3, 4, 4);
    put(utilisation, 95, 95.1, 94.7, 95.2);
  }

  @Test
  void allClaimsHoldForThePapersResults() {
    assertThat(verdicts().values()).containsOnly(Verdict.HOLDS);
    assertThat(claims()).extracting(PaperClaim::explanation).containsOnly("");
  }

  @Test
  void reductionBelowHalfHoldsOnlyInDirection() {
    delay.put("dplbv2", 650.0);

    assertThat(verdicts()).containsEntry("O1", Verdict.HOLDS_IN_DIRECTION);
  }

  @Test
  void moreDelayUnderOnePolicyRefutesTheClaim() {
    delay.put("plb", 1_100.0);

    PaperClaim claim = claims().getFirst();
    assertThat(claim.verdict()).isEqualTo(Verdict.DOES_NOT_HOLD);
    assertThat(claim.explanation()).contains("schema 1 PLB −10.0");
  }

  @Test
  void contradictingResultsRefuteEachClaim() {
    put(local, 16, 15, 19, 19);
    put(external, 10, 11, 10, 10);
    put(work, 14, 15, 14, 14);
    put(all, 11, 12, 10, 13);
    put(utilisation, 95, 95.1, 93, 95.2);
    put(clusters, 2, 3, 2, 4);

    Map<String, Verdict> verdicts = verdicts();
    assertThat(verdicts).containsEntry("O1", Verdict.HOLDS);
    for (String id : List.of("O2", "O2b", "O2c", "O3", "O4", "O5", "O6", "O7")) {
      assertThat(verdicts).as(id).containsEntry(id, Verdict.DOES_NOT_HOLD);
    }
    assertThat(claims())
        .filteredOn(c -> !c.id().equals("O1"))
        .noneMatch(c -> c.explanation().isEmpty());
  }

  @Test
  void closerThanPlbAndLargeGainHoldInDirection() {
    put(local, 10, 15, 12, 10.1);
    put(all, 12, 11, 10, 7);

    assertThat(verdicts())
        .containsEntry("O4", Verdict.HOLDS_IN_DIRECTION)
        .containsEntry("O5", Verdict.HOLDS_IN_DIRECTION);
  }

  @Test
  void utilisationClaimNamesLargeDifferences() {
    utilisation.put("dplb", 93.0);

    assertThat(utilisation(experiment).explanation())
        .isEqualTo(
            "Differs by a point or more, or not shown to be less:"
                + " schema 1 DPLB −2.00 ± 0.00; schema 1 DPLB above PLB −2.10 ± 0.00;"
                + " schema 1 DPLBV2 above DPLB +2.20 ± 0.00; schema 2 DPLB −2.00 ± 0.00;"
                + " schema 2 DPLB above PLB −2.10 ± 0.00; schema 2 DPLBV2 above DPLB +2.20 ± 0.00.");
  }

  /** Both are within a point of FreeTimeSlots, but not of each other. */
  @Test
  void utilisationIsComparedBetweenAllPolicies() {
    put(utilisation, 95, 95.7, 94.4, 95);

    PaperClaim claim = utilisation(experiment);
    assertThat(claim.verdict()).isEqualTo(Verdict.DOES_NOT_HOLD);
    assertThat(claim.explanation()).contains("schema 1 DPLB above PLB −1.30");
  }

  @Test
  void fewerJobsByCountAreApartFromExternalJobs() {
    put(all, 11, 12, 10, 9.8);

    assertThat(verdicts())
        .containsEntry("O2", Verdict.HOLDS)
        .containsEntry("O2b", Verdict.DOES_NOT_HOLD)
        .containsEntry("O2c", Verdict.HOLDS);
  }

  @Test
  void oneSeedShowsEqualUtilisationOnlyInDirection() {
    PaperClaim claim = utilisation(SmallOffersExperiment.withSeeds(1));

    assertThat(claim.verdict()).isEqualTo(Verdict.HOLDS_IN_DIRECTION);
    assertThat(claim.explanation())
        .startsWith("Differs by a point or more, or not shown to be less: schema 1 PLB +0.10;")
        .endsWith("schema 2 DPLBV2 above DPLB +0.50.");
  }

  private static void put(
      Map<String, Double> values, double slots, double plb, double dplb, double dplbv2) {
    values.put("free-time-slots", slots);
    values.put("plb", plb);
    values.put("dplb", dplb);
    values.put("dplbv2", dplbv2);
  }

  private Map<String, Verdict> verdicts() {
    return claims().stream().collect(Collectors.toMap(PaperClaim::id, PaperClaim::verdict));
  }

  private PaperClaim utilisation(OffersExperiment of) {
    return claims(of).stream().filter(claim -> claim.id().equals("O6")).findFirst().orElseThrow();
  }

  private List<PaperClaim> claims() {
    return claims(experiment);
  }

  private List<PaperClaim> claims(OffersExperiment of) {
    return OffersClaims.check(new OffersSummary(of, of.keys().stream().map(this::result).toList()));
  }

  /** A result with small noise over the seeds, and fewer clusters under the tighter schema. */
  private MeasuredRun<OffersRunKey> result(OffersRunKey key) {
    SequencedMap<String, Double> values = new LinkedHashMap<>();
    ScopedMetric.ALL.forEach(column -> values.put(column.id(), 0.0));
    String policy = key.policy().id();
    double noise = 0.01 * key.seed();
    double tight = key.schema().id().equals("schema-2") ? 0.5 : 0;
    put(values, LoadScope.LOCAL, OffersMetric.JOBS_DELAYED_PERCENT, local.get(policy) + noise);
    put(
        values,
        LoadScope.EXTERNAL,
        OffersMetric.JOBS_DELAYED_PERCENT,
        external.get(policy) + noise);
    put(values, LoadScope.GLOBAL, OffersMetric.JOBS_DELAYED_PERCENT, all.get(policy) - noise);
    put(values, LoadScope.GLOBAL, OffersMetric.WORK_DELAYED_PERCENT, work.get(policy) + noise);
    put(values, LoadScope.EXTERNAL, OffersMetric.WEIGHTED_DELAY, delay.get(policy) + noise);
    put(values, LoadScope.EXTERNAL, OffersMetric.CLUSTERS_PER_BAG, clusters.get(policy) - tight);
    put(
        values,
        LoadScope.GLOBAL,
        OffersMetric.UTILISATION_PERCENT,
        utilisation.get(policy) + noise);
    return new MeasuredRun<>(key, values);
  }

  private static void put(
      Map<String, Double> values, LoadScope scope, OffersMetric metric, double value) {
    values.put(new ScopedMetric(scope, metric).id(), value);
  }
}
