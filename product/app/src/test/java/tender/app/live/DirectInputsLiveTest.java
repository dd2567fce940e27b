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

/** Large input files go directly from users to the object store, and from there to agents. */
@Timeout(300)
@Tag("live")
class DirectInputsLiveTest {
  private static final Duration END = Duration.ofSeconds(90);
  private static final int BYTES = 40 << 20;
  private static final int KILLS = 5;
  private static final int MAX_KILL_MILLIS = 3_000;

  @Test
  void largeInputsPassThroughTheStoreOrElseThroughTheServer() throws Exception {
    LiveMarket.with(
        "direct-inputs",
        List.of("--no-ca", "--no-slurm", "--s3"),
        market -> {
          ObjectStoreProxy store = ObjectStoreProxy.start(market);
          market.startServers(1, "reply_timeout_seconds: 2\n" + store.settings());
          market.enrol("north", "batch_system: processes\nprocesses: {slots: 2}\n");
          market.startAgent("north");
          market.awaitConnected(1);
          Path folder = Files.createDirectory(market.folder().resolve("user"));

          Path first = bagWithInput(folder, 1);
          assertRuns(market, first);
          assertThat(directUploads(market)).isEqualTo(1);
          assertThat(market.log("north")).doesNotContain("object store");

          store.proxy().disconnect();
          TenderProcess.Output output = assertRuns(market, bagWithInput(folder, 2));
          assertThat(output.err()).contains("sending large files through the server");
          assertThat(directUploads(market)).isEqualTo(1);
          assertThat(market.log("north")).as("in one message").contains("object store");

          store.proxy().reconnect();
          clientIsKilled(market, bagWithInput(folder, 3));
          assertThat(directUploads(market)).isEqualTo(2);
        });
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

  private static int directUploads(LiveMarket market) throws Exception {
    return market.database().directUploads();
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
        command: sha256sum big%1$d.dat
        tasks: 1
        inputs: [big%1$d.dat]
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
