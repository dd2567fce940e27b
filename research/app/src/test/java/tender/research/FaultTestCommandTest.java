package tender.research;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.cli.CommandLines;

/** {@code tender-research fault-test}. */
final class FaultTestCommandTest {
  @Test
  void runsWorldsAndPrintsTotals() {
    CommandRun run = CommandRun.of("fault-test", "--seeds", "20", "--threads", "2");

    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(CommandLines.OK);
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .startsWith("Seeds 1 to 20, small worlds.")
        .contains("messages lost", "events", "virtual time", "promises kept", "hash of all worlds")
        .endsWith("\n0 violations in 20 worlds\n");
  }

  @Test
  void printsTotalsAsJson() {
    CommandRun run =
        CommandRun.of("fault-test", "--seeds", "20", "--first-seed", "7", "-o", "json");

    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(CommandLines.OK);
    assertThat(run.json().propertyNames())
        .containsExactly(
            "world", "firstSeed", "worlds", "requested", "totals", "worldsPerCpuSecond", "hash");
    assertThat(run.json().get("world").asString()).isEqualTo("small");
    assertThat(run.json().get("firstSeed").asLong()).isEqualTo(7);
    assertThat(run.json().get("worlds").asInt()).isEqualTo(20);
    assertThat(run.json().get("hash").asString()).matches("[0-9a-f]{16}");
    var totals = run.json().get("totals");
    assertThat(totals.propertyNames())
        .containsExactly(
            "faults",
            "events",
            "virtualTime",
            "bags",
            "promisesGiven",
            "promisesKept",
            "promisesBroken",
            "results",
            "violations");
    assertThat(totals.get("faults").get("message-lost").asLong()).isPositive();
    assertThat(totals.get("bags").asLong()).isGreaterThan(20);
    assertThat(totals.get("promisesGiven").asLong())
        .isPositive()
        .isEqualTo(totals.get("promisesKept").asLong() + totals.get("promisesBroken").asLong());
    assertThat(totals.get("violations").isEmpty()).isTrue();
  }

  @Test
  void resultDoesNotDependOnThreads() {
    CommandRun alone = CommandRun.of("fault-test", "--seeds", "20", "--threads", "1", "-o", "json");
    CommandRun together =
        CommandRun.of("fault-test", "--seeds", "20", "--threads", "7", "-o", "json");
    CommandRun others =
        CommandRun.of("fault-test", "--seeds", "20", "--first-seed", "2", "-o", "json");

    assertThat(together.json().get("hash")).isEqualTo(alone.json().get("hash"));
    assertThat(together.json().get("totals")).isEqualTo(alone.json().get("totals"));
    assertThat(others.json().get("hash")).isNotEqualTo(alone.json().get("hash"));
  }

  @Test
  void replayShowsEventsAndIsReproducible() {
    CommandRun run = CommandRun.of("fault-test", "--seed", "3");

    assertThat(run.exitCode()).as(run.out()).isEqualTo(CommandLines.OK);
    assertThat(run.out())
        .startsWith("00:0")
        .contains("submits bag0", "fault period over", "Outcome")
        .contains("A second run has the same hash.")
        .endsWith("\n0 violations in 1 world\n");
    assertThat(CommandRun.of("fault-test", "--seed", "3").out()).isEqualTo(run.out());
    assertThat(CommandRun.of("fault-test", "--seed", "4").out()).isNotEqualTo(run.out());
  }

  @Test
  void replayAsJsonContainsTrace() {
    CommandRun run = CommandRun.of("fault-test", "--seed", "3", "--world", "large", "-o", "json");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(CommandLines.OK);
    assertThat(run.json().propertyNames())
        .containsExactly("world", "seed", "trace", "totals", "hash", "secondHash");
    assertThat(run.json().get("world").asString()).isEqualTo("large");
    assertThat(run.json().get("trace").size()).isGreaterThan(100);
    assertThat(run.json().get("secondHash")).isEqualTo(run.json().get("hash"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --seeds 0             | --seeds is 0, but must be from 1 to 10,000,000.
          --seeds 10000001      | --seeds is 10000001, but must be from 1 to 10,000,000.
          --seeds many          | must be a whole number
          --first-seed -1            | --first-seed is -1, but must be from 0 to
          --threads 0           | --threads is 0, but must be from 1 to 256.
          --threads 257         | --threads is 257, but must be from 1 to 256.
          --seed -1             | --seed is -1, but must be from 0 to
          --seed 9999999999999999 | --seed is 9999999999999999, but must be from 0 to
          --seed 3 --seeds 4    | --seed 3 shows one world, but --seeds is for many worlds. Leave out
          --first-seed 4 --seed 3    | --seed 3 shows one world, but --first-seed is for many worlds. Leave out
          --seed 3 --threads 2  | --seed 3 shows one world, but --threads is for many worlds. Leave out
          --world huge          | must be one of small, factors, hosts, large
          """)
  void rejectsInvalidOptions(String options, String named) {
    CommandRun run = CommandRun.of(("fault-test " + options).split(" "));

    assertThat(run.exitCode()).as(run.out()).isEqualTo(CommandLines.USAGE);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(named).contains("tender-research fault-test --help");
  }
}
