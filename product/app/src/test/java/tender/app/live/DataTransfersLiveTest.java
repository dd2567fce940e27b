package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tender.bagfile.Digest;
import tender.support.files.SecureDeletion;
import tools.jackson.databind.json.JsonMapper;

/**
 * Large data to two clusters and back through a real object store, compared with its plain client.
 * {@code scripts/acceptance data} runs it with more data. Every process has a heap of at most 256
 * MB.
 */
@Tag("live")
@EnabledIfSystemProperty(
    named = "tender.data.figures",
    matches = ".+",
    disabledReason = "It takes minutes; scripts/acceptance data runs it.")
class DataTransfersLiveTest {
  private static final Duration END = Duration.ofMinutes(30);
  private static final int MEBIBYTE = 1 << 20;
  private static final int MEGABYTES = Integer.getInteger("tender.data.megabytes", 64);

  /** A third of the input is in the first file, the rest in files of the same size. */
  private static final int FILES = 3;

  private static final int FIRST_MEGABYTES = 72;

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
          // Servers and agents run for months; their first transfers are slower.
          Path first = Files.createDirectory(market.folder().resolve("first"));
          moveData(market, first, writeInputs(first, FIRST_MEGABYTES));
          Path folder = Files.createDirectory(market.folder().resolve("user"));
          List<String> names = writeInputs(folder, MEGABYTES);

          List<PlainSeconds> plain = new ArrayList<>();
          plain.add(movePlainly(market, folder, names));
          long databaseBytes = market.database().bytes();
          Seconds seconds = moveData(market, folder, names);
          figures.put("databaseGrowthBytes", market.database().bytes() - databaseBytes);
          plain.add(movePlainly(market, folder, names));
          compare(seconds, plain);
          market.note("figures: " + figures);
          assertThat(market.log("server0")).doesNotContain("OutOfMemoryError");
        });
    Files.writeString(
        Path.of(System.getProperty("tender.data.figures")).resolve("data.json"),
        JsonMapper.shared().writeValueAsString(figures) + "\n");
  }

  /**
   * What the market needs.
   *
   * @param in from the start of the command that submits the bag until the tasks run at both
   *     clusters
   * @param submit of this, until the bag is promised
   * @param back from the end of the tasks until the user has their results
   * @param results of this, the command that fetches them
   */
  private record Seconds(double in, double submit, double back, double results) {}

  private Seconds moveData(LiveMarket market, Path folder, List<String> names) throws Exception {
    // Each task has all inputs, and its results are as large as they are. Both end together.
    Path marks = Files.createDirectory(folder.resolve("marks"));
    String copies =
        names.stream()
            .map(name -> "cp %s out-%s".formatted(name, name))
            .collect(Collectors.joining(" && "));
    String command =
        "touch %1$s/began-{task} && %2$s && touch %1$s/ready-{task} && while ! test -e %1$s/go; do sleep 0.1; done"
            .formatted(marks, copies);
    Path bag = bag(folder, "'" + command + "'", 2, names);
    long beganNanos = System.nanoTime();
    long beganMillis = System.currentTimeMillis();
    String id = submit(market, bag);
    double submitSeconds = secondsSince(beganNanos);
    market.await(
        "both tasks have copied their inputs",
        END,
        () -> Files.exists(marks.resolve("ready-0")) && Files.exists(marks.resolve("ready-1")));
    double inSeconds =
        (Math.max(modified(marks.resolve("began-0")), modified(marks.resolve("began-1")))
                - beganMillis)
            / 1e3;
    long endedNanos = System.nanoTime();
    Files.createFile(marks.resolve("go"));
    market.awaitState(id, END, "done");
    beganNanos = System.nanoTime();
    TenderProcess.Output fetched =
        TenderProcess.run(folder, market.environment(), List.of("results", id), END);
    double resultsSeconds = secondsSince(beganNanos);
    double backSeconds = secondsSince(endedNanos);
    assertThat(fetched.exitCode()).as("%s", fetched).isZero();
    requireResults(market, folder, id, names);
    return new Seconds(inSeconds, submitSeconds, backSeconds, resultsSeconds);
  }

  private static long modified(Path file) throws IOException {
    return Files.getLastModifiedTime(file).toMillis();
  }

  private void requireResults(LiveMarket market, Path folder, String id, List<String> names)
      throws Exception {
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
  }

  /** What the plain client needs for the same transfers: up, to two clusters, and back. */
  private record PlainSeconds(double up, double down, double upBoth, double downBoth) {}

  private static PlainSeconds movePlainly(LiveMarket market, Path user, List<String> names)
      throws Exception {
    List<Path> files = names.stream().map(user::resolve).toList();
    try (PlainStoreClient store = new PlainStoreClient(market)) {
      Path first = Files.createDirectories(market.folder().resolve("plain/first"));
      Path second = Files.createDirectories(market.folder().resolve("plain/second"));
      long beganNanos = System.nanoTime();
      List<String> sent = store.send("in-", files);
      final double up = secondsSince(beganNanos);
      beganNanos = System.nanoTime();
      store.both(() -> store.read(sent, first), () -> store.read(sent, second));
      final double down = secondsSince(beganNanos);
      store.delete(sent);
      SecureDeletion.deleteTree(first.getParent());

      beganNanos = System.nanoTime();
      List<List<String>> back =
          store.both(() -> store.send("first-", files), () -> store.send("second-", files));
      final double upBoth = secondsSince(beganNanos);
      Files.createDirectories(first);
      beganNanos = System.nanoTime();
      for (List<String> task : back) {
        store.read(task, first);
      }
      final double downBoth = secondsSince(beganNanos);
      back.forEach(store::delete);
      SecureDeletion.deleteTree(first.getParent());
      PlainSeconds seconds = new PlainSeconds(up, down, upBoth, downBoth);
      market.note("plain client: " + seconds);
      return seconds;
    }
  }

  private void compare(Seconds tender, List<PlainSeconds> plain) {
    double up = mean(plain, PlainSeconds::up);
    double in = up + mean(plain, PlainSeconds::down);
    double downBoth = mean(plain, PlainSeconds::downBoth);
    double back = downBoth + mean(plain, PlainSeconds::upBoth);
    figures.put("megabytesIn", MEGABYTES);
    figures.put("megabytesBack", 2 * MEGABYTES);
    // A megabyte that passes to two clusters is counted twice, and so is one of two results.
    figures.put("inRate", 2 * MEGABYTES / tender.in());
    figures.put("plainInRate", 2 * MEGABYTES / in);
    figures.put("inRatio", in / tender.in());
    figures.put("backRate", 2 * MEGABYTES / tender.back());
    figures.put("plainBackRate", 2 * MEGABYTES / back);
    figures.put("backRatio", back / tender.back());
    figures.put("submitRatio", up / tender.submit());
    figures.put("resultsRatio", downBoth / tender.results());
    figures.put("seconds", tender.toString());
  }

  private static double mean(List<PlainSeconds> plain, ToDoubleFunction<PlainSeconds> of) {
    return plain.stream().mapToDouble(of).average().orElseThrow();
  }

  private static double secondsSince(long beganNanos) {
    return (System.nanoTime() - beganNanos) / 1e9;
  }

  private static List<String> writeInputs(Path folder, int megabytes) throws IOException {
    byte[] mebibyte = new byte[MEBIBYTE];
    List<String> names = new ArrayList<>();
    for (int file = 0; file < FILES; file++) {
      String name = "in" + file + ".dat";
      Random random = new Random(100L * megabytes + file);
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
}
