package tender.program.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/**
 * A real market whose figures a real Prometheus gathers: they are as Prometheus wants them, and
 * every panel of the files for Grafana finds what it asks for.
 */
@Timeout(300)
class MetricsLiveTest {
  private static final Path DOCS = Path.of("..", "docs");

  /** What no panel can show where nothing is refused, lost or late, nobody bids and none traces. */
  private static final Set<String> QUIET =
      Set.of(
          "Reservations refused, by provider and why/A",
          "Reservations withdrawn, by provider/A",
          "Parts late, by provider/A",
          "Parts lost, by provider and cause/A",
          "How late parts were, 95 %/A",
          "Spans/A",
          "Spans/B");

  /** What is not counted there, for the same reason. */
  private static final Set<String> NOT_COUNTED =
      Set.of(
          "tender_reservations_refused_total",
          "tender_reservations_withdrawn_total",
          "tender_parts_lost_total",
          "tender_part_lateness_seconds");

  @Test
  void everyPanelFindsWhatItAsksFor() throws Exception {
    LiveMarket.with("metrics", "4", MetricsLiveTest::tell);
  }

  private static void tell(LiveMarket market) throws Exception {
    int metrics = freePort();
    market.startServers(1, "answer_seconds: 2\npenalty_percent: 10\nmetrics: 127.0.0.1:" + metrics);
    market.startAgents("price_per_processor_hour: 3600");
    Map<String, Prometheus.Job> jobs =
        Map.of("tender", new Prometheus.Job("127.0.0.1:" + metrics, ""));
    try (Prometheus prometheus =
        Prometheus.start(
            market.folder(),
            freePort(),
            jobs,
            List.of(DOCS.resolve("grafana/tender-rules.yaml").toAbsolutePath().normalize()))) {
      String url = "http://127.0.0.1:" + metrics + "/metrics";
      market.await("Prometheus asks", Duration.ofSeconds(30), () -> isAsking(prometheus));
      String bag =
          market
              .submit(
                  "exit $((TENDER_TASK_ID % 2))", 8, Duration.ofSeconds(5), Duration.ofMinutes(4))
              .path("id")
              .asString();
      market.awaitState(bag, Duration.ofMinutes(2), "done", "given-up");
      assertThat(Prometheus.get(market.address() + "/nothing-here").statusCode()).isEqualTo(404);
      String text = Prometheus.get(url).body();
      market.say(text);
      assertThat(Prometheus.lint(market.folder(), text)).isEmpty();
      assertThat(text).doesNotContain(bag);
      assertThat(documented("server"))
          .isEqualTo(Stream.concat(names(text), NOT_COUNTED.stream()).collect(toTreeSet()));
      market.await(
          "it is counted",
          Duration.ofSeconds(30),
          () ->
              !prometheus.query("tender_bags_ended_total{ending='done'} == 1").isEmpty()
                  && !prometheus.query("sum(tender_tasks_done_total) == 8").isEmpty());
      Thread.sleep(2_500);
      Set<String> empty = new TreeSet<>();
      for (var query : GrafanaBoard.queries(DOCS.resolve("grafana/tender.json")).entrySet()) {
        if (prometheus.query(query.getValue()).isEmpty()) {
          empty.add(query.getKey());
        }
      }
      assertThat(empty).isEqualTo(new TreeSet<>(QUIET));
      for (JsonNode rule : prometheus.rules().path(0).path("rules")) {
        market.say(rule.path("name").asString() + " is " + rule.path("state").asString());
        assertThat(rule.path("health").asString()).as("%s", rule).isEqualTo("ok");
        assertThat(rule.path("state").asString()).as("%s", rule).isEqualTo("inactive");
      }
    }
  }

  /** The metrics of ours in a text, by name; the largest of a histogram goes with it. */
  private static Stream<String> names(String text) {
    return text.lines()
        .filter(line -> line.startsWith("# TYPE tender_"))
        .map(line -> line.split(" ")[2])
        .filter(name -> !name.endsWith("_max"));
  }

  /** The names in the table of docs/observe.md whose head has this word. */
  private static Set<String> documented(String table) throws IOException {
    Set<String> names = new TreeSet<>();
    boolean isIn = false;
    for (String line : Files.readAllLines(DOCS.resolve("observe.md"))) {
      isIn = line.startsWith("| " + table + " |") || (isIn && line.startsWith("|"));
      if (isIn && line.startsWith("| `")) {
        names.add(line.substring(3, line.indexOf('`', 3)));
      }
    }
    return names;
  }

  private static Collector<String, ?, Set<String>> toTreeSet() {
    return Collectors.toCollection(TreeSet::new);
  }

  private static boolean isAsking(Prometheus prometheus) throws InterruptedException {
    try {
      return !prometheus.query("up == 1").isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
