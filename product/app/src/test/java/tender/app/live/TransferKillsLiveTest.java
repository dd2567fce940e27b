package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tender.bagfile.Digest;
import tools.jackson.databind.json.JsonMapper;

/**
 * Bags with a large input and output run, and some are deleted, while client, agent, server and
 * store are killed. Afterwards the object store has what the rows name, and nothing else. {@code
 * scripts/acceptance data} runs it.
 */
@Tag("live")
@EnabledIfSystemProperty(
    named = "tender.data.figures",
    matches = ".+",
    disabledReason = "It takes minutes; scripts/acceptance data runs it.")
class TransferKillsLiveTest {
  private static final Duration END = Duration.ofMinutes(30);
  private static final int KILLS = Integer.getInteger("tender.data.kills", 6);
  private static final int BYTES = 24 << 20;

  private final Map<String, Object> figures = new LinkedHashMap<>();

  /** The bags that their user does not delete, with the folder of their files. */
  private final Map<String, Path> kept = new LinkedHashMap<>();

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
            for (int round = 0; round < 2 || killer.kills() < KILLS; round++) {
              Path folder = Files.createDirectory(market.folder().resolve("user" + round));
              String id = runBag(market, killer, folder, round);
              if (round % 2 == 0) {
                kept.put(id, folder);
              } else {
                killer.repeatUntilSuccess(folder, List.of("delete", id));
              }
            }
            market.note("survived " + killer.kills() + " kills");
            figures.put("kills", killer.kills());
            figures.put("killsByKind", killer.kinds());
          }
          compareAfterCleanup(market);
        });
    Files.writeString(
        Path.of(System.getProperty("tender.data.figures")).resolve("kills.json"),
        JsonMapper.shared().writeValueAsString(figures) + "\n");
  }

  private static String runBag(LiveMarket market, TransferKiller killer, Path folder, int round)
      throws Exception {
    byte[] content = new byte[BYTES];
    new Random(round).nextBytes(content);
    Files.write(folder.resolve("in.dat"), content);
    Path bag =
        Files.writeString(
            folder.resolve("bag.yaml"),
            """
            version: 1
            command: cp in.dat out-big
            tasks: 1
            inputs: [in.dat]
            outputs: ['out-*']
            runtime: 2m
            deadline: +60m
            """);
    String submitted =
        killer.repeatUntilSuccess(folder, List.of("submit", bag.toString(), "-y", "-o", "json"));
    String id = JsonMapper.shared().readTree(submitted).path("id").asString();
    market.awaitState(id, END, "done");
    killer.repeatUntilSuccess(folder, List.of("results", id));
    requireOutput(folder, folder.resolve("results-" + id));
    try (var files = Files.list(folder.resolve("results-" + id))) {
      assertThat(files.map(Path::toString)).noneMatch(name -> name.endsWith(".part"));
    }
    return id;
  }

  private static void requireOutput(Path folder, Path results) throws IOException {
    assertThat(Digest.of(results.resolve("0/out/out-big")))
        .isEqualTo(Digest.of(folder.resolve("in.dat")));
  }

  /** First with bags that their user keeps, then without any. */
  private void compareAfterCleanup(LiveMarket market) throws Exception {
    market.awaitConnected(1);
    market.await(
        "bags of killed commands have ended too", END, () -> market.database().openBags() == 0);
    market.testbed().run("s3-repair");
    StoreComparison before = compare(market);
    ContentCleanup.await(market);
    StoreComparison next = compare(market);
    for (Map.Entry<String, Path> bag : kept.entrySet()) {
      Path again = bag.getValue().resolve("again");
      tender(market, "results", bag.getKey(), "--to", again.toString());
      requireOutput(bag.getValue(), again);
    }
    for (String bag : market.database().keptBags()) {
      tender(market, "delete", bag);
    }
    ContentCleanup.await(market);
    StoreComparison end = compare(market);
    figures.put("objectsBeforeCleanup", before.bucket().objects().size());
    figures.put("objectsOfKeptBags", next.bucket().objects().size());
    figures.put("unnamedAfterCleanup", next.unused().size() + end.unused().size());
    figures.put("missingAfterCleanup", next.missingObjects().size());
    market.note("figures: " + figures);
    // An input and an output of each; bags of killed commands may have others.
    assertThat(next.bucket().objects()).hasSizeGreaterThanOrEqualTo(2 * kept.size());
    assertThat(end.bucket().objects()).isEmpty();
  }

  private static void tender(LiveMarket market, String... arguments) throws Exception {
    TenderProcess.Output output =
        TenderProcess.run(market.folder(), market.environment(), List.of(arguments));
    assertThat(output.exitCode()).as("%s", output).isZero();
  }

  private static StoreComparison compare(LiveMarket market) throws Exception {
    StoreComparison comparison = StoreComparison.of(market, "tender");
    market.note("the store and the rows: " + comparison);
    return comparison;
  }
}
