package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.bagfile.Digest;
import tools.jackson.databind.json.JsonMapper;

/**
 * Large files go directly from users to the object store, from there to the agents of two clusters,
 * and back, with a heap of 256 MB for each process. All in one market, because starting one takes
 * longer than the transfers.
 */
@Timeout(480)
@Tag("live")
@Tag("concurrent")
class DirectTransfersLiveTest {
  private static final Duration END = Duration.ofSeconds(90);
  private static final int BYTES = 24 << 20;

  /** Of inputs, in files that are large enough to be sent directly; twice as much comes back. */
  private static final int MEGABYTES = 48;

  private static final long MAX_GROWTH_BYTES = 1 << 20;
  private static final int KILLS = 4;
  private static final int MAX_KILL_MILLIS = 3_000;

  @Test
  void largeFilesPassThroughTheStoreOrElseThroughTheServer() throws Exception {
    LiveMarket.with(
        "direct-transfers",
        List.of("--no-ca", "--processors", "1,1", "--s3"),
        market -> {
          ObjectStoreProxy store = ObjectStoreProxy.start(market);
          market.startServers(1, "reply_timeout_seconds: 10\n" + store.settings());
          market.startAgents("poll_interval_seconds: 0.5\n");
          Path folder = Files.createDirectory(market.folder().resolve("user"));

          dataPassesToTwoClustersAndBack(market);
          fetchWhileTheBagRuns(market, folder);
          assertThat(agentLogs(market)).doesNotContain("object store");

          clientCannotReachTheStore(market, folder, store);
          TenderProcess.Output output = assertRuns(market, bagWithInput(folder, 2));
          assertThat(output.err()).contains("sending large files through the server");
          assertThat(market.database().directUploads()).isEqualTo(TwoClusterTransfer.FILES);
          assertThat(agentLogs(market)).as("in one message").contains("object store");
          agentCannotReachTheStore(market, folder);

          store.proxy().reconnect();
          clientIsKilled(market, bagWithInput(folder, 3));
          assertThat(market.database().directUploads()).isEqualTo(TwoClusterTransfer.FILES + 1);
          assertThat(market.log("server0")).doesNotContain("OutOfMemoryError");
        });
  }

  private static String agentLogs(LiveMarket market) throws Exception {
    return market.log("cluster1") + market.log("cluster2");
  }

  private static void dataPassesToTwoClustersAndBack(LiveMarket market) throws Exception {
    Path folder = Files.createDirectory(market.folder().resolve("data"));
    List<String> names = TwoClusterTransfer.writeInputs(folder, MEGABYTES);
    long databaseBytes = market.database().bytes();
    TwoClusterTransfer transfer = TwoClusterTransfer.run(market, folder, names);
    long grownBytes = market.database().bytes() - databaseBytes;
    market.note("%s; the database grew by %d bytes".formatted(transfer, grownBytes));
    assertThat(transfer.clusters()).isEqualTo(2);
    assertThat(grownBytes).as("growth of PostgreSQL").isLessThanOrEqualTo(MAX_GROWTH_BYTES);
    assertThat(market.database().directUploads()).isEqualTo(TwoClusterTransfer.FILES);
  }

  /** Task 1 waits for a file, so that the bag runs while the output of task 0 is fetched. */
  private static void fetchWhileTheBagRuns(LiveMarket market, Path folder) throws Exception {
    Path go = market.folder().resolve("go");
    String id =
        submit(
            market,
            folder,
            "if test {task} = 1; then while ! test -e %s; do sleep 0.2; done; fi;".formatted(go)
                + " head -c %d /dev/urandom > big.dat; sha256sum big.dat",
            2);
    market.await(
        "the output of task 0 is listed",
        END,
        () -> market.client().get("/v1/bags/" + id + "/outputs").path("outputs").size() == 1);
    Path results = folder.resolve("results-" + id);
    assertThat(tender(market, folder, "results", id).exitCode()).isZero();
    assertThat(market.bag(id).path("state").asString()).isEqualTo("running");
    assertFetched(results, 0);
    Files.createFile(go);
    market.awaitState(id, END, "done");
    assertThat(market.bag(id).path("missingOutput").isNull()).isTrue();
    assertThat(tender(market, folder, "results", id).exitCode()).isZero();
    assertFetched(results, 0);
    assertFetched(results, 1);
  }

