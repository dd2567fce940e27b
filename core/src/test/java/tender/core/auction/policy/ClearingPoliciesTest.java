package tender.core.auction.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tender.core.auction.AuctionFixtures;
import tender.core.auction.Clearing;
import tender.core.auction.ClearingPolicy;
import tender.core.auction.Cycle;
import tender.core.auction.QueueId;
import tender.core.auction.QueueReport;
import tender.core.auction.WaitingJob;
import tender.core.model.BagId;
import tender.core.profile.ArrayProfile;

/** Properties of every policy, on random markets. */
class ClearingPoliciesTest {
  private static final int MARKETS = 200;

  static Set<String> names() {
    return ClearingPolicies.all().keySet();
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyJobIsClearedOnceAndNoQueueIsOverbooked(String name) {
    for (long seed = 0; seed < MARKETS; seed++) {
      Cycle cycle = AuctionFixtures.draw(seed, 60, 12);
      Clearing clearing = policy(name).clear(cycle);
      Set<BagId> seen = new HashSet<>();
      clearing.matches().forEach(match -> assertThat(seen.add(match.job().id())).isTrue());
      clearing.waiting().forEach(bid -> assertThat(seen.add(bid.job().id())).isTrue());
      clearing.infeasible().forEach(job -> assertThat(seen.add(job.id())).isTrue());
      assertThat(seen).hasSize(cycle.jobs().size());
      assertThat(clearing.asks()).hasSize(cycle.queues().size());
      requireRoom(cycle, clearing);
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void allTasksOfBagAreMatchedOrNone(String name) {
    for (long seed = 0; seed < MARKETS; seed++) {
      Cycle cycle = AuctionFixtures.drawBags(seed, 40, 12);
      Clearing clearing = policy(name).clear(cycle);
      Map<WaitingJob, Integer> matched = new HashMap<>();
      for (Clearing.Match match : clearing.matches()) {
        matched.merge(match.job(), match.tasks(), Integer::sum);
      }
      matched.forEach((job, tasks) -> assertThat(tasks).isEqualTo(job.tasks()));
      assertThat(clearing.waiting()).noneMatch(bid -> matched.containsKey(bid.job()));
      assertThat(matched.size() + clearing.waiting().size() + clearing.infeasible().size())
          .isEqualTo(cycle.jobs().size());
      requireRoom(cycle, clearing);
    }
  }

  /** The order of this policy does not depend on the other jobs. */
  @Test
  void bagWithoutMatchTakesNothingFromOthers() {
    ClearingPolicy policy = policy("late-binding");
    for (long seed = 0; seed < MARKETS; seed++) {
      Cycle cycle = AuctionFixtures.drawBags(seed, 40, 12);
      Clearing clearing = policy.clear(cycle);
      Set<WaitingJob> matched = new HashSet<>();
      clearing.matches().forEach(match -> matched.add(match.job()));
      List<WaitingJob> others = cycle.jobs().stream().filter(matched::contains).toList();
      Cycle without = new Cycle(cycle.nowMillis(), others, cycle.queues());
      assertThat(policy.clear(without).matches()).isEqualTo(clearing.matches());
    }
  }

  /** A profile throws if the processors are not free. */
  private static void requireRoom(Cycle cycle, Clearing clearing) {
    Map<QueueId, QueueReport> reports = new HashMap<>();
    Map<QueueId, ArrayProfile> free = new HashMap<>();
    for (QueueReport report : cycle.queues()) {
      reports.put(report.id(), report);
      free.put(report.id(), report.free(cycle.nowMillis()));
    }
    for (Clearing.Match match : clearing.matches()) {
      long runMillis =
          reports.get(match.queue()).cluster().durationMillis(match.job().estimateMillis());
      free.get(match.queue())
          .take(
              match.startMillis(),
              match.startMillis() + runMillis,
              match.tasks() * match.job().processors());
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void clearingIsDeterministic(String name) {
    Cycle cycle = AuctionFixtures.draw(7, 60, 12);
    assertThat(policy(name).clear(cycle)).isEqualTo(policy(name).clear(cycle));
  }

  @Test
  void deadlineAwarePoliciesMatchNoLateJob() {
    for (String name : List.of("dam", "dam-additive", "late-binding")) {
      for (long seed = 0; seed < MARKETS; seed++) {
        Cycle cycle = AuctionFixtures.draw(seed, 60, 12);
        Map<QueueId, QueueReport> reports = new HashMap<>();
        cycle.queues().forEach(report -> reports.put(report.id(), report));
        for (Clearing.Match match : policy(name).clear(cycle).matches()) {
          assertThat(
                  match.job().endsInTime(reports.get(match.queue()).cluster(), match.startMillis()))
              .isTrue();
        }
      }
    }
  }

  @Test
  void baselinesServeInTheirOwnOrder() {
    List<WaitingJob> jobs =
        List.of(
            AuctionFixtures.job("short", 8, 10, 500, 10),
            AuctionFixtures.job("urgent", 8, 100, 200, 20),
            AuctionFixtures.job("valuable", 8, 200, 900, 99));
    Cycle cycle = new Cycle(0, jobs, List.of(AuctionFixtures.queue("one", 8, 8, 0)));
    assertThat(firstOf("sjf", cycle)).isEqualTo("short");
    assertThat(firstOf("edf-fq", cycle)).isEqualTo("urgent");
    assertThat(firstOf("hvfq", cycle)).isEqualTo("valuable");
  }

  @Test
  void fairShareBelowNeedGetsNoMatch() {
    List<WaitingJob> jobs =
        List.of(
            AuctionFixtures.job("wide", 6, 10, 500, 10),
            AuctionFixtures.job("narrow", 2, 10, 500, 10));
    Cycle cycle = new Cycle(0, jobs, List.of(AuctionFixtures.queue("one", 8, 8, 0)));
    Clearing clearing = policy("fair-share").clear(cycle);
    assertThat(clearing.matches())
        .extracting(match -> match.job().id().value())
        .containsExactly("narrow");
    assertThat(clearing.waiting())
        .extracting(bid -> bid.job().id().value())
        .containsExactly("wide");
  }

  @Test
  void lateBindingMatchesOnlyJobsThatStartNow() {
    Cycle cycle =
        new Cycle(
            0,
            List.of(
                AuctionFixtures.job("a", 4, 10, 500, 10), AuctionFixtures.job("b", 4, 10, 600, 10)),
            List.of(
                AuctionFixtures.queue("later", 8, 8, 20), AuctionFixtures.queue("now", 5, 5, 0)));
    Clearing clearing = policy("late-binding").clear(cycle);
    assertThat(clearing.matches())
        .extracting(match -> match.job().id().value())
        .containsExactly("a");
    assertThat(clearing.matches().getFirst().startMillis()).isZero();
  }

  private static String firstOf(String name, Cycle cycle) {
    return policy(name).clear(cycle).matches().getFirst().job().id().value();
  }

  private static ClearingPolicy policy(String name) {
    return ClearingPolicies.all().get(name);
  }
}
