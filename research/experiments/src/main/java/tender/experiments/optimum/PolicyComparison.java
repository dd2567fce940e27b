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

/** How many jobs the policies place in time, of as many as can be. */
public final class PolicyComparison {
  private final ExactClearing exact;
  private final Map<String, ClearingPolicy> policies;

  public PolicyComparison(ExactClearing exact, Map<String, ClearingPolicy> policies) {
    this.exact = exact;
    this.policies = policies;
  }

  /**
   * What policies reach of the optimum.
   *
   * @param demandPerSupply the scarcity as it was drawn: no job is wider than the widest queue
   * @param mostPlaced how many jobs at most
   * @param proven in how many of the cycles that is proved to be possible
   * @param solverMillis how long the solver took
   * @param shares by policy: of as many jobs as can be placed, those which it places in time
   */
  public record Comparison(
      CycleParameters shape,
      Sample demandPerSupply,
      Sample maxPlaced,
      int proven,
      Sample solverMillis,
      Map<String, Sample> shares) {}

  /** Over so many cycles, drawn for seeds from 0 on. */
  public Comparison compare(CycleParameters shape, int cycles) {
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < cycles; i++) {
      Cycle cycle = CycleGenerator.generate(shape, SplitMix64.mix(i));
      outcomes.add(new Outcome(cycle, exact.maximiseJobs(cycle)));
    }
    Map<String, Sample> shares = new LinkedHashMap<>();
    policies.forEach(
        (name, policy) -> shares.put(name, sample(outcomes, outcome -> outcome.share(policy))));
    return new Comparison(
        shape,
        sample(outcomes, Outcome::demandPerSupply),
        sample(outcomes, outcome -> outcome.optimum.bound()),
        (int) outcomes.stream().filter(outcome -> outcome.optimum.isProven()).count(),
        sample(outcomes, outcome -> outcome.optimum.wallMillis()),
        shares);
  }

  /** Not every policy asks whether a job will end in time; a match that will not is none here. */
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

  private static Sample sample(List<Outcome> outcomes, ToDoubleFunction<Outcome> value) {
    return Sample.of(outcomes.stream().mapToDouble(value).toArray());
  }

  private record Outcome(Cycle cycle, Optimum optimum) {
    double demandPerSupply() {
      long demand = cycle.jobs().stream().mapToLong(job -> job.processors()).sum();
      return (double) demand / cycle.supply();
    }

    /** Of the bound, so that it is too small rather than too large where nothing was proved. */
    double share(ClearingPolicy policy) {
      return optimum.bound() == 0
          ? 1
          : (double) inTime(cycle, policy.clear(cycle)) / optimum.bound();
    }
  }
}
