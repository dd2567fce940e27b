package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tender.bagfile.Digest;
import tender.server.objects.ObjectStoreSettings;
import tender.server.objects.S3ObjectStore;
import tender.testbed.Testbed;
import tools.jackson.databind.json.JsonMapper;

/**
 * Large data to two clusters and back through a real object store, compared with its plain client;
 * then the same with a killed client, agents, server and store. {@code scripts/acceptance data}
 * runs it with more data and more kills. Every process has a heap of at most 256 MB.
 */
@Tag("live")
@EnabledIfSystemProperty(
    named = "tender.data.figures",
    matches = ".+",
    disabledReason = "It takes minutes; scripts/acceptance data runs it.")
class DataTransfersLiveTest {
  private static final Duration END = Duration.ofMinutes(30);
  private static final int MEBIBYTE = 1 << 20;
  private static final int PART_BYTES = 16 * MEBIBYTE;
  private static final int MEGABYTES = Integer.getInteger("tender.data.megabytes", 64);
  private static final int KILLS = Integer.getInteger("tender.data.kills", 6);
  private static final Optional<String> FIGURES =
      Optional.ofNullable(System.getProperty("tender.data.figures"));

  /** A third of the input is in the first file, the rest in files of the same size. */
  private static final int FILES = 3;

  private static final int SMALL_BYTES = 24 * MEBIBYTE;

  private final Map<String, Object> figures = new LinkedHashMap<>();

  @Test
  void dataPassesToTwoClustersAndBack() throws Exception {
    LiveMarket.with(
        "data-transfers",
        List.of("--no-ca", "--s3", "--processors", "1,1"),
        market -> {
          ObjectStoreProxy store = ObjectStoreProxy.startDirect(market);
          market.startServers(1, "reply_timeout_seconds: 2\n" + store.settings());
          market.startAgents("");
          Path folder = Files.createDirectory(market.folder().resolve("user"));
          List<String> names = writeInputs(folder, MEGABYTES);

          double plainPut = plainPutRate(market, folder.resolve(names.getFirst()));
          double plainGet = plainGetRate(market, folder.resolve("plain"));
          long databaseBytes = market.database().bytes();
          moveData(market, folder, names, plainPut, plainGet);
          figures.put("databaseGrowthBytes", market.database().bytes() - databaseBytes);
          assertThat(market.log("server0")).doesNotContain("OutOfMemoryError");
        });
    writeFigures("data.json");
  }

  private void writeFigures(String name) throws IOException {
    if (FIGURES.isPresent()) {
      Files.writeString(
          Path.of(FIGURES.get()).resolve(name),
          JsonMapper.shared().writeValueAsString(figures) + "\n");
    }
  }

  private void moveData(
      LiveMarket market, Path folder, List<String> names, double plainPut, double plainGet)
      throws Exception {
    // Each task has all inputs, and its results are as large as they are.
    String copies =
        names.stream()
            .map(name -> "cp %s out-%s && sha256sum out-%s".formatted(name, name, name))
            .collect(Collectors.joining(" && "));
    Path bag = bag(folder, copies, 2, names);
    long beganNanos = System.nanoTime();
    String id = submit(market, bag);
    double putSeconds = secondsSince(beganNanos);
    market.awaitState(id, END, "done");
    beganNanos = System.nanoTime();
    TenderProcess.Output fetched =
        TenderProcess.run(folder, market.environment(), List.of("results", id), END);
    double getSeconds = secondsSince(beganNanos);
    assertThat(fetched.exitCode()).as("%s", fetched).isZero();
    List<String> providers = new ArrayList<>();
    market
        .bag(id)
        .at("/promise/parts")
        .forEach(part -> providers.add(part.path("provider").asString()));
    for (int task = 0; task < 2; task++) {
      for (String name : names) {
        assertThat(Digest.of(folder.resolve("results-%s/%d/out/out-%s".formatted(id, task, name))))
            .isEqualTo(Digest.of(folder.resolve(name)));
      }
    }
    assertThat(market.client().get("/v1/bags/" + id + "/outputs").path("outputs"))
        .hasSize(2 * FILES);
    figures.put("clusters", providers.stream().distinct().count());
    figures.put("megabytesUp", MEGABYTES);
    figures.put("megabytesBack", 2 * MEGABYTES);
    figures.put("uploadRate", MEGABYTES / putSeconds);
    figures.put("plainUploadRate", plainPut);
    figures.put("uploadRatio", MEGABYTES / putSeconds / plainPut);
    figures.put("downloadRate", 2 * MEGABYTES / getSeconds);
    figures.put("plainDownloadRate", plainGet);
    figures.put("downloadRatio", 2 * MEGABYTES / getSeconds / plainGet);
    market.note("figures: " + figures);
  }

  private static double secondsSince(long beganNanos) {
    return (System.nanoTime() - beganNanos) / 1e9;
  }

