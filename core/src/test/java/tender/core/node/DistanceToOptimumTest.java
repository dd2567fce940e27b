package tender.core.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import tender.core.node.schedule.NodeConservativeScheduler;
import tender.core.resource.NodeCluster;

/** How far plans in order of arrival are from the best plan, on instances small enough to solve. */
class DistanceToOptimumTest {
  private static final int INSTANCES = 12;

  @Test
  void listPlanIsNearOptimum(TestReporter reporter) {
    double[] makespanRatios = new double[INSTANCES];
    double[] sumRatios = new double[INSTANCES];
    int measured = 0;
    for (long seed = 0; measured < INSTANCES; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      NodeCluster cluster = RandomNodes.cluster(random);
      if (cluster.nodes() == 2 || cluster.nodes() == 3) {
        List<NodeJob> jobs = RandomNodes.jobs(random, cluster, cluster.nodes() == 2 ? 6 : 5, 1, 0);
        ExhaustiveSearch.Optimum best = ExhaustiveSearch.find(cluster, jobs);
        List<NodeUse> plan = listPlan(cluster, jobs);
        long makespanMillis = plan.stream().mapToLong(NodeUse::endMillis).max().orElseThrow();
        long sumMillis = plan.stream().mapToLong(NodeUse::endMillis).sum();
        makespanRatios[measured] = (double) makespanMillis / best.makespanMillis();
        sumRatios[measured] = (double) sumMillis / best.sumMillis();
        measured++;
      }
    }
    reporter.publishEntry("makespan by optimum", distribution(makespanRatios));
    reporter.publishEntry("sum of completions by optimum", distribution(sumRatios));
    // The search tries the list plan's order and nodes too, so that nothing is below 1.
    assertThat(Arrays.stream(makespanRatios).min().orElseThrow()).isGreaterThanOrEqualTo(1);
    assertThat(Arrays.stream(sumRatios).min().orElseThrow()).isGreaterThanOrEqualTo(1);
    assertThat(Arrays.stream(makespanRatios).average().orElseThrow()).isLessThan(1.25);
    assertThat(Arrays.stream(makespanRatios).max().orElseThrow()).isLessThan(2.5);
    assertThat(Arrays.stream(sumRatios).average().orElseThrow()).isLessThan(1.6);
  }

  private static List<NodeUse> listPlan(NodeCluster cluster, List<NodeJob> jobs) {
    NodeConservativeScheduler scheduler =
        new NodeConservativeScheduler(NodeProfile.of(0, cluster), true);
    jobs.forEach(job -> scheduler.submit(job, 0));
    List<NodeUse> plan = new ArrayList<>();
    scheduler.forEachPlanned((job, placement) -> plan.add(NodeUse.of(job, placement)));
    assertThat(NodePlanVerifier.verify(cluster, 0, List.of(), plan)).isEmpty();
    return plan;
  }

  private static String distribution(double[] ratios) {
    double[] sorted = ratios.clone();
    Arrays.sort(sorted);
    long optimal = Arrays.stream(sorted).filter(ratio -> ratio == 1).count();
    return "optimal in "
        + optimal
        + " of "
        + sorted.length
        + ", median "
        + rounded(sorted[sorted.length / 2])
        + ", 90th percentile "
        + rounded(sorted[sorted.length * 9 / 10])
        + ", mean "
        + rounded(Arrays.stream(sorted).average().orElseThrow())
        + ", worst "
        + rounded(sorted[sorted.length - 1]);
  }

  private static double rounded(double ratio) {
    return Math.round(ratio * 1_000) / 1_000.0;
  }
}
