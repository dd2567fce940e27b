package tender.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tender.cli.client.response.BagResponse;
import tender.core.model.BagId;

class ResultsCommandTest extends RestServerFixture {
  @Test
  void fetchesResultsIncrementally() throws IOException {
    BagId bag = submitted();
    Path to = home.resolve("results");
    deliver(bag, 2, 0);
    CliRun first = CliRun.run("results", "b1", "--to", to.toString());
    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(first.out()).contains("The results of 1 of 4 tasks are in " + to);
    assertThat(to.resolve("2/stdout")).hasContent("out 2\n");
    assertThat(to.resolve("2/out/pi.json")).hasContent("2");

    deliver(bag, 0, 0);
    CliRun second = CliRun.run("results", "b1", "--to", to.toString(), "-o", "json");
    assertThat(second.json().get("fetched").asString()).isEqualTo("0,2");
    assertThat(second.json().get("count").asInt()).isEqualTo(2);
    assertThat(to.resolve("0/out/pi.json")).hasContent("0");
  }

  @Test
  void missingOutputsAreNamedWithReasons() throws IOException {
    BagId bag = submitted();
    deliver(bag, 0, 0);
    deliverWithoutOutput(bag, 1, "big.dat: has 40000000 bytes\n*.csv: matches no file\n");
    deliverWithoutOutput(bag, 2, "x\u001b[2J: is a link\n".repeat(9));
    deliver(bag, 3, 0);
    CliRun status = CliRun.run("status", "b1");
    assertThat(status.out())
        .contains("pi (b1) has finished: 4 of 4 tasks have ended.")
        .contains("2 tasks exited with 0, but outputs are missing: tasks 1-2.")
        .contains("tender results b1");
    assertThat(CliRun.run("watch", "b1").exitCode()).isEqualTo(BagResponse.EXIT_MISSING_OUTPUT);

    Path to = home.resolve("results");
    CliRun results = CliRun.run("results", "b1", "--to", to.toString());
    assertThat(results.exitCode()).isEqualTo(BagResponse.EXIT_MISSING_OUTPUT);
    assertThat(results.out())
        .contains("The results of 4 of 4 tasks are in " + to)
        .contains("Outputs of 2 tasks that exited with 0 are missing: tasks 1-2.")
        .contains("task 1: big.dat: has 40000000 bytes")
        .contains("task 1: *.csv: matches no file")
        .contains("task 2: ... and more")
        .contains(to + "/TASK/out-refused")
        .doesNotContain("\u001b");
    CliRun json = CliRun.run("results", "b1", "--to", to.toString(), "-o", "json");
    assertThat(json.json().get("missingOutput").asString()).isEqualTo("1-2");
  }

  @Test
  void largeOutputsAreFetchedFromTheirProviders() throws IOException {
    BagId bag = submitted();
    for (int task = 0; task < 3; task++) {
      deliver(bag, task, 0);
    }
    deliverWithRecord(bag, 3, "{'missingOutputs':2,'kept':[%s,%s]}");
    bags.keptOutputs.keep(bag, 3, "deep/big.dat", new byte[2_000_000]);
    String to = home.resolve("results").toString();
    CliRun without = CliRun.run("results", "b1", "--to", to);
    assertThat(without.exitCode()).isEqualTo(BagResponse.EXIT_MISSING_OUTPUT);
    assertThat(without.out())
        .contains("2 large outputs with 5 MB are kept by their providers")
        .contains("tender results b1 --large");

    CliRun partly = CliRun.run("results", "b1", "--to", to, "--large");
    assertThat(partly.exitCode()).isEqualTo(BagResponse.EXIT_MISSING_OUTPUT);
    assertThat(partly.out())
        .contains("task 3: other big.dat: Provider hpc-1 does not have other big.dat.");
    assertThat(home.resolve("results/3/out/deep/big.dat")).hasSize(2_000_000);

    bags.keptOutputs.keep(bag, 3, "other big.dat", new byte[3_000_000]);
    CliRun all = CliRun.run("results", "b1", "--to", to, "--large");
    assertThat(all.exitCode()).as(all.out() + all.err()).isZero();
    assertThat(home.resolve("results/3/out/other big.dat")).hasSize(3_000_000);
    CliRun again = CliRun.run("results", "b1", "--to", to, "-o", "json");
    assertThat(again.exitCode()).isZero();
    assertThat(again.json().get("keptOutputs").asInt()).isZero();
  }

