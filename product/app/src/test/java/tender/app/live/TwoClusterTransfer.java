package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import tender.bagfile.Digest;
import tender.support.files.SecureDeletion;
import tools.jackson.databind.json.JsonMapper;

/**
 * A bag of two tasks, which run at two clusters at the same time. Each has all input files, and its
 * results are as large as they are. The user fetches them.
 *
 * @param inSeconds from the start of the command that submits the bag until both tasks run
 * @param submitSeconds of this, until the bag is promised
 * @param backSeconds from the end of the tasks until the user has their results
 * @param resultsSeconds of this, the command that fetches them
 * @param clusters how many ran the tasks
 */
record TwoClusterTransfer(
    double inSeconds,
    double submitSeconds,
    double backSeconds,
    double resultsSeconds,
    long clusters) {
  static final int FILES = 3;

  private static final Duration END = Duration.ofMinutes(45);
  private static final int MEBIBYTE = 1 << 20;

  /** A task copies its inputs at least this fast. */
  private static final long SLOWEST_BYTES_PER_SECOND = 8 << 20;

  /** Writes input files of about the same size; returns their names. */
  static List<String> writeInputs(Path folder, int megabytes) throws IOException {
    return writeInputs(folder, megabytes, Math.ceilDiv(megabytes, FILES));
  }

  /**
   * Writes input files; returns their names.
   *
   * @param largestMegabytes the size of the first
   */
  static List<String> writeInputs(Path folder, int megabytes, int largestMegabytes)
      throws IOException {
    int others = megabytes - largestMegabytes;
    List<Integer> sizes = List.of(largestMegabytes, others / 2, others - others / 2);
    byte[] mebibyte = new byte[MEBIBYTE];
    List<String> names = new ArrayList<>();
    for (int file = 0; file < FILES; file++) {
      String name = "in" + file + ".dat";
      Random random = new Random(100L * megabytes + file);
      try (OutputStream out = Files.newOutputStream(folder.resolve(name))) {
        for (int i = 0; i < sizes.get(file); i++) {
          random.nextBytes(mebibyte);
          out.write(mebibyte);
        }
      }
      names.add(name);
    }
    return names;
  }

  /** Runs the bag, and checks that all digests are right. */
  static TwoClusterTransfer run(LiveMarket market, Path folder, List<String> names)
      throws Exception {
    Path marks = Files.createDirectory(folder.resolve("marks"));
    Path bag = bag(folder, marks, names);
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
    // Both end together.
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
    SecureDeletion.deleteTree(folder.resolve("results-" + id));
    return new TwoClusterTransfer(
        inSeconds, submitSeconds, backSeconds, resultsSeconds, clusters(market, id));
  }

  private static long modified(Path file) throws IOException {
    return Files.getLastModifiedTime(file).toMillis();
  }

  private static Path bag(Path folder, Path marks, List<String> names) throws IOException {
    String copies =
        names.stream()
            .map(name -> "cp %s out-%s".formatted(name, name))
            .collect(Collectors.joining(" && "));
    long bytes = 0;
    for (String name : names) {
      bytes += Files.size(folder.resolve(name));
    }
    String command =
        "touch %1$s/began-{task} && %2$s && touch %1$s/ready-{task} && while ! test -e %1$s/go; do sleep 0.1; done"
            .formatted(marks, copies);
    return Files.writeString(
        folder.resolve("bag.yaml"),
        """
        version: 1
        command: '%s'
        tasks: 2
        inputs: %s
        outputs: ['out-*']
        runtime: %ss
        deadline: +120m
        """
            .formatted(command, names, 120 + bytes / SLOWEST_BYTES_PER_SECOND));
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

  private static void requireResults(LiveMarket market, Path folder, String id, List<String> names)
      throws Exception {
    for (int task = 0; task < 2; task++) {
      for (String name : names) {
        assertThat(Digest.of(folder.resolve("results-%s/%d/out/out-%s".formatted(id, task, name))))
            .isEqualTo(Digest.of(folder.resolve(name)));
      }
    }
    assertThat(market.client().get("/v1/bags/" + id + "/outputs").path("outputs"))
        .as("outputs in the object store")
        .hasSize(2 * FILES);
  }

  private static long clusters(LiveMarket market, String id) throws InterruptedException {
    return market
        .bag(id)
        .at("/promise/parts")
        .valueStream()
        .map(part -> part.path("provider").asString())
        .distinct()
        .count();
  }

  static double secondsSince(long beganNanos) {
    return (System.nanoTime() - beganNanos) / 1e9;
  }
}
