package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
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
  private static final int MEGABYTES = Integer.getInteger("tender.data.megabytes", 64);

  /** The largest of the input files; a third of all by default. */
  private static final int LARGEST =
      Integer.getInteger("tender.data.largest", Math.ceilDiv(MEGABYTES, TwoClusterTransfer.FILES));

  /** Copies of an object in the store: fewer where the disk is small. */
  private static final String COPIES = System.getProperty("tender.data.copies", "3");

  /** The plain client moves more than this only afterwards, because it takes many minutes. */
  private static final int MAX_COMPARED_TWICE = 2_000;

  private static final int FIRST_MEGABYTES = 72;

  private final Map<String, Object> figures = new LinkedHashMap<>();

  @Test
  void dataPassesToTwoClustersAndBack() throws Exception {
    LiveMarket.with(
        "data-transfers",
        List.of("--no-ca", "--s3", "--s3-copies", COPIES, "--processors", "1,1"),
        market -> {
          ObjectStoreProxy store = ObjectStoreProxy.startDirect(market);
          market.startServers(1, "reply_timeout_seconds: 2\n" + store.settings());
          market.startAgents("");
          // Servers and agents run for months; their first transfers are slower.
          Path first = Files.createDirectory(market.folder().resolve("first"));
          TwoClusterTransfer.run(
              market, first, TwoClusterTransfer.writeInputs(first, FIRST_MEGABYTES));
          Path folder = Files.createDirectory(market.folder().resolve("user"));
          List<String> names = TwoClusterTransfer.writeInputs(folder, MEGABYTES, LARGEST);

          List<PlainSeconds> plain = new ArrayList<>();
          if (MEGABYTES <= MAX_COMPARED_TWICE) {
            plain.add(movePlainly(market, folder, names));
          }
          long databaseBytes = market.database().bytes();
          TwoClusterTransfer seconds = TwoClusterTransfer.run(market, folder, names);
          figures.put("databaseGrowthBytes", market.database().bytes() - databaseBytes);
          market.note("figures: " + seconds + ", " + figures);
          plain.add(movePlainly(market, folder, names));
          compare(seconds, plain);
          market.note("figures: " + figures);
          assertThat(market.log("server0")).doesNotContain("OutOfMemoryError");
        });
    Files.writeString(
        Path.of(System.getProperty("tender.data.figures")).resolve("data.json"),
        JsonMapper.shared().writeValueAsString(figures) + "\n");
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
      final double up = TwoClusterTransfer.secondsSince(beganNanos);
      beganNanos = System.nanoTime();
      store.both(() -> store.read(sent, first), () -> store.read(sent, second));
      final double down = TwoClusterTransfer.secondsSince(beganNanos);
      store.delete(sent);
      SecureDeletion.deleteTree(first.getParent());

      beganNanos = System.nanoTime();
      List<List<String>> back =
          store.both(() -> store.send("first-", files), () -> store.send("second-", files));
      final double upBoth = TwoClusterTransfer.secondsSince(beganNanos);
      Files.createDirectories(first);
      beganNanos = System.nanoTime();
      for (List<String> task : back) {
        store.read(task, first);
      }
      final double downBoth = TwoClusterTransfer.secondsSince(beganNanos);
      back.forEach(store::delete);
      SecureDeletion.deleteTree(first.getParent());
      PlainSeconds seconds = new PlainSeconds(up, down, upBoth, downBoth);
      market.note("plain client: " + seconds);
      return seconds;
    }
  }

  private void compare(TwoClusterTransfer tender, List<PlainSeconds> plain) {
    double up = mean(plain, PlainSeconds::up);
    double in = up + mean(plain, PlainSeconds::down);
    double downBoth = mean(plain, PlainSeconds::downBoth);
    double back = downBoth + mean(plain, PlainSeconds::upBoth);
    figures.put("clusters", tender.clusters());
    figures.put("megabytesIn", MEGABYTES);
    figures.put("megabytesBack", 2 * MEGABYTES);
    // A megabyte that passes to two clusters is counted twice, and so is one of two results.
    figures.put("inRate", 2 * MEGABYTES / tender.inSeconds());
    figures.put("plainInRate", 2 * MEGABYTES / in);
    figures.put("inRatio", in / tender.inSeconds());
    figures.put("backRate", 2 * MEGABYTES / tender.backSeconds());
    figures.put("plainBackRate", 2 * MEGABYTES / back);
    figures.put("backRatio", back / tender.backSeconds());
    figures.put("submitRatio", up / tender.submitSeconds());
    figures.put("resultsRatio", downBoth / tender.resultsSeconds());
    figures.put("seconds", tender.toString());
  }

  private static double mean(List<PlainSeconds> plain, ToDoubleFunction<PlainSeconds> of) {
    return plain.stream().mapToDouble(of).average().orElseThrow();
  }
}
