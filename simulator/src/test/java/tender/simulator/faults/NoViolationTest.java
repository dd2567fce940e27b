package tender.simulator.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Worlds without planted bugs, in which nothing may be violated. */
final class NoViolationTest {

  @Test
  void nothingIsViolatedInSmallWorlds() {
    run(Shape.SMALL, 2_000);
  }

  @Test
  void nothingIsViolatedInLargeWorlds() {
    run(Shape.LARGE, 50);
  }

  private static void run(Shape shape, int seeds) {
    FaultRun.Tally tally = FaultRun.Tally.NONE;
    for (long seed = 0; seed < seeds; seed++) {
      FaultRun run = World.run(seed, shape);
      assertThat(run.violation()).as("seed " + seed).isEmpty();
      tally = tally.plus(run.tally());
    }
    // Worlds in which nothing is promised, kept or broken would show nothing.
    assertThat(tally.kept()).isGreaterThan(seeds);
    assertThat(tally.breached()).isGreaterThan(seeds / 10);
    assertThat(tally.kept() + tally.breached()).isEqualTo(tally.promised());
  }

  /** Sending again saves time; whatever is lost is also asked for again when its time has come. */
  @Test
  void nothingIsViolatedIfMessagesAreSentOnce() {
    Seams sentOnce =
        new Seams() {
          @Override
          public boolean sendsUntilAcknowledged() {
            return false;
          }
        };
    for (long seed = 0; seed < 1_000; seed++) {
      assertThat(World.run(seed, Shape.SMALL, sentOnce, null).violation())
          .as("seed " + seed)
          .isEmpty();
    }
  }

  @Test
  void theSameSeedMakesTheSameWorld() {
    for (long seed = 0; seed < 100; seed++) {
      FaultRun first = World.run(seed, Shape.SMALL);
      FaultRun second = World.run(seed, Shape.SMALL);
      assertThat(second.hash()).as("seed " + seed).isEqualTo(first.hash());
      assertThat(second.events()).as("seed " + seed).isEqualTo(first.events());
      assertThat(second.faults()).as("seed " + seed).isEqualTo(first.faults());
      assertThat(second.tally()).as("seed " + seed).isEqualTo(first.tally());
    }
  }

  @Test
  void tellingWhatHappensChangesNothing() {
    StringBuilder told = new StringBuilder();
    FaultRun silent = World.run(7, Shape.SMALL);
    FaultRun aloud = World.run(7, Shape.SMALL, Seams.NONE, told::append);
    assertThat(aloud.hash()).isEqualTo(silent.hash());
    assertThat(told).isNotEmpty();
  }
}
