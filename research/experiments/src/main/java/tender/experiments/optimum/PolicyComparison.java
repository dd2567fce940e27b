package tender.experiments.optimum;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import tender.core.auction.Clearing;
import tender.core.auction.ClearingPolicy;
import tender.core.auction.Cycle;
import tender.core.auction.QueueReport;
import tender.core.model.Cluster;
import tender.experiments.statistics.Sample;
import tender.workload.random.SplitMix64;

/**
 * Compares policies with the optimum: which share of the largest possible number of jobs each
 * policy places in time.
 */
public final class PolicyComparison {
  private final ExactClearing exact;
  private final Map<String, ClearingPolicy> policies;

  public PolicyComparison(ExactClearing exact, Map<String, ClearingPolicy> policies) {
    this.exact = exact;
    this.policies = policies;
  }

  /**
   * The result for one set of cycle parameters.
   *
   * @param maxPlaced upper bound on the number of placed jobs
   * @param proven number of cycles with a proven optimum
   * @param shares by policy: jobs placed in time as a fraction of the upper bound
   */
  public record Comparison(Sample maxPlaced, int proven, Map<String, Sample> shares) {}

  /** Compares over this number of cycles, generated from seeds 0, 1, … */
  public Comparison compare(CycleParameters shape, int cycles) {
    List<CycleOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < cycles; i++) {
      Cycle cycle = CycleGenerator.generate(shape, SplitMix64.mix(i));
      outcomes.add(new CycleOutcome(cycle, exact.maximiseJobs(cycle)));
    }
    Map<String, Sample> shares = new LinkedHashMap<>();
    policies.forEach(
        (name, policy) -> shares.put(name, sample(outcomes, outcome -> outcome.share(policy))));
    return new Comparison(
        sample(outcomes, outcome -> outcome.optimum.bound()),
        (int) outcomes.stream().filter(outcome -> outcome.optimum.isProven()).count(),
        shares);
  }

  /** Counts only matches that end in time, because not every policy checks deadlines. */
  private static int inTime(Cycle cycle, Clearing clearing) {
    int inTime = 0;
    for (QueueReport queue : cycle.queues()) {
      inTime +=
          (int)
              clearing.matches().stream()
                  .filter(match -> match.queue().equals(queue.id()))
                  .filter(match -> endsInTime(match, queue.cluster()))
                  .count();
    }
    return inTime;
  }

  private static boolean endsInTime(Clearing.Match match, Cluster cluster) {
    long runMillis = cluster.durationMillis(match.job().estimateMillis());
    return match.startMillis() + runMillis <= match.job().deadlineMillis();
  }

  private static Sample sample(List<CycleOutcome> outcomes, ToDoubleFunction<CycleOutcome> value) {
    return Sample.of(outcomes.stream().mapToDouble(value).toArray());
  }

  private record CycleOutcome(Cycle cycle, Optimum optimum) {
    /** Relative to the bound, so that an unproven optimum can only make the share too small. */
    double share(ClearingPolicy policy) {
      return optimum.bound() == 0
          ? 1
          : (double) inTime(cycle, policy.clear(cycle)) / optimum.bound();
    }
  }
}
