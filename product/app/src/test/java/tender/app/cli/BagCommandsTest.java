package tender.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.core.metascheduler.state.Breach;
import tender.core.model.BagId;
import tender.server.api.InMemoryBagApi;
import tender.server.api.view.FailedAttempts;

@Timeout(120)
class BagCommandsTest extends RestServerFixture {
  private static final FailedAttempts FAILED =
      new FailedAttempts(
          17,
          12,
          List.of(
              new FailedAttempts.FailedAttempt(
                  3, 1, 127, InMemoryBagApi.FIRST, "loading input\nsh: sumulate: not found\n")));

  @Test
  void listsBags() throws IOException {
    assertThat(CliRun.run("status").out()).contains("You have no bags.");
    submitted();
    deliver(submitted(), 0, 1);
    CliRun cli = CliRun.run("status");
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.withoutTimes())
        .isEqualToIgnoringNewLines(
            """
              BAG   NAME   STATE       DONE   FAILED   PROMISED BY           SUBMITTED
              b2    pi     running   1 of 4        1   2030-01-01 01:00:00   2030-01-01 00:00:00
              b1    pi     running   0 of 4        0   2030-01-01 01:00:00   2030-01-01 00:00:00
            """);
    assertThat(CliRun.run("status", "-n", "1", "-o", "json").json().get("bags")).hasSize(1);
    assertThat(CliRun.run("status", "-n", "0").err()).contains("limit is \"0\"");
  }

  @Test
  void showsDetailsOfBag() throws IOException {
    BagId bag = submitted();
    deliver(bag, 0, 0);
    deliver(bag, 3, 7);
    bags.giveUp(
        bag,
        new Breach(
            Breach.Cause.PROVIDER_SILENT,
            InMemoryBagApi.FIRST,
            QUOTED.toEpochMilli(),
            QUOTED.toEpochMilli() + 60_000));
    assertThat(CliRun.run("status", "b1").withoutTimes())
        .isEqualToIgnoringNewLines(
            """
            pi (b1) was given up: 2 of 4 tasks have ended, 1 of them failed.
            Promised: all by 2030-01-01 01:00:00, for 12.5 credits.
            Ended: 2030-01-01 01:01:00 (in ...).
            Promise broken by hpc-1 (it stopped answering): promised by 2030-01-01 01:00:00, ended at 2030-01-01 01:01:00.

            Parts
              PROVIDER     DONE   PROMISED BY           PRICE
              hpc-1      1 of 2   2030-01-01 01:00:00    6.25
              hpc-2      1 of 2   2030-01-01 01:00:00    6.25

            Failed
              EXIT CODE   TASKS   INDEXES   MEANING
                      7       1   3

            To see why: tender logs b1 TASK --stderr
            """);
    assertThat(CliRun.run("status", "b1", "-o", "json").json().at("/breach/cause").asString())
        .isEqualTo("provider-silent");
  }

  @Test
  void tasksStoppedAtTheirLimitNameIt() throws IOException {
    deliver(submitted(), 3, 124);
    CliRun cli = CliRun.run("status", "b1");
    assertThat(cli.out()).contains("exceeded the limit set by its runtime of 2 min 0 s");
    assertThat(
            CliRun.run("status", "b1", "-o", "json").json().at("/failed/0/runtimeSeconds").asInt())
        .isEqualTo(120);
  }

  @Test
  void lateBagWithTasksOverTheirLimitBlamesNoProvider() throws IOException {
    bags.giveUp(
        submitted(),
        new Breach(
            Breach.Cause.TASKS_EXCEEDED_LIMIT,
            InMemoryBagApi.FIRST,
            QUOTED.toEpochMilli(),
            QUOTED.toEpochMilli() + 60_000));
    assertThat(CliRun.run("status", "b1").out())
        .contains("This does not count against hpc-1.")
        .doesNotContain("broken by");
  }

  @Test
  void reportsUnknownBag() {
    for (String command :
        new String[] {"status", "watch", "results", "cancel", "delete", "explain", "stats"}) {
      CliRun cli = CliRun.run(command, "b9");
      assertThat(cli.exitCode()).as(command).isOne();
      assertThat(cli.err())
          .startsWith("tender: You have no bag \"b9\".")
          .contains("lists your bags");
      assertThat(cli.out()).isEmpty();
    }
  }

  @Test
  void watchesUntilBagEnds() throws IOException {
    BagId bag = submitted();
    bags.cancel(ANN, bag);
    CliRun cli = CliRun.run("watch", "b1");
    assertThat(cli.exitCode()).isEqualTo(5);
    assertThat(cli.out()).contains("b1 cancelled, 0 of 4 done");
    assertThat(CliRun.run("watch", "b1", "-o", "json").json().get("state").asString())
        .isEqualTo("cancelled");
  }

  @Test
  void printsLogs() throws IOException {
    deliver(submitted(), 2, 0);
    assertThat(CliRun.run("logs", "b1", "2").out()).isEqualTo("out 2\n");
    assertThat(CliRun.run("logs", "b1", "2", "--stderr").out()).isEqualTo("err\n");
    assertThat(CliRun.run("logs", "b1", "2", "-o", "json").json().get("text").asString())
        .isEqualTo("out 2\n");
    CliRun none = CliRun.run("logs", "b1", "1");
    assertThat(none.exitCode()).isOne();
    assertThat(none.err()).contains("Task 1 has no stdout yet.");
    assertThat(CliRun.run("logs", "b1", "one").exitCode()).isEqualTo(2);
  }

  @Test
  void showsFailedAttemptsWhileTasksAreRetried() throws IOException {
    BagId bag = submitted();
    assertThat(CliRun.run("logs", "b1").out()).contains("No attempt is known to have failed.");
    bags.attemptsFailed(bag, FAILED);
    assertThat(CliRun.run("status", "b1").out())
        .contains("17 attempts have failed so far, of 12 tasks; failed tasks are retried")
        .contains("Latest failure: task 3, attempt 1, exit code 127: sh: sumulate: not found")
        .contains("To see why: tender logs b1");
    String attempt =
        """
        Task 3, attempt 1 at hpc-1: exit code 127
          loading input
          sh: sumulate: not found
        """;
    assertThat(CliRun.run("logs", "b1").out()).isEqualTo(attempt);
    CliRun one = CliRun.run("logs", "b1", "3");
    assertThat(one.exitCode()).isZero();
    assertThat(one.out())
        .isEqualTo(attempt + "The task has no result yet; this is the end of its error output.\n");
    assertThat(CliRun.run("logs", "b1", "2").exitCode()).isOne();
    assertThat(CliRun.run("logs", "b1", "-o", "json").json().at("/latest/0/exitCode").asInt())
        .isEqualTo(127);
  }

  @Test
  void stoppedBagNamesTheNextStepAndFails() throws IOException {
    BagId bag = submitted();
    bags.stop(bag, FAILED);
    CliRun cli = CliRun.run("watch", "b1");
    assertThat(cli.exitCode()).isEqualTo(4);
    assertThat(cli.out())
        .contains("17 failed attempts (task 3, exit code 127: sh: sumulate: not found)")
        .contains("pi (b1) was stopped: 0 of 4 tasks have ended.")
        .contains(
            "Stopped: the first 12 tasks that ran all failed. See tender logs b1; correct the cause"
                + " and run tender retry b1.");
  }

  @Test
  void cancelOfEndedBagFails() throws IOException {
    BagId bag = submitted();
    for (int task = 0; task < 4; task++) {
      deliver(bag, task, 0);
    }
    CliRun ended = CliRun.run("cancel", "b1");
    assertThat(ended.exitCode()).isOne();
    assertThat(ended.err()).isEqualTo("tender: Bag b1 had already ended; nothing was cancelled.\n");
    submitted();
    assertThat(CliRun.run("cancel", "b2").exitCode()).isZero();
    assertThat(CliRun.run("cancel", "b2").exitCode()).isZero();
  }

  @Test
  void retryKeepsTaskIndexes() throws IOException {
    BagId bag = submitted();
    for (int task = 0; task < 4; task++) {
      deliver(bag, task, task == 1 || task == 3 ? 5 : 0);
    }
    CliRun retry = CliRun.run("retry", "b1", "-y", "-o", "json");
    assertThat(retry.exitCode()).as(retry.err()).isZero();
    assertThat(retry.json().get("tasks").asInt()).isEqualTo(2);
    BagId again = new BagId(retry.json().get("id").asString());
    deliver(again, 1, 0);
    Path to = home.resolve("results");
    CliRun results = CliRun.run("results", again.value(), "--to", to.toString(), "-o", "json");
    assertThat(results.json().get("fetched").asString()).isEqualTo("3");
    assertThat(to.resolve("3/out/pi.json")).hasContent("1");
    assertThat(CliRun.run("logs", again.value(), "3").out()).isEqualTo("out 1\n");
    assertThat(CliRun.run("retry", again.value(), "-y").exitCode()).isOne();
  }

  @Test
  void deletesEndedBag() throws IOException {
    submitted();
    assertThat(CliRun.run("delete", "b1").err()).contains("has not ended");
    bags.cancel(ANN, new BagId("b1"));
    CliRun deleted = CliRun.run("delete", "b1");
    assertThat(deleted.exitCode()).isZero();
    assertThat(deleted.out())
        .contains("Bag b1 is deleted from the market.")
        .contains("Providers that may still hold files of the bag: hpc-1.")
        .contains("Your account keeps 2 transfers for the bag");
    CliRun again = CliRun.run("delete", "b1", "-o", "json");
    assertThat(again.exitCode()).as("again").isZero();
    assertThat(again.json().at("/providers/0").asString()).isEqualTo("hpc-1");
    assertThat(again.json().get("siteResults").isNull()).isTrue();
    assertThat(again.json().get("transfers").asInt()).isEqualTo(2);
    assertThat(CliRun.run("status", "b1").exitCode()).isEqualTo(1);
  }

  @Test
  void cancelsBag() throws IOException {
    submitted();
    CliRun cli = CliRun.run("cancel", "b1");
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.out()).contains("pi (b1) was cancelled: 0 of 4 tasks have ended.");
    assertThat(CliRun.run("cancel", "b1", "-o", "json").json().get("state").asString())
        .isEqualTo("cancelled");
  }

  @Test
  void explainsOffers() throws IOException {
    submitted();
    assertThat(CliRun.run("explain", "b1").out())
        .startsWith("3 providers were called; 2 made offers; no answer from hpc-3.")
        .containsPattern("hpc-1 +4 +2030-01-01 02:00:00 +3.125 +no: another offer of the same");
    assertThat(
            CliRun.run("explain", "b1", "-o", "json")
                .json()
                .at("/offers/1/unusedReason")
                .asString())
        .isEqualTo("other-offer-used");
  }

  @Test
  void showsRequestedAndUsed() throws IOException {
    submitted();
    CliRun cli = CliRun.run("stats", "b1");
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.out())
        .contains("of 4 tasks have a result.")
        .containsPattern("memory +2 GiB, then 4 GiB +900 MiB +900 MiB +500 MiB +3")
        .containsPattern("run time +1 min 0 s +– +– +– +–")
        .contains("Attempts that exceeded their memory: 1")
        .doesNotContain("Warning");
    assertThat(CliRun.run("stats", "b1", "-o", "json").json().at("/memory/maxBytes").asLong())
        .isEqualTo(900 << 20);
  }

  @Test
  void listsProviders() {
    assertThat(CliRun.run("providers").withoutTimes())
        .isEqualToIgnoringNewLines(
            """
              PROVIDER   CONNECTED          IN TIME   LATE   BY, MEDIAN
              hpc-1      yes                     12      1   1 min 30 s
              hpc-2      not enrolled yet         0      0            –
            """);
    assertThat(CliRun.run("providers", "-o", "json").json().at("/providers/0/kept").asInt())
        .isEqualTo(12);
  }

  @Test
  void everyCommandHasHelp() {
    for (String command :
        new String[] {
          "submit",
          "run",
          "quote",
          "status",
          "watch",
          "logs",
          "results",
          "cancel",
          "retry",
          "explain",
          "stats",
          "providers"
        }) {
      CliRun cli = CliRun.run(command, "--help");
      assertThat(cli.exitCode()).isZero();
      assertThat(cli.out())
          .startsWith("Usage: tender " + command)
          .contains("Example", "tender " + command, "--server", "--output");
    }
  }
}
