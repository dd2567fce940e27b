package tender.research.faulttest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import tender.simulator.faults.FaultRun;
import tender.simulator.faults.checks.Invariant;
import tender.simulator.faults.checks.InvariantViolation;
import tender.simulator.faults.seed.Fault;

/** The output of the command for stub worlds with violations. */
final class FaultTestReportTest {
  private final StringWriter out = new StringWriter();

  @Test
  void violationIsPrintedWithReplayCommand() {
    int exitCode =
        run(
            (seed, shape, trace) -> world(seed, seed == 1_210),
            "--seeds",
            "10",
            "--first-seed",
            "1205");

    assertThat(exitCode).isEqualTo(1);
    assertThat(out.toString())
        .contains("Violated with seed 1210")
        .contains("a task's result is accepted once, from the reservation that owns the task")
        .contains("Task 4 of bag3 was counted", "and counted again")
        .contains("./tender-research fault-test --seed 1210\n")
        .endsWith("\n1 violation in 10 worlds\n");
  }

  @Test
  void replayCommandContainsWorldKind() {
    run((seed, shape, trace) -> world(seed, true), "--seeds", "1", "--world", "LARGE");

    assertThat(out.toString()).contains("./tender-research fault-test --seed 1 --world large\n");
  }

  @Test
  void searchStopsAfterMaxViolations() {
    WorldRunner everyThirdIsBad = (seed, shape, trace) -> world(seed, seed % 3 == 0);
    int exitCode = run(everyThirdIsBad, "--seeds", "5000", "--threads", "8", "-o", "json");

    assertThat(exitCode).isEqualTo(1);
    assertThat(out.toString())
        .contains("\"worlds\": 30,", "\"requested\": 5000,")
        .contains("\"seed\": 30,", "\"invariant\": \"one-result-per-task\"")
        .doesNotContain("\"seed\": 33,");
  }

  @Test
  void lastLineShowsSkippedWorlds() {
    run((seed, shape, trace) -> world(seed, true), "--seeds", "2000");

    assertThat(out.toString()).endsWith("\n10 violations in 10 worlds, of 2,000 requested\n");
  }

  @Test
  void differentHashIsReportedAsBug() {
    AtomicLong hashes = new AtomicLong();
    WorldRunner random =
        (seed, shape, trace) -> run(seed, hashes.incrementAndGet(), Optional.empty());

    assertThat(run(random, "--seed", "5")).isEqualTo(1);
    assertThat(out.toString())
        .contains("A second run has a different hash, 0000000000000002. This is a bug");
  }

  @Test
  void unexpectedExceptionIsShownWithStackTrace() {
    InvariantViolation violation =
        new InvariantViolation(Invariant.NO_EXCEPTION, "java.lang.Oops: no");
    violation.initCause(new IllegalStateException("no"));

    assertThat(run((seed, shape, trace) -> run(seed, 1, Optional.of(violation)), "--seed", "5"))
        .isEqualTo(1);
    assertThat(out.toString())
        .contains("Stack trace", "FaultTestReportTest.")
        .endsWith("\n1 violation in 1 world\n");
  }

  @Test
  void errorInWorldFailsCommand() {
    WorldRunner failing =
        (seed, shape, trace) -> {
          throw new StackOverflowError("too deep");
        };
    StringWriter err = new StringWriter();
    CommandLine command = new CommandLine(new FaultTestCommand(failing));

    assertThat(command.setErr(new PrintWriter(err)).execute("--threads", "3")).isEqualTo(1);
    assertThat(err.toString()).contains("A world failed: java.lang.StackOverflowError: too deep");
  }

  private int run(WorldRunner worlds, String... options) {
    return new CommandLine(new FaultTestCommand(worlds))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setColorScheme(Help.defaultColorScheme(Ansi.OFF))
        .setOut(new PrintWriter(out))
        .execute(options);
  }

  private static FaultRun world(long seed, boolean violated) {
    InvariantViolation violation =
        new InvariantViolation(
            Invariant.ONE_RESULT_PER_TASK, "Task 4 of bag3 was counted\nand counted again");
    return run(seed, seed, violated ? Optional.of(violation) : Optional.empty());
  }

  private static FaultRun run(long seed, long hash, Optional<InvariantViolation> violation) {
    return new FaultRun(
        seed,
        hash,
        10,
        1_000,
        Map.of(Fault.MESSAGE_LOST, 2),
        new FaultRun.BagCounts(5, 4, 3, 1, 20),
        violation);
  }
}
