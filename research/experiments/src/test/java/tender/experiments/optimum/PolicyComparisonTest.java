package tender.experiments.optimum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import tender.core.auction.Cycle;
import tender.core.auction.QueueReport;
import tender.core.auction.WaitingJob;
import tender.core.auction.policy.ClearingPolicies;
import tender.core.model.FreeSlot;

final class PolicyComparisonTest {
  private static final CycleParameters PARAMETERS = new CycleParameters(24, 3, 2);

  @Test
  void noPolicyIsBetterThanTheOptimum() {
    PolicyComparison.Comparison comparison =
        new PolicyComparison(new ExactClearing(Duration.ofSeconds(30), 1), ClearingPolicies.all())
            .compare(PARAMETERS, 3);

    assertThat(comparison.shares().keySet()).isEqualTo(ClearingPolicies.all().keySet());
    assertThat(comparison.shares().values())
        .allSatisfy(share -> assertThat(share.mean()).isBetween(0.0, 1.0));
    assertThat(comparison.maxPlaced().mean()).isBetween(1.0, 24.0);
  }

  @Test
  void cyclesHaveTheRequestedScarcity() {
    double demandPerSupply = 0;
    for (int seed = 0; seed < 200; seed++) {
      Cycle cycle = CycleGenerator.generate(PARAMETERS, seed);
      assertThat(cycle.jobs()).hasSize(24);
      assertThat(cycle.queues())
          .hasSize(3)
          .allSatisfy(PolicyComparisonTest::slotsCoverAllProcessors);
      double demand = cycle.jobs().stream().mapToInt(WaitingJob::processors).sum();
      demandPerSupply += demand / cycle.supply() / 200;
    }
    assertThat(demandPerSupply).isCloseTo(2, within(0.1));
  }

  private static void slotsCoverAllProcessors(QueueReport queue) {
    assertThat(queue.slots().stream().mapToInt(FreeSlot::processors).sum())
        .isEqualTo(queue.cluster().processors());
  }

  @Test
  void sameSeedGivesSameCycle() {
    assertThat(CycleGenerator.generate(PARAMETERS, 7))
        .isEqualTo(CycleGenerator.generate(PARAMETERS, 7));
    assertThat(CycleGenerator.generate(PARAMETERS, 7))
        .isNotEqualTo(CycleGenerator.generate(PARAMETERS, 8));
  }
}
