package tender.research;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.cli.CommandLines;
import tools.jackson.databind.JsonNode;

/** {@code tender-research sim EXPERIMENT}. */
final class ExperimentCommandTest {
  private static final String SMALL =
      """
      name: small
      title: A small experiment
      days: 1
      load: estimate
      runs: run-time
      latency: 0.1
      offer: 10
      lease: 30
      seeds: 2
      clusters:
        - {id: cluster-1, processors: 8, trace: log, load: 0.5, widths: [1, 8], hours: [0, 9]}
      external: {trace: log, day: 0, load: 0.5, widths: [2, 8], hours: [0, 9]}
      policies:
        - {id: plb, title: PLB, discloses: nothing}
      schemas:
        - {id: loose, title: Loose, slack: [1, 2]}
      """;

  @TempDir Path folder;

  @Test
  void writesAllFilesAndPrintsResult() throws IOException {
    CommandRun run = runSmall("--seeds", "3", "--threads", "2", "-o", "json");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.json().get("runs").asInt()).isEqualTo(3);
    assertThat(run.json().get("date").asString()).matches("\\d{4}-\\d{2}-\\d{2}");
    assertThat(run.json().get("seconds").asInt()).isNotNegative();
    assertThat(run.err()).as("a short run shows no progress").isEmpty();
    assertThat(folder.resolve("out"))
        .isDirectoryContaining("glob:**/{runs,summary}.csv")
        .isDirectoryContaining("glob:**/report.html")
        .isDirectoryContaining("glob:**/figure-6-utilisation.svg");
    assertThat(Files.readAllLines(folder.resolve("out/runs.csv"))).hasSize(4);
    assertThat(CommandRun.json(Files.readString(folder.resolve("out/manifest.json"))).toString())
        .contains("\"log\":", "\"--threads\",\"2\"", "\"lastSeed\":3");
  }

  @Test
  void secondStartRunsNothing() throws IOException {
    runSmall();
    CommandRun again = runSmall();

    assertThat(again.exitCode()).isZero();
    assertThat(again.err()).contains("2 of 2 runs, from an earlier run");
    assertThat(again.out()).contains("2 runs; no promise was broken.", "PLB", "report.html");
    assertThat(again.out().lines().toList())
        .last(as(STRING))
        .contains("without the time of 2 runs");
  }

  @Test
  void namesMissingLog() {
    CommandRun run = runText(SMALL, "--traces", folder.toString());

    assertThat(run.exitCode()).isEqualTo(CommandLines.USAGE);
    assertThat(run.err()).contains("log.swf.gz", "Parallel Workloads Archive", "--traces");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          days: 1           | dayz: 1            | dayz is not a known field    | Did you mean days?
          days: 1           | days: 0            | days is 0                    | from 1 to
          load: estimate    | load: guess        | load is "guess"              | run-time, estimate
          seeds: 2          | seeds: many        | seeds is "many"              | whole number
          name: small       | name: a/b          | name is "a/b"                | letters, digits
          id: plb           | id: best           | policies[0].id is "best"     | dplbv2
          discloses: nothing| discloses: all     | discloses is "all"           | free-slots
          widths: [1, 8]    | widths: [8, 1]     | clusters[0].widths           | the lower first
          widths: [1, 8]    | widths: [1, x]     | clusters[0].widths[1] is "x" | whole number
          widths: [2, 8]    | width: [2, 8]      | external.width is not        | Did you mean widths?
          slack: [1, 2]     | slack: []          | schemas[0].slack             | at least one
          load: 0.5         | load: heavy        | clusters[0].load is "heavy"  | number
          day: 0            | day: 0, jobs: 9    | external.jobs is given       | Give a day, or jobs
          runs: run-time    | arrivals: some     | arrivals is "some"           | thinned, stretched
          """)
  void namesInvalidField(String valid, String invalid, String named, String advice) {
    CommandRun run = runText(SMALL.replaceFirst(java.util.regex.Pattern.quote(valid), invalid));

    assertThat(run.exitCode()).as(run.out()).isEqualTo(CommandLines.USAGE);
    assertThat(run.err()).contains("line ", named).contains(advice);
  }

  @Test
  void rejectsOptionsOfOtherForm() {
    assertThat(CommandRun.of("sim", "a.yaml", "--processors", "3", "--out", "x").err())
        .contains("--processors is only for a single machine");
    assertThat(CommandRun.of("sim", "--seeds", "3", "--out", "x").err())
        .contains("--seeds is only for an experiment");
    assertThat(CommandRun.of("sim", "--trace", "log", "--out", "x").err())
        .contains("Missing --processors, --planner");
    assertThat(runText(SMALL, "--threads", "0").err()).contains("--threads is 0");
  }

  @Test
  void reproduceListsPapers() {
    assertThat(CommandRun.of("reproduce").out()).contains("offers");
    assertThat(CommandRun.of("reproduce", "offers", "--help").out())
        .contains("--traces", "--seeds");
    assertThat(CommandRun.of("reproduce", "offers", "--load", "5").err())
        .contains("--load is 5.0, but must be from 0.1 to 1.1");
    assertThat(CommandRun.of("reproduce", "rescheduling", "--days", "0").err())
        .contains("--days is 0, but must be from 1 to 100");
  }

  @Test
  void searchesWindowForNumberOfJobs() throws IOException {
    writeLog();
    String traces = folder.toString();
    CommandRun none =
        runText(SMALL.replace("day: 0, load: 0.5", "jobs: 9, load: 50"), "--traces", traces);
    assertThat(none.exitCode()).isEqualTo(CommandLines.USAGE);
    assertThat(none.err()).contains("None of the 1 windows of log has a load of 50");

    CommandRun run = runText(SMALL.replace("day: 0, load", "jobs: 40, load"), "--traces", traces);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(Files.readAllLines(folder.resolve("out/windows.csv")))
        .hasSize(2)
        .last()
        .asString()
        .matches("external,log,0,\\d+,0\\.\\d+,8,yes");
  }

  @Test
  void sharesNeedNoLogs() {
    Path out = folder.resolve("shares");
    CommandRun run = CommandRun.of("reproduce", "shares", "--seeds", "1", "--out", out.toString());

    assertThat(run.out()).contains("P1", "P2", "P3", "report.html");
    assertThat(run.out().lines().toList())
        .last(as(STRING))
        .matches(" {2}\\d{4}-\\d{2}-\\d{2} UTC, 1 seed, .*\\d+ s");
    assertThat(out.resolve("report.html")).isNotEmptyFile();
    assertThat(out.resolve("figure-7-cost.svg")).isNotEmptyFile();
    assertThat(out.resolve("manifest.json")).isNotEmptyFile();
  }

  @Test
  void comparesPlanningOnNodes() throws IOException {
    writeLog("HPC2N-2002-2.2-cln", 400_000);
    writeLog("RICC-2010-2", 1_200_000);
    String traces = folder.toString();
    CommandRun json = nodes("--traces", traces, "--jobs", "100", "-o", "json");

    assertThat(json.exitCode()).as(json.err()).isZero();
    JsonNode first = json.json().get("logs").get(0);
    assertThat(first.get("jobs").asInt()).isEqualTo(100);
    assertThat(first.get("jobsWithMemory").asInt()).isEqualTo(100);
    assertThat(first.get("planners").size()).isEqualTo(3);
    assertThat(first.get("planners").get(0).get("variants").get(2).get("variant").asString())
        .isEqualTo("memory");
    assertThat(json.json().get("logs").get(1).get("tooLarge").asInt()).isZero();

    assertThat(nodes("--traces", traces).out())
        .contains("All schedules are sound", "120 nodes of 2 processors and 1024 MiB", "Ada");
    assertThat(nodes("--traces", traces, "--jobs", "0").err()).contains("--jobs is 0");
    assertThat(nodes("--traces", traces, "--log", "RICC-2010-2").out())
        .contains("RICC")
        .doesNotContain("HPC2N");
    assertThat(nodes("--traces", traces, "--planner", "easy").out())
        .contains("easy")
        .doesNotContain("conservative");
    assertThat(nodes("--traces", traces, "--planner", "edf").err())
        .contains("--planner is edf", "conservative");
    assertThat(nodes("--traces", traces, "--log", "KTH").err())
        .contains("--log is KTH", "RICC-2010-2");
  }

  @Test
  void callsAreComparedWithCallsToAllProviders() {
    assertThat(calls("--providers-per-call", "4,20").out())
        .contains("12 providers, 5 bags", "  4 ", "  all ")
        .doesNotContain("  20 ");
    assertThat(calls("--providers-per-call", "4", "-o", "json").out())
        .contains("\"providersPerCall\"", "\"onTimePercent\"");
    assertThat(calls("--providers-per-call", "0").err()).contains("--providers-per-call is 0");
  }

  @Test
  void dayComparesWaysToCall() throws IOException {
    String[] small = {"--bags", "600", "--compared-providers", "30"};
    assertThat(day(small).out())
        .contains("60 providers, 600 bags", "call-5", "cells", "call-all", "growth.svg");
    CommandRun json = day("--bags", "600", "--compared-providers", "30", "-o", "json");
    assertThat(json.json().get("losses").get(0).get("policy").asString()).isEqualTo("call-5");
    assertThat(Files.readAllLines(folder.resolve("day/runs.csv")))
        .first(as(STRING))
        .startsWith("policy,providers,seed,scope,bags,on_time_percent");
    assertThat(folder.resolve("day/growth.svg")).isNotEmptyFile();
    assertThat(day("--bags", "0").err()).contains("--bags is 0, but must be from 1");
    assertThat(day("--compared-providers", "9000").err())
        .contains("--compared-providers is 9000, but must be from 1 to 2,000");
  }

  private CommandRun day(String... options) {
    List<String> args = new ArrayList<>(List.of("reproduce", "day", "--providers", "60"));
    args.addAll(List.of("--providers-per-call", "5", "--seeds", "1"));
    args.addAll(List.of("--out", folder.resolve("day").toString()));
    args.addAll(List.of(options));
    return CommandRun.of(args.toArray(String[]::new));
  }

  private static CommandRun calls(String... options) {
    List<String> args =
        new ArrayList<>(
            List.of("reproduce", "calls", "--providers", "12", "--bags", "5", "--seeds", "1"));
    args.addAll(List.of(options));
    return CommandRun.of(args.toArray(String[]::new));
  }

  private static CommandRun nodes(String... options) {
    List<String> args = new ArrayList<>(List.of("reproduce", "nodes", "--repetitions", "1"));
    args.addAll(List.of(options));
    return CommandRun.of(args.toArray(String[]::new));
  }

  private CommandRun runSmall(String... options) throws IOException {
    writeLog();
    String[] all = new String[options.length + 2];
    all[0] = "--traces";
    all[1] = folder.toString();
    System.arraycopy(options, 0, all, 2, options.length);
    return runText(SMALL, all);
  }

  private void writeLog() throws IOException {
    writeLog("log", -1);
  }

  private void writeLog(String name, int memoryKilobytes) throws IOException {
    StringBuilder log = new StringBuilder("; Acknowledge: Ada\n");
    for (int job = 1; job <= 200; job++) {
      int width = 1 + job % 8;
      log.append(job + " " + job * 700 + " -1 " + (600 + job) + " " + width);
      log.append(" -1 -1 " + width + " 1800 " + memoryKilobytes + " 1 -1 -1 -1 -1 -1 -1 -1\n");
    }
    Files.writeString(folder.resolve(name + ".swf"), log);
  }

  private CommandRun runText(String text, String... options) {
    String[] all = new String[options.length + 2];
    all[0] = "--out";
    all[1] = folder.resolve("out").toString();
    System.arraycopy(options, 0, all, 2, options.length);
    return CommandRun.on(text, "sim", all);
  }
}
