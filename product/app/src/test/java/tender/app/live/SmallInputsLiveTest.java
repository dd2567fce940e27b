package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tools.jackson.databind.json.JsonMapper;

/**
 * A bag with many small input files, compared with an archive of the same files that the plain
 * client sends to the same store. {@code scripts/acceptance data} runs it.
 */
@Tag("live")
@EnabledIfSystemProperty(
    named = "tender.data.figures",
    matches = ".+",
    disabledReason = "It is a measurement; scripts/acceptance data runs it.")
class SmallInputsLiveTest {
  private static final Duration END = Duration.ofMinutes(10);
  private static final int FILES = Integer.getInteger("tender.data.files", 10_000);
  private static final int FILES_PER_FOLDER = 1_000;
  private static final int BYTES = 1_000;

  @Test
  void manySmallFilesAreSubmitted() throws Exception {
    LiveMarket.with(
        "small-inputs",
        List.of("--no-ca", "--no-slurm", "--s3"),
        market -> {
          ObjectStoreProxy store = ObjectStoreProxy.startDirect(market);
          // With one provider nothing waits for it; a busy machine needs it.
          market.startServers(1, "reply_timeout_seconds: 20\n" + store.settings());
          market.enrol("north", "batch_system: processes\nprocesses: {slots: 2}\n");
          market.startAgent("north");
          market.awaitConnected(1);
          Path folder = Files.createDirectory(market.folder().resolve("user"));
          // The server has been running for longer; its first request is slower.
          writeFiles(folder.resolve("first"), 100, 1);
          submit(market, folder, "first", 100);
          writeFiles(folder.resolve("files"), FILES, 2);

          double tarSeconds = sendArchive(market, folder);
          long databaseBytes = market.database().bytes();
          Seconds seconds = submit(market, folder, "files", FILES);
          Map<String, Object> figures =
              Map.of(
                  "files",
                  FILES,
                  "tarSeconds",
                  tarSeconds,
                  "submitSeconds",
                  seconds.submit(),
                  "doneSeconds",
                  seconds.done(),
                  "databaseGrowthBytes",
                  market.database().bytes() - databaseBytes,
                  "ratio",
                  seconds.submit() / tarSeconds);
          market.note("figures: " + figures);
          Files.writeString(
              Path.of(System.getProperty("tender.data.figures")).resolve("small.json"),
              JsonMapper.shared().writeValueAsString(figures) + "\n");
        });
  }

  private static void writeFiles(Path folder, int files, int seed) throws IOException {
    byte[] content = new byte[BYTES];
    Random random = new Random(seed);
    for (int file = 0; file < files; file++) {
      Path below = folder.resolve(Integer.toString(file / FILES_PER_FOLDER));
      if (file % FILES_PER_FOLDER == 0) {
        Files.createDirectories(below);
      }
      random.nextBytes(content);
      Files.write(below.resolve(file + ".dat"), content);
    }
  }

  private static double sendArchive(LiveMarket market, Path folder) throws Exception {
    try (PlainStoreClient store = new PlainStoreClient(market)) {
      Path archive = folder.resolve("files.tar");
      long beganNanos = System.nanoTime();
      int exitCode =
          new ProcessBuilder("tar", "-cf", archive.toString(), "files")
              .directory(folder.toFile())
              .inheritIO()
              .start()
              .waitFor();
      store.send("", List.of(archive));
      double seconds = (System.nanoTime() - beganNanos) / 1e9;
      assertThat(exitCode).isZero();
      return seconds;
    }
  }

  /** From the start of the command until the bag is promised, and until its task has ended. */
  private record Seconds(double submit, double done) {}

  /** Its task must find all files. */
  private static Seconds submit(LiveMarket market, Path folder, String inputs, int files)
      throws Exception {
    Path bag =
        Files.writeString(
            folder.resolve(inputs + ".yaml"),
            """
            version: 1
            command: find -L %1$s -name '*.dat' | wc -l
            tasks: 1
            inputs: [%1$s]
            runtime: 60s
            deadline: +30m
            """
                .formatted(inputs));
    long beganNanos = System.nanoTime();
    TenderProcess.Output output =
        TenderProcess.run(
            folder,
            market.environment(),
            List.of("submit", bag.toString(), "-y", "-o", "json"),
            END);
    final double seconds = (System.nanoTime() - beganNanos) / 1e9;
    assertThat(output.exitCode()).as("%s", output).isZero();
    String id = JsonMapper.shared().readTree(output.out()).path("id").asString();
    market.awaitState(id, END, "done");
    final double done = (System.nanoTime() - beganNanos) / 1e9;
    TenderProcess.Output log =
        TenderProcess.run(folder, market.environment(), List.of("logs", id, "0"));
    assertThat(log.out().strip()).isEqualTo(Integer.toString(files));
    return new Seconds(seconds, done);
  }
}
