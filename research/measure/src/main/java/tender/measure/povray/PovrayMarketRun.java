package tender.measure.povray;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tender.app.live.LiveMarket;
import tender.app.live.TenderProcess;
import tender.testbed.Testbed;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs the example animation through a whole market: profilers on three clusters, a promise, the
 * frames, and the predicted and real time of each frame.
 */
final class PovrayMarketRun {
  private static final String PROCESSORS = "1,1,1";
  private static final Duration TIMEOUT = Duration.ofMinutes(15);
  private static final Pattern PROFILER_TOOK = Pattern.compile("profilerMillis=(\\d+)");
  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final JsonMapper JSON = new JsonMapper();

  private final LiveMarket market;
  private final MarblesAnimation marbles;

  private PovrayMarketRun(LiveMarket market, MarblesAnimation marbles) {
    this.market = market;
    this.marbles = marbles;
  }

  /**
   * The outcome of the run.
   *
   * @param userEstimateSeconds the quoted completion from the user's estimate alone, in seconds
   *     from now
   * @param submitted when the bag was submitted
   * @param promised the promised completion
   * @param ended when it was done
   * @param profilerSeconds the time of each cluster's profiler, including its time in the queue
   * @param sites the number of frames of each cluster
   * @param frames the images
   */
  record Outcome(
      long userEstimateSeconds,
      Instant submitted,
      Instant promised,
      Instant ended,
      List<Double> profilerSeconds,
      Prediction prediction,
      Map<String, Integer> sites,
      List<Path> frames) {}

  /** Receives the outcome while its files exist. */
  interface OutcomeHandler {
    void handle(Outcome outcome) throws Exception;
  }

  static void run(String name, MarblesAnimation marbles, Duration deadline, OutcomeHandler handler)
      throws Exception {
    LiveMarket.with(
        name,
        PROCESSORS,
        market -> handler.handle(new PovrayMarketRun(market, marbles).run(deadline)));
  }

  private Outcome run(Duration deadline) throws Exception {
    market.startServers(1, "policy: plb\nreply_timeout_seconds: 5\nquote_validity_seconds: 60");
    market.startAgents("estimates: {source: own, max_profiler_seconds: 120}");
    long userEstimateSeconds = userEstimateSeconds();
    market.note("by the user's estimate it would take " + userEstimateSeconds + " s");
    Instant submitted = Instant.now();
    JsonNode bag =
        tender(
            "submit",
            marbles.bag().toString(),
            "-y",
            "--deadline",
            "+" + deadline.toSeconds() + "s");
    String id = bag.path("id").asString();
    Map<String, Map<Integer, Double>> predicted = predictions();
    Instant promised = Instant.parse(bag.path("promise").path("by").asString());
    market.note("promised by " + promised + ": " + bag.path("promise"));
    JsonNode ended = market.awaitState(id, TIMEOUT, "done", "given-up");
    market.note("ended: " + ended);
    Path results = market.folder().resolve("results");
    tender("results", id, "--to", results.toString());
    return outcome(userEstimateSeconds, submitted, promised, ended, predicted, results);
  }

  /** The quoted completion from the user's estimate alone, in seconds from now. */
  private long userEstimateSeconds() throws IOException, InterruptedException {
    Instant asked = Instant.now();
    JsonNode quote = tender("quote", marbles.bagWithoutProfiler().toString());
    Instant by = Instant.parse(quote.path("bag").path("quote").path("by").asString());
    return Duration.between(asked, by).toSeconds();
  }

  private JsonNode tender(String... arguments) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("-o", "json"));
    TenderProcess.Output output = TenderProcess.run(market.folder(), market.environment(), all);
    if (output.exitCode() != 0) {
      throw new IllegalStateException("tender " + all + " failed: " + output);
    }
    return JSON.readTree(output.out());
  }

  /** The stored predictions of each cluster's profiler, by cluster and task. */
  private Map<String, Map<Integer, Double>> predictions() throws IOException {
    Map<String, Map<Integer, Double>> predictions = new TreeMap<>();
    for (Testbed.SlurmCluster cluster : market.testbed().clusters()) {
      Path estimates = market.folder().resolve(cluster.name()).resolve("state/estimates");
      try (Stream<Path> files = Files.list(estimates)) {
        for (Path file : files.toList()) {
          Map<Integer, Double> seconds = new TreeMap<>();
          JSON.readTree(Files.readString(file))
              .path("sampled")
              .forEachEntry(
                  (task, millis) -> seconds.put(Integer.valueOf(task), millis.asLong() / 1e3));
          predictions.put(cluster.name(), seconds);
        }
      }
    }
    return predictions;
  }

  private Outcome outcome(
      long userEstimateSeconds,
      Instant submitted,
      Instant promised,
      JsonNode ended,
      Map<String, Map<Integer, Double>> predicted,
      Path results)
      throws IOException {
    Map<Integer, Double> predictedSeconds = new TreeMap<>();
    Map<Integer, Double> real = new TreeMap<>();
    Map<String, Integer> sites = new TreeMap<>();
    List<Path> frames = new ArrayList<>();
    for (int task = 0; task < marbles.frames(); task++) {
      Path folder = results.resolve(String.valueOf(task));
      List<String> printed = Files.readAllLines(folder.resolve("stdout"));
      String site = printed.get(1);
      real.put(task, Double.valueOf(printed.get(0)));
      predictedSeconds.put(
          task, predicted.getOrDefault(site, Map.of()).getOrDefault(task, Double.NaN));
      sites.merge(site, 1, Integer::sum);
      frames.add(image(folder.resolve("out/frame-%03d.png".formatted(task + 1))));
    }
    return new Outcome(
        userEstimateSeconds,
        submitted,
        promised,
        Instant.parse(ended.path("ended").asString()),
        profilerSeconds(),
        Prediction.of(predictedSeconds, real),
        sites,
        frames);
  }

  private static Path image(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    for (int i = 0; i < PNG.length; i++) {
      if (bytes[i] != PNG[i]) {
        throw new IllegalStateException(file + " is not a PNG file.");
      }
    }
    return file;
  }

  private List<Double> profilerSeconds() throws IOException {
    List<Double> seconds = new ArrayList<>();
    for (Testbed.SlurmCluster cluster : market.testbed().clusters()) {
      Matcher matcher = PROFILER_TOOK.matcher(market.log(cluster.name()));
      while (matcher.find()) {
        seconds.add(Long.parseLong(matcher.group(1)) / 1e3);
      }
    }
    return seconds;
  }
}
