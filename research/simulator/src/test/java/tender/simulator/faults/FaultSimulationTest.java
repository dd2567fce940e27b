package tender.simulator.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Worlds without planted bugs, in which nothing may be violated. */
final class FaultSimulationTest {

  @Test
  void nothingIsViolatedInSmallWorlds() {
    run(FaultScenario.SMALL, 2_000);
  }

  @Test
  void nothingIsViolatedInLargeWorlds() {
    run(FaultScenario.LARGE, 50);
  }

  private static void run(FaultScenario shape, int seeds) {
    FaultRun.BagCounts tally = FaultRun.BagCounts.NONE;
    for (long seed = 0; seed < seeds; seed++) {
      FaultRun run = FaultSimulation.run(seed, shape);
      assertThat(run.violation()).as("seed " + seed).isEmpty();
      tally = tally.plus(run.bagCounts());
    }
    // Worlds in which nothing is promised, kept or broken would show nothing.
    assertThat(tally.kept()).isGreaterThan(seeds);
    assertThat(tally.breached()).isGreaterThan(seeds / 10);
    assertThat(tally.kept() + tally.breached()).isEqualTo(tally.promised());
  }

  /** Sending again saves time; whatever is lost is also asked for again when its time has come. */
  @Test
  void nothingIsViolatedIfMessagesAreSentOnce() {
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
  void theSameSeedMakesTheSameWorld() {
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
  void tellingWhatHappensChangesNothing() {
    StringBuilder told = new StringBuilder();
    FaultRun silent = FaultSimulation.run(7, FaultScenario.SMALL);
    FaultRun aloud = FaultSimulation.run(7, FaultScenario.SMALL, FaultInjectionHooks.NONE, told::append);
    assertThat(aloud.hash()).isEqualTo(silent.hash());
    assertThat(told).isNotEmpty();
  }
}