  private static List<String> writeInputs(Path folder, int megabytes) throws IOException {
    byte[] mebibyte = new byte[MEBIBYTE];
    List<String> names = new ArrayList<>();
    for (int file = 0; file < FILES; file++) {
      String name = "in" + file + ".dat";
      Random random = new Random(file);
      try (OutputStream out = Files.newOutputStream(folder.resolve(name))) {
        for (int i = 0; i < megabytes / FILES + (file < megabytes % FILES ? 1 : 0); i++) {
          random.nextBytes(mebibyte);
          out.write(mebibyte);
        }
      }
      names.add(name);
    }
    return names;
  }

  private static Path bag(Path folder, String command, int tasks, List<String> inputs)
      throws IOException {
    return Files.writeString(
        folder.resolve("bag.yaml"),
        """
        version: 1
        command: %s
        tasks: %d
        inputs: %s
        outputs: ['out-*']
        runtime: 2m
        deadline: +60m
        """
            .formatted(command, tasks, inputs));
  }

  private static String submit(LiveMarket market, Path bag) throws Exception {
    TenderProcess.Output output =
        TenderProcess.run(
            bag.getParent(),
            market.environment(),
            List.of("submit", bag.toString(), "-y", "-o", "json"),
            END);
    assertThat(output.exitCode()).as("%s", output).isZero();
    return JsonMapper.shared().readTree(output.out()).path("id").asString();
  }

  /** Megabytes per second to the store, by its plain client, one part after the other. */
  private static double plainPutRate(LiveMarket market, Path file) throws IOException {
    try (S3ObjectStore store = plain(market);
        InputStream in = Files.newInputStream(file)) {
      store.requireBucket();
      long beganNanos = System.nanoTime();
      String upload = store.startMultipart("plain");
      List<String> tags = new ArrayList<>();
      for (byte[] part = in.readNBytes(PART_BYTES);
          part.length > 0;
          part = in.readNBytes(PART_BYTES)) {
        tags.add(store.putPart("plain", upload, tags.size() + 1, part, part.length));
      }
      store.completeMultipart("plain", upload, tags);
      return Files.size(file) / (double) MEBIBYTE / secondsSince(beganNanos);
    }
  }

  private static double plainGetRate(LiveMarket market, Path file) throws IOException {
    try (S3ObjectStore store = plain(market)) {
      long beganNanos = System.nanoTime();
      try (InputStream in = store.open("plain", 0).orElseThrow()) {
        Files.copy(in, file);
      }
      return Files.size(file) / (double) MEBIBYTE / secondsSince(beganNanos);
    }
  }

  private static S3ObjectStore plain(LiveMarket market) throws IOException {
    Testbed.ObjectStore store = market.testbed().objectStore();
    return new S3ObjectStore(
        new ObjectStoreSettings(
            URI.create(store.endpoint()),
            Optional.empty(),
            "plain",
            store.region(),
            store.accessKey(),
            store.secretKey()));
  }

  /** Bags with a large input and output run, while one process after the other is killed. */
  @Test
  void transfersSurviveKills() throws Exception {
    LiveMarket.with(
        "transfer-kills",
        List.of("--no-ca", "--no-slurm", "--s3"),
        market -> {
          ObjectStoreProxy store = ObjectStoreProxy.start(market);
          market.startServers(1, "reply_timeout_seconds: 2\n" + store.settings());
          market.enrol("north", "batch_system: processes\nprocesses: {slots: 2}\n");
          market.startAgent("north");
          market.awaitConnected(1);
          try (TransferKiller killer = new TransferKiller(market, store, 11)) {
            for (int round = 0; killer.kills() < KILLS; round++) {
              runBag(market, killer, round);
            }
            market.note("survived " + killer.kills() + " kills");
            figures.put("kills", killer.kills());
            figures.put("killsByKind", killer.kinds());
          }
        });
    writeFigures("kills.json");
  }

  private static void runBag(LiveMarket market, TransferKiller killer, int round) throws Exception {
    Path folder = Files.createDirectory(market.folder().resolve("user" + round));
    byte[] content = new byte[SMALL_BYTES];
    new Random(round).nextBytes(content);
    Files.write(folder.resolve("in.dat"), content);
    Path bag = bag(folder, "cp in.dat out-big", 1, List.of("in.dat"));
    String submitted =
        killer.repeatUntilSuccess(folder, List.of("submit", bag.toString(), "-y", "-o", "json"));
    String id = JsonMapper.shared().readTree(submitted).path("id").asString();
    market.awaitState(id, END, "done");
    killer.repeatUntilSuccess(folder, List.of("results", id));
    assertThat(Digest.of(folder.resolve("results-" + id + "/0/out/out-big")))
        .isEqualTo(Digest.of(content));
    try (var files = Files.list(folder.resolve("results-" + id))) {
      assertThat(files.map(Path::toString)).noneMatch(name -> name.endsWith(".part"));
    }
  }
}
