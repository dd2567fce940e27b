package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tender.bagfile.Digest;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The operator moves the content of a running market, and the command is killed again and again.
 * {@code scripts/acceptance data} runs it.
 */
@Timeout(400)
@Tag("live")
@EnabledIfSystemProperty(
    named = "tender.data.figures",
    matches = ".+",
    disabledReason = "It takes minutes; scripts/acceptance data runs it.")
class MoveContentLiveTest {
  private static final Duration END = Duration.ofSeconds(90);
  private static final int FILES = 6;
  private static final int BYTES = 12 << 20;
  private static final int KILLS = 5;
  private static final int MAX_KILL_MILLIS = 6_000;

  @Test
  void contentMovesWhileBagsRunAndTheCommandIsKilled() throws Exception {
    LiveMarket.with(
        "move-content",
        List.of("--no-ca", "--no-slurm", "--s3"),
        market -> {
          market.startServers(1, "reply_timeout_seconds: 2\n");
          market.enrol("north", "batch_system: processes\nprocesses: {slots: 2}\n");
          market.startAgent("north");
          market.awaitConnected(1);
          Path folder = Files.createDirectory(market.folder().resolve("user"));
          Path bag = bag(folder);
          String before = runBag(market, bag);

          String section = ObjectStoreProxy.start(market).settings();
          assertThat(move(market, "object-store").err()).contains("object_store");
          append(market, section);
          assertThat(move(market, "postgresql").err()).contains("new_content");
          JsonNode moved = moveWithKills(market, bag, "object-store");
          assertThat(moved.path("remaining").asInt()).isZero();
          assertResults(market, folder, before);

          append(market, "  new_content: false\n");
          moved = moveWithKills(market, bag, "postgresql");
          assertThat(moved.path("remaining").asInt()).isZero();
          assertThat(moved.path("unused").asInt()).isPositive();
          assertResults(market, folder, before);
          assertThat(move(market, "postgresql").out()).startsWith("There was nothing to move.");
        });
  }

  private static Path serverFile(LiveMarket market) {
    return market.folder().resolve("server0.yaml");
  }

  private static void append(LiveMarket market, String text) throws Exception {
    Path file = serverFile(market);
    Files.writeString(file, Files.readString(file) + text);
    market.kill("server0");
    market.startServer(0);
    market.await(
        "the server answers",
        END,
        () -> LoopbackPorts.isListening(URI.create(market.address()).getPort()));
    market.awaitConnected(1);
  }

  private static List<String> command(LiveMarket market, String to) {
    return List.of("server", "move-content", serverFile(market).toString(), "--to", to);
  }

  private static TenderProcess.Output move(LiveMarket market, String to) throws Exception {
    TenderProcess.Output output =
        TenderProcess.run(market.folder(), market.environment(), command(market, to));
    market.note("move-content: " + output);
    return output;
  }

  /** Bags run with the same inputs and with new ones. */
  private static JsonNode moveWithKills(LiveMarket market, Path bag, String to) throws Exception {
    Random random = new Random(to.hashCode());
    for (int i = 0; i < KILLS; i++) {
      Process move =
          TenderProcess.start(market.folder(), market.environment(), command(market, to));
      boolean hasEnded =
          move.waitFor(1_000 + random.nextInt(MAX_KILL_MILLIS), TimeUnit.MILLISECONDS);
      move.destroyForcibly().waitFor();
      market.note(hasEnded ? "move-content ended before its kill" : "move-content was killed");
      if (i % 2 == 0) {
        Files.write(bag.resolveSibling("in0.dat"), content(random.nextInt()));
        assertResults(market, bag.getParent(), runBag(market, bag));
      }
    }
    List<String> arguments = new ArrayList<>(command(market, to));
    arguments.addAll(List.of("-o", "json"));
    TenderProcess.Output output =
        TenderProcess.run(market.folder(), market.environment(), arguments);
    market.note("move-content: " + output);
    assertThat(output.exitCode()).as("%s", output).isZero();
    JsonNode json = JsonMapper.shared().readTree(output.out());
    assertThat(json.path("failures")).isEmpty();
    assertThat(json.path("to").asString()).isEqualTo(to);
    return json;
  }

  private static byte[] content(int seed) {
    byte[] content = new byte[BYTES];
    new Random(seed).nextBytes(content);
    return content;
  }

  /** The pack of its results is larger than what is stored in a row. */
  private static Path bag(Path folder) throws Exception {
    List<String> names = new ArrayList<>();
    for (int file = 0; file < FILES; file++) {
      names.add("in" + file + ".dat");
      Files.write(folder.resolve(names.getLast()), content(file));
    }
    return Files.writeString(
        folder.resolve("bag.yaml"),
        """
        version: 1
        command: sha256sum in0.dat; head -c 300000 in0.dat > part.dat
        tasks: 1
        inputs: %s
        outputs: [part.dat]
        runtime: 5s
        deadline: +10m
        """
            .formatted(names));
  }

  private static String runBag(LiveMarket market, Path bag) throws Exception {
    TenderProcess.Output output =
        TenderProcess.run(
            bag.getParent(),
            market.environment(),
            List.of("submit", bag.toString(), "-y", "-o", "json"));
    assertThat(output.exitCode()).as("%s", output).isZero();
    String id = JsonMapper.shared().readTree(output.out()).path("id").asString();
    market.awaitState(id, END, "done");
    TenderProcess.Output log =
        TenderProcess.run(bag.getParent(), market.environment(), List.of("logs", id, "0"));
    assertThat(log.out()).startsWith(Digest.of(bag.resolveSibling("in0.dat")).hex());
    return id;
  }

  private static void assertResults(LiveMarket market, Path folder, String id) throws Exception {
    Path results = folder.resolve("again-" + market.client().hashCode() + "-" + System.nanoTime());
    TenderProcess.Output output =
        TenderProcess.run(
            folder, market.environment(), List.of("results", id, "--to", results.toString()));
    assertThat(output.exitCode()).as("%s", output).isZero();
    assertThat(Files.size(results.resolve("0/out/part.dat"))).isEqualTo(300_000);
  }
}
