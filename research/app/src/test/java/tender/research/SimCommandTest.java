package tender.research;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tender.cli.CommandLines;

class SimCommandTest {
  /** Job 3 overtakes job 2; the other rows are too wide, cancelled, and malformed. */
  private static final String LOG =
      """
      ; Acknowledge: Ada \u001b[31m Lovelace
      1 0 7 100 3 -1 -1 3 100 -1 1 5 -1 -1 -1 -1 -1 -1
      2 10 7 20 4 -1 -1 4 20 -1 1 5 -1 -1 -1 -1 -1 -1
      3 20 7 50 1 -1 -1 1 60 -1 1 5 -1 -1 -1 -1 -1 -1
      4 30 7 50 5 -1 -1 5 60 -1 1 5 -1 -1 -1 -1 -1 -1
      5 40 7 -1 -1 -1 -1 -1 -1 -1 5 5 -1 -1 -1 -1 -1 -1
      nonsense
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"easy", "conservative", "conservative-no-compression", "edf"})
  void simulatesALog(String planner) throws IOException {
    CommandRun run = sim(log(), "4", planner, "-o", "json");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(CommandLines.OK);
    assertThat(run.json().get("jobs").asInt()).isEqualTo(3);
    assertThat(run.json().get("meanWait").asInt()).isEqualTo(30);
    assertThat(run.json().get("makespan").asInt()).isEqualTo(120);
    assertThat(run.json().get("skippedRows").get("wider-than-machine").asInt()).isEqualTo(1);
    assertThat(run.json().get("skippedRows").get("no-processors").asInt()).isEqualTo(1);
    assertThat(run.json().get("badLines").asInt()).isEqualTo(1);
    assertThat(waits()).containsExactly("0", "90", "0", "-1", "-1");
  }

  @Test
  void reportsTimeOfEachPhase() throws IOException {
    CommandRun run = sim(log(), "4", "easy", "-o", "json");

    assertThat(run.json().get("phases").valueStream().map(phase -> phase.get("name").asString()))
        .containsExactly("read", "simulate", "verify", "write");
    assertThat(run.json().get("phases").valueStream())
        .allSatisfy(phase -> assertThat(phase.get("wall").asDouble()).isNotNegative());
  }

  @Test
  void fcfsDoesNotBackfill() throws IOException {
    assertThat(sim(log(), "4", "fcfs").exitCode()).isEqualTo(CommandLines.OK);
    assertThat(waits()).containsExactly("0", "90", "100", "-1", "-1");
  }

  @Test
  void readsGzippedLogs() throws IOException {
    Path log = folder.resolve("log.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(log))) {
      out.write(LOG.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(sim(log, "4", "easy").exitCode()).isEqualTo(CommandLines.OK);
    assertThat(waits()).containsExactly("0", "90", "0", "-1", "-1");
  }

  @Test
  void mayOverwriteTheLogItReads() throws IOException {
    Path log = Files.createDirectories(folder.resolve("out")).resolve("schedule.swf");
    Files.writeString(log, LOG);
    assertThat(sim(log, "4", "easy").exitCode()).isEqualTo(CommandLines.OK);
    assertThat(waits()).containsExactly("0", "90", "0", "-1", "-1");
    assertThat(folder.resolve("out")).isDirectoryContaining("glob:**schedule.swf");
  }

  @Test
  void printsSkippedRowsAndAcknowledgements() throws IOException {
    CommandRun run = sim(log(), "4", "easy");

    assertThat(run.out())
        .contains("3 jobs on 4 processors")
        .contains("wider than machine")
        .contains("line 7")
        .contains("Lovelace")
        .doesNotContain("\u001b");
  }

  @Test
  void rejectsInvalidOptions() throws IOException {
    assertThat(sim(folder.resolve("none"), "4", "easy"))
        .returns(CommandLines.USAGE, CommandRun::exitCode)
        .satisfies(run -> assertThat(run.err()).contains("Trace", "none not found"));
    assertThat(sim(folder, "4", "easy"))
        .returns(CommandLines.USAGE, CommandRun::exitCode)
        .satisfies(run -> assertThat(run.err()).contains("is a folder"));
    assertThat(sim(log(), "0", "easy"))
        .returns(CommandLines.USAGE, CommandRun::exitCode)
        .satisfies(run -> assertThat(run.err()).contains("--processors is 0"));
    assertThat(sim(log(), "4", "best"))
        .returns(CommandLines.USAGE, CommandRun::exitCode)
        .satisfies(run -> assertThat(run.err()).contains("unknown planner 'best'", "fcfs, easy"));
  }

  @Test
  void rejectsLogWithoutJobs() throws IOException {
    Path log = Files.writeString(folder.resolve("text"), "To be, or not to be\n");
    CommandRun run = sim(log, "4", "easy");
    assertThat(run.exitCode()).isEqualTo(CommandLines.USAGE);
    assertThat(run.err()).contains("has no job for 4 processors");
  }

  @Test
  void failsIfOutputFolderIsNotWritable() throws IOException {
    Files.writeString(folder.resolve("out"), "a file, not a folder");
    CommandRun run = sim(log(), "4", "easy");
    assertThat(run.exitCode()).isEqualTo(CommandLines.FAILURE);
    assertThat(run.err()).contains("Writing into").contains("--out");
  }

  private CommandRun sim(Path trace, String processors, String planner, String... more) {
    String[] args = {
      "sim",
      "--trace",
      trace.toString(),
      "--processors",
      processors,
      "--planner",
      planner,
      "--out",
      folder.resolve("out").toString()
    };
    String[] all = new String[args.length + more.length];
    System.arraycopy(args, 0, all, 0, args.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return CommandRun.of(all);
  }

  private Path log() throws IOException {
    return Files.writeString(folder.resolve("log"), LOG);
  }

  private List<String> waits() throws IOException {
    return Files.readAllLines(folder.resolve("out").resolve("schedule.swf")).stream()
        .filter(line -> !line.startsWith(";"))
        .map(line -> line.split(" ")[2])
        .toList();
  }
}
