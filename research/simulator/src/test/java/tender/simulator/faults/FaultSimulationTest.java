package tender.simulator.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.simulator.faults.seed.FaultScenario;

/** Simulations without planted bugs, which must not violate any invariant. */
final class FaultSimulationTest {

  /** A quick check: CI searches 20,000 seeds with {@code tender-research fault-test}. */
  @Test
  void smallSimulationsViolateNothing() {
    run(FaultScenario.SMALL, 200);
  }

  @Test
  void simulationsWithFactorsViolateNothing() {
    long promised = 0;
    for (long seed = 0; seed < 100; seed++) {
      FaultRun run = FaultSimulation.run(seed, FaultScenario.FACTORS);
      assertThat(run.violation()).as("seed " + seed).isEmpty();
      promised += run.bagCounts().promised();
    }
    assertThat(promised).as("most bags have factors").isGreaterThan(200);
  }

  @Test
  void simulationsWithHostsViolateNothing() {
    for (long seed = 0; seed < 100; seed++) {
      FaultRun run = FaultSimulation.run(seed, FaultScenario.HOSTS);
      assertThat(run.violation()).as("seed " + seed).isEmpty();
    }
  }

  @Tag("slow")
  @Test
  void largeSimulationsViolateNothing() {
    run(FaultScenario.LARGE, 50);
  }

  private static void run(FaultScenario scenario, int seeds) {
    FaultRun.BagCounts counts = FaultRun.BagCounts.NONE;
    for (long seed = 0; seed < seeds; seed++) {
      FaultRun run = FaultSimulation.run(seed, scenario);
      assertThat(run.violation()).as("seed " + seed).isEmpty();
      counts = counts.plus(run.bagCounts());
    }
    // Simulations without kept and broken promises would prove nothing.
    assertThat(counts.kept()).isGreaterThan(seeds);
    assertThat(counts.breached()).isGreaterThan(seeds / 10);
    assertThat(counts.kept() + counts.breached()).isEqualTo(counts.promised());
  }

  /** Resending only saves time: lost messages are also repeated after a timeout. */
  @Tag("slow")
  @Test
  void sendingMessagesOnceViolatesNothing() {
    FaultInjectionHooks sentOnce =
        new FaultInjectionHooks() {
          @Override
          public boolean sendsUntilAcknowledged() {
            return false;
          }
        };
    for (long seed = 0; seed < 1_000; seed++) {
      assertThat(FaultSimulation.run(seed, FaultScenario.SMALL, sentOnce, null).violation())
          .as("seed " + seed)
          .isEmpty();
    }
  }

  @Test
  void sameSeedGivesSameRun() {
    for (long seed = 0; seed < 100; seed++) {
      FaultRun first = FaultSimulation.run(seed, FaultScenario.SMALL);
      FaultRun second = FaultSimulation.run(seed, FaultScenario.SMALL);
      assertThat(second.hash()).as("seed " + seed).isEqualTo(first.hash());
      assertThat(second.events()).as("seed " + seed).isEqualTo(first.events());
      assertThat(second.faults()).as("seed " + seed).isEqualTo(first.faults());
      assertThat(second.bagCounts()).as("seed " + seed).isEqualTo(first.bagCounts());
    }
  }

  @Test
  void tracingDoesNotChangeTheRun() {
    StringBuilder trace = new StringBuilder();
    FaultRun untraced = FaultSimulation.run(7, FaultScenario.SMALL);
    FaultRun traced =
        FaultSimulation.run(7, FaultScenario.SMALL, FaultInjectionHooks.NONE, trace::append);
    assertThat(traced.hash()).isEqualTo(untraced.hash());
    assertThat(trace).isNotEmpty();
  }
}