  private static void clientCannotReachTheStore(
      LiveMarket market, Path folder, ObjectStoreProxy store) throws Exception {
    String id = submit(market, folder, "head -c %d /dev/urandom > big.dat; sha256sum big.dat", 1);
    market.awaitState(id, END, "done");
    store.proxy().disconnect();
    TenderProcess.Output output = tender(market, folder, "results", id);
    assertThat(output.exitCode()).as("%s", output).isZero();
    assertThat(output.err()).contains("reading large outputs through the server");
    assertFetched(folder.resolve("results-" + id), 0);
  }

  /** The store cannot be reached by users either. */
  private static void agentCannotReachTheStore(LiveMarket market, Path folder) throws Exception {
    String id = submit(market, folder, "head -c %d /dev/urandom > big.dat; sha256sum big.dat", 1);
    market.awaitState(id, END, "done");
    assertThat(agentLogs(market)).contains("outputs are handled without it");
    assertThat(market.client().get("/v1/bags/" + id + "/outputs").path("outputs")).isEmpty();
    assertThat(tender(market, folder, "results", id, "--large").exitCode()).isZero();
    assertFetched(folder.resolve("results-" + id), 0);
  }

  private static void assertFetched(Path results, int task) throws Exception {
    Path folder = results.resolve(Integer.toString(task));
    assertThat(Files.readString(folder.resolve("stdout")))
        .startsWith(Digest.of(folder.resolve("out/big.dat")).hex());
    try (var files = Files.list(results)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.endsWith(".part"));
    }
  }

  private static String submit(LiveMarket market, Path folder, String command, int tasks)
      throws Exception {
    Path file =
        Files.writeString(
            Files.createTempFile(folder, "bag", ".yaml"),
            """
            version: 1
            command: '%s'
            tasks: %d
            outputs: [big.dat]
            runtime: 10s
            deadline: +10m
            """
                .formatted(command.formatted(BYTES), tasks));
    TenderProcess.Output output =
        tender(market, folder, "submit", file.toString(), "-y", "-o", "json");
    assertThat(output.exitCode()).as("%s", output).isZero();
    return JsonMapper.shared().readTree(output.out()).path("id").asString();
  }

  private static TenderProcess.Output tender(LiveMarket market, Path folder, String... arguments)
      throws Exception {
    TenderProcess.Output output =
        TenderProcess.run(folder, market.environment(), List.of(arguments));
    market.note("tender " + String.join(" ", arguments) + ": " + output);
    return output;
  }

  private static void clientIsKilled(LiveMarket market, Path bag) throws Exception {
    Random random = new Random(7);
    for (int i = 0; i < KILLS; i++) {
      Process submit = TenderProcess.start(bag.getParent(), market.environment(), submit(bag));
      Thread.sleep(random.nextInt(MAX_KILL_MILLIS));
      submit.destroyForcibly().waitFor();
    }
    assertRuns(market, bag);
  }

  private static List<String> submit(Path bag) {
    return List.of("submit", bag.toString(), "-y", "-o", "json");
  }

  /** A bag whose task writes the digest of its large input. */
  private static Path bagWithInput(Path folder, int seed) throws Exception {
    byte[] content = new byte[BYTES];
    new Random(seed).nextBytes(content);
    Files.write(folder.resolve("big" + seed + ".dat"), content);
    return Files.writeString(
        folder.resolve("bag" + seed + ".yaml"),
        """
        version: 1
        command: sha256sum big%1$d.dat && cp big%1$d.dat big.dat
        tasks: 1
        inputs: [big%1$d.dat]
        outputs: [big.dat]
        runtime: 5s
        deadline: +10m
        """
            .formatted(seed));
  }

  private static TenderProcess.Output assertRuns(LiveMarket market, Path bag) throws Exception {
    Path folder = bag.getParent();
    TenderProcess.Output output = TenderProcess.run(folder, market.environment(), submit(bag));
    market.note("submitted: " + output);
    assertThat(output.exitCode()).as("%s", output).isZero();
    String id = JsonMapper.shared().readTree(output.out()).path("id").asString();
    market.awaitState(id, END, "done");
    TenderProcess.Output log =
        TenderProcess.run(folder, market.environment(), List.of("logs", id, "0"));
    String file = bag.getFileName().toString().replace("bag", "big").replace("yaml", "dat");
    assertThat(log.out()).startsWith(Digest.of(folder.resolve(file)).hex());
    return output;
  }
}
