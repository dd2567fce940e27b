package tender.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.bagfile.NotificationChoice;
import tender.cli.client.response.BagResponse;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.server.model.BagPhase;

@Timeout(120)
class SubmitCommandTest extends RestServerFixture {

  @Test
  void submitsAndPrintsPromise() throws IOException {
    CliRun cli = CliRun.run("submit", file("deadline: 2030-01-01T02:00Z", "budget: 300"), "-y");

    assertThat(cli.err()).isEmpty();
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.withoutTimes())
        .isEqualToIgnoringNewLines(
            """
            Promised: all by 2030-01-01 01:00:00 (in ...), for 12.5 credits.
            Bag b1; watch it with: tender watch b1
            """);
    assertThat(bags.status(ANN, new BagId("b1")).state()).isEqualTo(BagPhase.RUNNING);
  }

  @Test
  void printsBagAsJson() throws IOException {
    CliRun cli =
        CliRun.run("submit", file(), "-y", "-o", "json", "--deadline", "2030-01-01T05:00Z");
    assertThat(cli.err()).isEmpty();
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.json().get("state").asString()).isEqualTo("running");
    assertThat(cli.json().at("/promise/by").asString()).isEqualTo("2030-01-01T01:00:00Z");
    assertThat(cli.json().at("/promise/price").asString()).isEqualTo("12.5");
    assertThat(cli.json().get("deadline").asString()).isEqualTo("2030-01-01T05:00:00Z");
    assertThat(cli.json().get("budget").isNull()).isTrue();
  }

  @Test
  void optionsReplaceTheNotificationsOfTheFile() throws IOException {
    String file = file("notify: none", "notify_channels: [work]");
    assertThat(CliRun.run("submit", file, "-y").exitCode()).isZero();
    assertThat(bags.requirements(new BagId("b1")).notification())
        .contains(new NotificationChoice(Optional.of(List.of()), List.of("work")));
    assertThat(CliRun.run("submit", file, "-y", "--notify", "done,late").exitCode()).isZero();
    assertThat(bags.requirements(new BagId("b2")).notification())
        .contains(new NotificationChoice(Optional.of(List.of("done", "late")), List.of("work")));
    CliRun unknown = CliRun.run("submit", file, "-y", "--notify", "started");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("'started'", "none, or some of promised, late");
  }

  @Test
  void declinesLateQuoteUnlessAllowed() throws IOException {
    String file = file("deadline: 2030-01-01T00:30Z");
    CliRun cli = CliRun.run("submit", file, "-y");
    assertThat(cli.exitCode()).isEqualTo(BagResponse.EXIT_NOT_PROMISED);
    assertThat(cli.err())
        .contains(
            "The deadline of 2030-01-01 00:30:00 cannot be met; the earliest is"
                + " 2030-01-01 01:00:00, 30 min 0 s later. The quote was declined; --accept-later");
    assertThat(cli.out()).contains("3 providers were called; 2 made offers; no answer from");
    assertThat(bags.status(ANN, new BagId("b1")).state()).isEqualTo(BagPhase.DECLINED);

    CliRun later = CliRun.run("submit", file, "-y", "--accept-later", "-o", "json");
    assertThat(later.exitCode()).isZero();
    assertThat(later.json().get("state").asString()).isEqualTo("running");
  }

  @Test
  void neverAcceptsMoreThanBudget() throws IOException {
    CliRun cli = CliRun.run("submit", file(), "-y", "--accept-later", "--budget", "12.499");
    assertThat(cli.exitCode()).isEqualTo(BagResponse.EXIT_NOT_PROMISED);
    assertThat(cli.err())
        .contains("It costs 12.5 credits, more than the budget of 12.499 credits.");
    assertThat(bags.status(ANN, new BagId("b1")).state()).isEqualTo(BagPhase.DECLINED);
  }

  @Test
  void requiresTerminalOrYesOption() throws IOException {
    for (String[] args :
        new String[][] {{"submit", file()}, {"submit", file(), "-o", "json"}, {"retry", "b1"}}) {
      CliRun cli = CliRun.run(args);
      assertThat(cli.exitCode()).isEqualTo(2);
      assertThat(cli.err()).contains("There is no terminal to ask", "-y");
    }
    assertThat(bags.list(ANN, Optional.empty(), 9).bags()).isEmpty();
  }

  @Test
  void limitOfOutputsIsShownForABagWithOutputs() throws IOException {
    assertThat(CliRun.run("submit", file("outputs: ['*.json']"), "-y").out())
        .contains("At most 32 MiB and 1,000 files of outputs are delivered per task");
    assertThat(CliRun.run("submit", file(), "-y").out()).doesNotContain("MiB");
  }

  @Test
  void farTooLargeRequestIsReported() throws IOException {
    Path file = Path.of(file());
    Files.writeString(file, Files.readString(file).replace("name: pi", "name: excess"));
    for (String command : List.of("submit", "quote")) {
      CliRun cli = CliRun.run(command, file.toString(), "-y");
      assertThat(cli.exitCode()).as(command).isZero();
      assertThat(cli.err())
          .isEqualTo(
              "tender: Warning: asked 16 GiB memory, the last 500 tasks with this command used at"
                  + " most 3.1 GiB.\n");
    }
  }

  @Test
  void waitReportsFailedTasks() throws IOException {
    CompletableFuture<Void> tasks = CompletableFuture.runAsync(this::runTasks);
    CliRun cli = CliRun.run("submit", file(), "-y", "--wait");
    tasks.join();
    assertThat(cli.exitCode()).isEqualTo(BagResponse.EXIT_TASKS_FAILED);
    assertThat(cli.out())
        .contains("Promised: all by")
        .containsPattern("b1 done, 4 of 4 done, 1 failed")
        .contains("pi (b1) has finished: 4 of 4 tasks have ended, 1 of them failed.")
        .containsPattern("EXIT CODE +TASKS +INDEXES +MEANING\n +3 +1 +1 *\n");
  }

  private void runTasks() {
    BagId bag = new BagId("b1");
    while (bags.list(ANN, Optional.empty(), 1).bags().isEmpty()) {
      Thread.onSpinWait();
    }
    for (int task = 0; task < 4; task++) {
      deliver(bag, task, task == 1 ? 3 : 0);
    }
  }

  @Test
  void quotesAndDeclines() throws IOException {
    CliRun cli = CliRun.run("quote", file("deadline: 2030-01-01T02:00Z"));
    assertThat(cli.err()).isEmpty();
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.withoutTimes())
        .isEqualToIgnoringNewLines(
            """
            3 providers were called; 2 made offers; no answer from hpc-3.

            Offers
              PROVIDER   TASKS   DONE BY               PER TASK   USED
              hpc-1          2   2030-01-01 01:00:00      3.125   all
              hpc-1          4   2030-01-01 02:00:00      3.125   no: another offer of the same provider is used
              hpc-2          4   2030-01-01 01:00:00      3.125   2 tasks

            All 4 tasks by 2030-01-01 01:00:00 (in ...), for 12.5 credits.
            Expected end: 2030-01-01 00:45:00 (in ...).
            That meets the deadline of 2030-01-01 02:00:00.
            Nothing was promised.
            """);
    assertThat(bags.status(ANN, new BagId("b1")).state()).isEqualTo(BagPhase.DECLINED);
  }

  @Test
  void printsQuoteAsJson() throws IOException {
    CliRun cli = CliRun.run("quote", file(), "-o", "json");
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.json().at("/bag/quote/by").asString()).isEqualTo("2030-01-01T01:00:00Z");
    assertThat(cli.json().at("/offers/offers/2/usedTasks").asInt()).isEqualTo(2);
    assertThat(cli.json().get("accepted").asBoolean()).isFalse();

    CliRun accepted = CliRun.run("quote", file(), "-o", "json", "-y");
    assertThat(accepted.json().get("accepted").asBoolean()).isTrue();
    assertThat(bags.status(ANN, new BagId("b2")).state()).isEqualTo(BagPhase.RUNNING);
  }

  @Test
  void auctionBagHasNoQuote() throws IOException {
    Path file = home.resolve("bid.yaml");
    Files.writeString(
        file,
        """
        {version: 1, command: sleep 1, tasks: 1, runtime: 1s, deadline: 2030-01-01T02:00Z,
         mechanism: auction, valuation: 120}
        """);
    CliRun quote = CliRun.run("quote", file.toString());
    assertThat(quote.exitCode()).isEqualTo(2);
    assertThat(quote.err()).contains("The bag bids in the auction, which gives no quotes.");

    CliRun cli = CliRun.run("submit", file.toString());
    assertThat(cli.err()).isEmpty();
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.withoutTimes())
        .isEqualToIgnoringNewLines(
            """
            bag (b1) is bidding in the auction: 0 of 1 tasks have ended.
            Required: by 2030-01-01 02:00:00.
            Valuation: 120 credits, the most that it can cost.
            Waiting for a match with a provider. See bids and asks: tender auction
            """);
  }

  @Test
  void showsAccount() {
    CliRun cli = CliRun.run("account");
    assertThat(cli.err()).isEmpty();
    assertThat(cli.withoutTimes())
        .isEqualToIgnoringNewLines(
            """
            Balance: -2.5 credits. Credit limit: 10 credits.

            On hold
              BAG   NAME   CREDITS
              b1    bag        2.5

            Last entries
              AT                    KIND   CHANGE   BALANCE   PAID   BAG   NAME   PROVIDER
              2030-01-01 00:00:00   hold     -2.5      -2.5          b1    bag    hpc-1
            """);
  }

  @Test
  void showsTotalsOfAccount() {
    CliRun cli = CliRun.run("account", "--by", "bag");
    assertThat(cli.err()).isEmpty();
    assertThat(cli.withoutTimes())
        .isEqualToIgnoringNewLines(
            """
              BAG     NAME   DEPOSITED   PAID   PENALTIES   ON HOLD   CHANGE
              b1      bag            0      0           0       2.5     -2.5
              TOTAL                  0      0           0       2.5     -2.5
            """);
    assertThat(CliRun.run("account", "--csv").out())
        .startsWith("at,kind,change,balance,paid,bag,name,provider,surcharge\n")
        .endsWith(",hold,-2.5,-2.5,,b1,bag,hpc-1,\n");
  }

  @Test
  void showsAlternativeOverBudget() throws IOException {
    bags.quoteAlternative(Instant.parse("2030-01-01T00:30:00Z").toEpochMilli(), new Money(40_000));
    String file = file("deadline: 2030-01-01T00:30Z", "budget: 20");
    CliRun declined = CliRun.run("submit", file, "-y");
    assertThat(declined.err())
        .contains(
            "The deadline of 2030-01-01 00:30:00 cannot be met at that price; the earliest is")
        .contains("By 2030-01-01 00:30:00 it would cost 40 credits.")
        .contains(
            "--accept-later would accept it, --accept-over-budget the alternative that"
                + " meets the deadline.");
    assertThat(CliRun.run("submit", file, "-y", "--accept-over-budget").exitCode()).isZero();
    assertThat(promisedFor("b2")).isEqualTo(new Money(40_000));
    assertThat(CliRun.run("submit", file, "-y", "--accept-later").exitCode()).isZero();
    assertThat(promisedFor("b3")).isEqualTo(new Money(12_500));
  }

  private Money promisedFor(String bag) {
    return bags.status(ANN, new BagId(bag)).promise().orElseThrow().price();
  }

  @Test
  void showsAuction() {
    CliRun cli = CliRun.run("auction");
    assertThat(cli.err()).isEmpty();
    assertThat(cli.withoutTimes())
        .isEqualToIgnoringNewLines(
            """

            Cleared at 2030-01-01 00:00:00 (in ...) by dam: 1 matched, 1 waiting, 0 infeasible

            Asks
              PROVIDER   PROCESSORS   PRICE AN HOUR     ASK
              hpc-1              16             0.5   0.000
              hpc-2               8               0       -

            Matched
              BAG   YOURS   TASKS   PROCESSORS     BID   PROVIDER     ASK   STARTS BY
              b1    mine        2            4   1.500   hpc-1      0.000   2030-01-01 00:00:20

            Waiting
              BAG   YOURS   PROCESSORS   WORTH   DEADLINE                 BID
              b2    -               16     120   2030-01-01 00:01:30   0.7500
            """);
    assertThat(
            CliRun.run("auction", "-o", "json").json().at("/clearings/0/waiting/0/bid").asDouble())
        .isEqualTo(0.75);
    assertThat(CliRun.run("auction", "-n", "0").err()).contains("limit is");
  }

  @Test
  void explainsInvalidFileAndOptions() throws IOException {
    CliRun cli = CliRun.run("submit", file("retries: many"), "-y");
    assertThat(cli.exitCode()).isEqualTo(2);
    assertThat(cli.err()).contains("line 7, column 10: retries is \"many\", but must be");
    assertThat(CliRun.run("submit", file(), "-y", "--deadline", "soon").err())
        .contains("The deadline 'soon' is not a time in the future. Write +3h");
    assertThat(CliRun.run("submit", file(), "-y", "--budget", "-5").exitCode()).isEqualTo(2);
  }
}
