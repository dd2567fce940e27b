package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.bagfile.Digest;
import tender.testbed.Testbed;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A bag that needs a dataset runs where the dataset is, on a Slurm cluster, and users learn who
 * does not have it. Results can stay there.
 */
@Timeout(240)
@Tag("live")
@Tag("concurrent")
class SiteDataLiveTest {
  private static final Duration END = Duration.ofSeconds(90);
  private static final String POLLING = "poll_interval_seconds: 0.5\n";

  @Test
  void bagRunsWhereItsDatasetIs() throws Exception {
    LiveMarket.with("site-data", "2", SiteDataLiveTest::run);
  }

  private static void run(LiveMarket market) throws Exception {
    Path genomes = Files.createDirectories(market.folder().resolve("data/genomes"));
    Files.createDirectory(genomes.resolve("hg38"));
    Files.writeString(genomes.resolve("hg38/chr1.txt"), "ACGT\n");
    Files.createSymbolicLink(genomes.resolve("outside"), market.folder());
    market.startServers(1, "reply_timeout_seconds: 10\nstatus_check_seconds: 3");
    Path scratch = Files.createDirectory(market.folder().resolve("scratch"));
    market.enrol(
        "north",
        slurm(market.testbed().clusters().getFirst())
            + "datasets: {genomes: %s}\nresult_folders: {scratch: %s}".formatted(genomes, scratch));
    market.enrol("south", "batch_system: processes\nprocesses: {slots: 2}\n" + POLLING);
    market.startAgent("north");
    market.startAgent("south");
    market.awaitConnected(2);
    Path folder = Files.createDirectory(market.folder().resolve("user"));
    Files.writeString(folder.resolve("word.txt"), "uploaded\n");

    bagReadsItsData(market, folder);
    String refused = id(tender(market, folder, 3, submit(folder, "site:genomes/outside")));
    assertThat(tender(market, folder, 0, "explain", refused))
        .containsPattern("north:? +dataset genomes does not have outside")
        .containsPattern("south:? +does not have dataset genomes");
    resultsStayAtTheSite(market, folder, scratch);
  }

  private static String slurm(Testbed.SlurmCluster cluster) {
    return "batch_system: slurm\nslurm: {partition: %s, config_file: %s}\n"
            .formatted(cluster.partition(), cluster.configuration())
        + POLLING;
  }

  /** Two tasks write 8 MiB each, of which only the digests come back. */
  private static void resultsStayAtTheSite(LiveMarket market, Path folder, Path scratch)
      throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("site-results.yaml"),
            """
            version: 1
            command: head -c 8388608 /dev/urandom > field.dat; sha256sum < field.dat
            tasks: 2
            outputs: ["*.dat"]
            results: site:scratch/run1
            runtime: 3s
            deadline: +10m
            """);
    String id = id(tender(market, folder, 0, "submit", file.toString(), "-y", "-o", "json"));
    JsonNode done = market.awaitState(id, END, "done");
    assertThat(done.at("/promise/parts")).as("%s", done).hasSize(1);
    assertThat(done.at("/promise/parts/0/provider").asString()).isEqualTo("north");
    Path results = folder.resolve("site-results");
    tender(market, folder, 0, "results", id, "--to", results.toString());
    for (int task = 0; task < 2; task++) {
      Path kept = scratch.resolve("run1").resolve(id).resolve(task + "/field.dat");
      String digest = Digest.of(kept).hex();
      Path own = results.resolve(Integer.toString(task));
      assertThat(Files.readString(own.resolve("stdout"))).startsWith(digest);
      assertThat(Files.readString(own.resolve("out/site-results.tsv")))
          .startsWith("# site:scratch/run1/" + id + "/" + task + "\n")
          .contains("field.dat\t8388608\t" + digest);
      assertThat(own.resolve("out/field.dat")).doesNotExist();
    }
  }

  private static void bagReadsItsData(LiveMarket market, Path folder) throws Exception {
    String id = id(tender(market, folder, 0, submit(folder, "site:genomes/hg38")));
    JsonNode done = market.awaitState(id, END, "done");
    assertThat(done.path("failed")).as("%s", done).isEmpty();
    assertThat(done.at("/promise/parts")).as("%s", done).hasSize(1);
    assertThat(done.at("/promise/parts/0/provider").asString()).isEqualTo("north");
    assertThat(tender(market, folder, 0, "logs", id, "0")).isEqualTo("uploaded\nACGT\n");
    assertThat(tender(market, folder, 0, "explain", id))
        .containsPattern("south +does not have dataset genomes");
    tender(market, folder, 0, "results", id, "--to", folder.resolve("results").toString());
    try (var results = Files.walk(folder.resolve("results"))) {
      assertThat(results.map(file -> file.getFileName().toString()))
          .as("data of the site is not a result")
          .contains("copy.txt")
          .doesNotContain("chr1.txt", "hg38");
    }
  }

  private static String[] submit(Path folder, String input) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("bag.yaml"),
            """
            version: 1
            command: cat word.txt hg38/chr1.txt && cp hg38/chr1.txt copy.txt
            tasks: 4
            inputs: [word.txt, '%s']
            outputs: ["**"]
            runtime: 3s
            deadline: +10m
            """
                .formatted(input));
    return new String[] {"submit", file.toString(), "-y", "-o", "json"};
  }

  private static String tender(LiveMarket market, Path folder, int exitCode, String... arguments)
      throws Exception {
    TenderProcess.Output output =
        TenderProcess.run(folder, market.environment(), List.of(arguments));
    market.note("tender " + String.join(" ", arguments) + " prints:\n" + output);
    assertThat(output.exitCode())
        .as("tender %s: %s", List.of(arguments), output)
        .isEqualTo(exitCode);
    return output.out();
  }

  private static String id(String json) {
    return JsonMapper.shared().readTree(json).path("id").asString();
  }
}
