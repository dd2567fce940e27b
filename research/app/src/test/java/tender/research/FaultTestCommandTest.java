package tender.research;

import tender.cli.CommandRun;
import tender.cli.TenderCommand;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code tender faults}. */
final class FaultTestCommandTest {
  @Test
  void runsWorldsAndSaysWhatHappenedInThem() {
    CommandRun run = CommandRun.of("faults", "--seeds", "20", "--threads", "2");

    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(TenderCommand.OK);
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .startsWith("Seeds 1 to 20, small worlds.")
        .contains("messages lost", "events", "virtual time", "promises kept", "hash of all worlds")
        .endsWith("\n0 violations in 20 worlds\n");
  }

  @Test
  void theAnswerForProgramsHasAllOfIt() {
    CommandRun run = CommandRun.of("faults", "--seeds", "20", "--first", "7", "-o", "json");

    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(TenderCommand.OK);
    assertThat(run.json().propertyNames())
        .containsExactly(
            "world", "firstSeed", "worlds", "asked", "totals", "worldsPerCpuSecond", "hash");
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
  void theResultDoesNotDependOnTheNumberOfThreads() {
    CommandRun alone = CommandRun.of("faults", "--seeds", "20", "--threads", "1", "-o", "json");
    CommandRun together = CommandRun.of("faults", "--seeds", "20", "--threads", "7", "-o", "json");
    CommandRun others = CommandRun.of("faults", "--seeds", "20", "--first", "2", "-o", "json");

    assertThat(together.json().get("hash")).isEqualTo(alone.json().get("hash"));
    assertThat(together.json().get("totals")).isEqualTo(alone.json().get("totals"));
    assertThat(others.json().get("hash")).isNotEqualTo(alone.json().get("hash"));
  }

  @Test
  void aWorldIsShownEventByEventAndIsTheSameAgain() {
    CommandRun run = CommandRun.of("faults", "--seed", "3");

    assertThat(run.exitCode()).as(run.out()).isEqualTo(TenderCommand.OK);
    assertThat(run.out())
        .startsWith("00:0")
        .contains("hands in bag0", "the faults are over", "What happened")
        .contains("A second run has the same hash.")
        .endsWith("\n0 violations in 1 world\n");
    assertThat(CommandRun.of("faults", "--seed", "3").out()).isEqualTo(run.out());
    assertThat(CommandRun.of("faults", "--seed", "4").out()).isNotEqualTo(run.out());
  }

  @Test
  void aWorldForProgramsHasItsTrace() {
    CommandRun run = CommandRun.of("faults", "--seed", "3", "--world", "large", "-o", "json");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(TenderCommand.OK);
    assertThat(run.json().propertyNames())
        .containsExactly("world", "seed", "trace", "totals", "hash", "againHash");
    assertThat(run.json().get("world").asString()).isEqualTo("large");
    assertThat(run.json().get("trace").size()).isGreaterThan(100);
    assertThat(run.json().get("againHash")).isEqualTo(run.json().get("hash"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --seeds 0             | --seeds is 0, and must be from 1 to 10,000,000.
          --seeds 10000001      | --seeds is 10000001, and must be from 1 to 10,000,000.
          --seeds many          | must be a whole number
          --first -1            | --first is -1, and must be from 0 to
          --threads 0           | --threads is 0, and must be from 1 to 256.
          --threads 257         | --threads is 257, and must be from 1 to 256.
          --seed -1             | --seed is -1, and must be from 0 to
          --seed 9999999999999999 | --seed is 9999999999999999, and must be from 0 to
          --seed 3 --seeds 4    | --seed 3 shows one world, and --seeds is for running many. Leave out
          --first 4 --seed 3    | --seed 3 shows one world, and --first is for running many. Leave out
          --seed 3 --threads 2  | --seed 3 shows one world, and --threads is for running many. Leave out
          --world huge          | must be one of small, large
          """)
  void whatIsWrongWithAnOptionIsSaid(String options, String named) {
    CommandRun run = CommandRun.of(("faults " + options).split(" "));

    assertThat(run.exitCode()).as(run.out()).isEqualTo(TenderCommand.USAGE);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(named).contains("tender faults --help");
  }
}