  private void deliverWithRecord(BagId bag, int task, String format) {
    String json =
        format
            .formatted(
                "{'path':'deep/big.dat','bytes':2000000}",
                "{'path':'other big.dat','bytes':3000000}")
            .replace('\'', '"');
    deliverWithoutOutput(
        bag, task, Map.of("out-refused", "big.dat: has 2 MB\n", "task.json", json));
  }

  @Test
  void requiredOutputsThatAreMissingAreFailures() throws IOException {
    String file = file("outputs: ['*.csv']", "outputs_required: true");
    BagId bag =
        new BagId(CliRun.run("submit", file, "-y", "-o", "json").json().get("id").asString());
    for (int task = 0; task < 4; task++) {
      deliverWithoutOutput(bag, task, "*.csv: matches no file\n");
    }
    assertThat(CliRun.run("status", "b1").out())
        .contains("4 of 4 tasks have ended, 4 of them failed.")
        .contains("outputs that the bag requires are missing");
    assertThat(CliRun.run("watch", "b1").exitCode()).isEqualTo(BagResponse.EXIT_TASKS_FAILED);
    CliRun retry = CliRun.run("retry", "b1", "-y", "-o", "json");
    assertThat(retry.json().get("tasks").asInt()).isEqualTo(4);
  }

  @Test
  void resultsOfEndedBagWithoutResultsFail() throws IOException {
    bags.cancel(ANN, submitted());
    Path to = home.resolve("results");
    CliRun cli = CliRun.run("results", "b1", "--to", to.toString());
    assertThat(cli.exitCode()).isOne();
    assertThat(cli.err())
        .contains("Bag b1 has no results: it was cancelled before a task had ended.")
        .contains("tender explain b1");
    assertThat(to).doesNotExist();
  }

  @Test
  void resultsNameTheFolderThatCannotBeWritten() throws IOException {
    deliver(submitted(), 2, 0);
    CliRun cli = CliRun.run("results", "b1", "--to", "/proc/x");
    assertThat(cli.exitCode()).isOne();
    assertThat(cli.err())
        .contains("Results cannot be written to /proc/x: no such file: /proc/x")
        .contains("with --to, and run the command again.");
  }

  @Test
  void keepsExistingFiles() throws IOException {
    deliver(submitted(), 2, 0);
    Path to = home.resolve("results");
    Files.createDirectories(to.resolve("2"));
    Files.writeString(to.resolve("2/stdout"), "mine");
    CliRun cli = CliRun.run("results", "b1", "--to", to.toString());
    assertThat(cli.exitCode()).isOne();
    assertThat(cli.err()).contains("exists and differs from the result");
    assertThat(to.resolve("2/stdout")).hasContent("mine");
  }

  @Test
  void resultsOfRetryReplaceThoseOfTheBag() throws IOException {
    BagId bag = submitted();
    for (int task = 0; task < 4; task++) {
      deliver(bag, task, task == 3 ? 5 : 0);
    }
    String to = home.resolve("results").toString();
    assertThat(CliRun.run("results", "b1", "--to", to).exitCode()).isZero();
    assertThat(home.resolve("results/tasks.csv"))
        .content()
        .startsWith(
            "task,state,exit_code,attempts,started,ended,peak_memory_bytes,provider,received,bag\r\n")
        .contains("\r\n0,succeeded,0,2,2030-01-01T00:00:00Z,2030-01-01T00:00:10Z,,hpc-1,2030-")
        .contains("\r\n3,failed,5,2,2030-01-01T00:00:00Z,2030-01-01T00:00:10Z,,hpc-1,");
    BagId again =
        new BagId(CliRun.run("retry", "b1", "-y", "-o", "json").json().get("id").asString());
    deliver(again, 0, 0);
    CliRun merged = CliRun.run("results", again.value(), "--to", to);
    assertThat(merged.exitCode()).as(merged.err()).isZero();
    assertThat(home.resolve("results/3/out/pi.json")).hasContent("0");
    assertThat(home.resolve("results/2/out/pi.json")).hasContent("2");
    CliRun first = CliRun.run("results", "b1", "--to", to);
    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(home.resolve("results/3/out/pi.json")).as("kept").hasContent("0");
    assertThat(home.resolve("results/tasks.csv"))
        .content()
        .contains("\r\n2,succeeded,0,2,")
        .containsPattern("\r\n3,succeeded,0,2,.*,b2\r\n$");
    submitted();
    deliver(new BagId("b3"), 1, 0);
    deliver(new BagId("b3"), 3, 0);
    assertThat(CliRun.run("results", "b3", "--to", to).err())
        .as("not a retry")
        .contains("exists and differs from the result");
  }
}
