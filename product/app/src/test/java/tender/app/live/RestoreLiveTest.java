package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.cli.client.ConnectionSettings;
import tender.cli.client.MarketClient;
import tender.core.model.Money;
import tender.server.MarketAdministration;
import tender.server.ServerConfig;
import tender.server.model.UserId;
import tender.server.store.ledger.AccountId;
import tender.testbed.Testbed;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The database is restored to a point in time while bags run. The report names everything that was
 * confirmed afterwards, and what the database knows runs to its end.
 */
@Timeout(300)
@Tag("live")
@Tag("concurrent")
class RestoreLiveTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final AccountId ANN = AccountId.of(new UserId("ann"));

  @Test
  void everyLossIsReportedAndTheRestContinues() throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/pgbackrest"))
            && Files.isExecutable(Path.of("/usr/bin/patroni")),
        "Run testbed/install --ha");
    LiveMarket.with(
        "restore",
        List.of("--no-ca", "--no-slurm", "--ha", "1:10"),
        market -> new RestoreLiveTest().run(market));
  }

  /** The bags, by what happens to them after the restored time. */
  private record Bags(
      String unchanged,
      String partly,
      String completed,
      String cancelled,
      String deleted,
      String lost,
      String lostCompleted) {}

  private void run(LiveMarket market) throws Exception {
    ServerConfig config = startMarket(market);
    market.testbed().run("backup", "full");
    Bags known = submitKnown(market);
    String time = timeBetweenTwoSeconds();
    Bags bags = continueAfterwards(market, known, config);
    Testbed copy = new Testbed(market.folder().resolve("copy"));
    copy.up("--no-ca", "--no-slurm");
    try {
      Path before = copyDatabase(market, copy);
      market.kill("server0");
      market.testbed().run("restore", time);
      market.note("restored to " + time);
      reconcile(market, before);
    } finally {
      copy.down();
    }
    market.startServer(0);
    market.await(
        "all agents have reported", SOON, () -> losses(market).path("missingProviders").isEmpty());
    JsonNode losses = losses(market);
    market.note("losses: " + losses);
    checkReport(losses, bags);
    checkContinuation(market, bags);
    checkLedger(config);
  }

  private static ServerConfig startMarket(LiveMarket market) throws Exception {
    market.startServers(1, "reply_timeout_seconds: 2\nstatus_check_seconds: 2");
    market.enrol(
        "north", "batch_system: processes\nprocesses: {slots: 16}\nprice_per_processor_hour: 360");
    market.startAgent("north");
    market.awaitConnected(1);
    ServerConfig config = market.serverFile();
    MarketAdministration.addUser(config, "bob");
    MarketAdministration.addProvider(config, "south", HOUR.toMillis());
    return config;
  }

  private static Bags submitKnown(LiveMarket market) throws Exception {
    String deleted = submit(market, "deleted", 1);
    end(market, "deleted", 0);
    market.awaitState(deleted, SOON, "done");
    Bags bags =
        new Bags(
            submit(market, "unchanged", 1),
            submit(market, "partly", 3),
            submit(market, "completed", 1),
            submit(market, "cancelled", 1),
            deleted,
            "",
            "");
    awaitStarted(market, "unchanged", "partly", "completed", "cancelled");
    return bags;
  }

  private static String timeBetweenTwoSeconds() throws InterruptedException {
    Thread.sleep(1_500);
    String time = Instant.now().toString();
    Thread.sleep(1_500);
    return time;
  }

  /** Everything that the restored database will not know. */
  private static Bags continueAfterwards(LiveMarket market, Bags bags, ServerConfig config)
      throws Exception {
    end(market, "partly", 0);
    end(market, "completed", 0);
    market.awaitState(bags.completed(), SOON, "done");
    market.await(
        "a result of the second bag",
        SOON,
        () -> market.bag(bags.partly()).path("done").asInt() == 1);
    market.client().post("/v1/bags/" + bags.cancelled() + "/cancel", key(), Map.of());
    MarketClient.of(
            new ConnectionSettings(
                List.of(URI.create(market.address())), market.token(), Optional.empty()),
            notice -> {})
        .delete(bags.deleted());
    String lost = submit(market, "lost", 1);
    String lostCompleted = submit(market, "lostCompleted", 1);
    end(market, "lostCompleted", 0);
    market.awaitState(lostCompleted, SOON, "done");
    awaitStarted(market, "lost");
    MarketAdministration.deposit(config, ANN, new Money(5_000), "afterwards");
    MarketAdministration.addUser(config, "carol");
    MarketAdministration.revokeUser(config, "bob");
    MarketAdministration.addProvider(config, "east", HOUR.toMillis());
    MarketAdministration.revokeProvider(config, "south");
    return new Bags(
        bags.unchanged(),
        bags.partly(),
        bags.completed(),
        bags.cancelled(),
        bags.deleted(),
        lost,
        lostCompleted);
  }

  /** Copies the state before the restore to another PostgreSQL. */
  private static Path copyDatabase(LiveMarket market, Testbed copy) throws Exception {
    String dump =
        "set -o pipefail; pg_dump --no-owner --no-privileges '%s' | psql -q -v ON_ERROR_STOP=1 '%s'"
            .formatted(uri(market.testbed().jdbcUrl()), uri(copy.jdbcUrl()));
    Process process =
        new ProcessBuilder("bash", "-c", dump)
            .redirectErrorStream(true)
            .redirectOutput(market.folder().resolve("dump.log").toFile())
            .start();
    assertThat(process.waitFor()).as("pg_dump; see dump.log").isZero();
    return Files.writeString(
        market.folder().resolve("before.yaml"), "database: " + copy.jdbcUrl() + "\n");
  }

  private static String uri(String jdbcUrl) {
    return jdbcUrl.substring("jdbc:".length());
  }

  /** Repeated while the last heartbeat of the killed server could be a living server's. */
  private static void reconcile(LiveMarket market, Path before) throws Exception {
    List<String> command =
        List.of("server", "reconcile", serverYaml(market), "--before", before.toString());
    market.await(
        "the restore is recorded",
        SOON,
        () -> {
          TenderProcess.Output output = TenderProcess.run(market.folder(), Map.of(), command);
          market.note("reconcile: " + output);
          return output.exitCode() == 0;
        });
  }

  private static String serverYaml(LiveMarket market) {
    return market.folder().resolve("server0.yaml").toString();
  }

  private static JsonNode losses(LiveMarket market) throws Exception {
    TenderProcess.Output output =
        TenderProcess.run(
            market.folder(),
            Map.of(),
            List.of("server", "losses", serverYaml(market), "-o", "json"));
    assertThat(output.exitCode()).as(output.err()).isZero();
    return JsonMapper.shared().readTree(output.out());
  }

  private static void checkReport(JsonNode losses, Bags bags) {
    Set<String> found = new HashSet<>();
    for (JsonNode loss : losses.path("losses")) {
      String bag = loss.path("bag").asString("");
      found.add(loss.path("situation").asString() + " " + (bag.isEmpty() ? subject(loss) : bag));
    }
    // Bills are paid within a minute, so perhaps nothing was paid for the part that still runs.
    found.remove("payment-lost " + bags.partly());
    assertThat(found)
        .containsExactlyInAnyOrder(
            "results-lost " + bags.partly(),
            "part-completed-later " + bags.completed(),
            "bag-end-lost " + bags.completed(),
            "payment-lost " + bags.completed(),
            "cancellation-lost " + bags.cancelled(),
            "payment-lost " + bags.cancelled(),
            "deletion-lost " + bags.deleted(),
            "bag-lost-running " + bags.lost(),
            "submission-lost " + bags.lost(),
            "bag-lost-ended " + bags.lostCompleted(),
            "submission-lost " + bags.lostCompleted(),
            "payment-lost " + bags.lostCompleted(),
            "deposit-lost DEPOSIT of user:ann, afterwards",
            "user-lost carol",
            "user-revocation-lost bob",
            "provider-lost east",
            "provider-revocation-lost south");
  }

  private static String subject(JsonNode loss) {
    return loss.path("subject").asString();
  }

  private static void checkContinuation(LiveMarket market, Bags bags) throws Exception {
    Path alive = market.folder().resolve("lost.0.alive");
    Files.delete(alive);
    for (int task = 0; task < 3; task++) {
      end(market, "partly", task);
    }
    end(market, "unchanged", 0);
    for (String bag : List.of(bags.unchanged(), bags.partly(), bags.completed())) {
      JsonNode ended = market.awaitState(bag, SOON, "done", "given-up", "no-promise");
      assertThat(ended.path("state").asString()).as(ended.toString()).isEqualTo("done");
    }
    assertThat(market.bag(bags.cancelled()).path("state").asString()).isEqualTo("cancelled");
    assertThat(alive).as("the task of the lost bag was stopped").doesNotExist();
    assertThat(starts(market, "unchanged", 0)).as("starts of a consistent task").isEqualTo(1);
    assertThat(starts(market, "completed", 0)).as("starts of a lost task").isEqualTo(2);
  }

  private static void checkLedger(ServerConfig config) {
    long sum = 0;
    for (var account : MarketAdministration.accounts(config)) {
      assertThat(account.balance()).isEqualTo(account.entrySum());
      sum += account.balance().millicredits();
    }
    assertThat(sum).isZero();
  }

  /** Tasks that run until a file exists, at most for some minutes, and say that they are alive. */
  private static String submit(LiveMarket market, String name, int tasks) throws Exception {
    String prefix = market.folder().resolve(name) + ".$TENDER_TASK_ID";
    String command =
        ("echo started >> %1$s.starts; i=0; while [ ! -e %1$s.end ] && [ $i -lt 1000 ];"
                + " do touch %1$s.alive; sleep 0.2; i=$((i + 1)); done")
            .formatted(prefix);
    String bag =
        market
            .submit(command, tasks, Duration.ofMinutes(5), Duration.ofMinutes(30))
            .path("id")
            .asString();
    market.note(name + " is bag " + bag);
    return bag;
  }

  private static void end(LiveMarket market, String name, int task) throws Exception {
    Files.writeString(market.folder().resolve(name + "." + task + ".end"), "");
  }

  private static void awaitStarted(LiveMarket market, String... names) throws Exception {
    List<Path> missing = new ArrayList<>();
    for (String name : names) {
      missing.add(market.folder().resolve(name + ".0.alive"));
    }
    market.await(
        String.join(", ", names) + " run", SOON, () -> missing.stream().allMatch(Files::exists));
  }

  private static int starts(LiveMarket market, String name, int task) throws Exception {
    return Files.readAllLines(market.folder().resolve(name + "." + task + ".starts")).size();
  }

  private static String key() {
    return UUID.randomUUID().toString();
  }
}
