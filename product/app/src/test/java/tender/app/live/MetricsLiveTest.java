package tender.app.live;

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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.agent.owner.OwnerPageAccess;
import tools.jackson.databind.JsonNode;

/**
 * A real market scraped by a real Prometheus: the metrics are valid and documented, and every panel
 * of the Grafana dashboards finds data.
 */
@Timeout(300)
@Tag("live")
@Tag("concurrent")
class MetricsLiveTest {
  private static final Path DOCS = Path.of("..", "..", "docs", "operate");
  private static final int TASKS = 8;
  private static final Duration DEADLINE = Duration.ofMinutes(4);

  /** Panels without data here: nothing is refused, lost, late, bid or traced. */
  private static final Set<String> EMPTY_PANELS =
      Set.of(
          "Reservations refused, by provider and reason/A",
          "Reservations released, by provider/A",
          "Parts late, by provider/A",
          "Parts lost, by provider and cause/A",
          "How late parts were, 95 %/A",
          "Auction: in time, by urgency/A",
          "Auction: in time, by valuation/A",
          "Spans/A",
          "Spans/B");

  /** Metrics without data here, for the same reason. */
  private static final Set<String> ABSENT_METRICS =
      Set.of(
          "tender_reservations_refused_total",
          "tender_reservations_released_total",
          "tender_parts_lost_total",
          "tender_part_lateness_seconds",
          "tender_auction_urgency_total",
          "tender_auction_valuation_total",
          "tender_spans_sent_total",
          "tender_spans_dropped_total",
          "tender_agent_rejections_total",
          "tender_agent_streams_displaced_total");

  private static final Set<String> ABSENT_AGENT_METRICS =
      Set.of("tender_agent_reservations_refused_total");

  @Test
  void everyPanelFindsData() throws Exception {
    LiveMarket.with("metrics", "4", MetricsLiveTest::run);
  }

  private static void run(LiveMarket market) throws Exception {
    int metrics = freePort();
    int page = freePort();
    market.startServers(
        1, "reply_timeout_seconds: 10\npenalty_percent: 10\nmetrics_address: 127.0.0.1:" + metrics);
    market.startAgents("price_per_processor_hour: 3600\nowner_page_port: " + page);
    String token = OwnerPageAccess.read(market.folder().resolve("cluster1/state")).token();
    Path tokenFile = Files.writeString(market.folder().resolve("token"), token);
    Map<String, Prometheus.Job> jobs =
        Map.of(
            "tender",
            new Prometheus.Job("127.0.0.1:" + metrics, ""),
            "tender-agent",
            new Prometheus.Job("127.0.0.1:" + page, tokenFile.toString()));
    try (Prometheus prometheus =
        Prometheus.start(
            market.folder(),
            freePort(),
            jobs,
            List.of(DOCS.resolve("grafana/tender-rules.yaml").toAbsolutePath().normalize()))) {
      market.await("Prometheus scrapes", Duration.ofSeconds(30), () -> isScraping(prometheus));
      String bag =
          market
              .submit("exit $((TENDER_TASK_ID % 2))", TASKS, Duration.ofSeconds(5), DEADLINE)
              .path("id")
              .asString();
      market.awaitState(bag, Duration.ofMinutes(2), "done", "given-up");
      assertThat(Prometheus.get(market.address() + "/nothing-here", "").statusCode())
          .isEqualTo(404);
      requireValid(market, bag, "http://127.0.0.1:" + metrics, "", "server", ABSENT_METRICS);
      requireValid(market, bag, "http://127.0.0.1:" + page, token, "agent", ABSENT_AGENT_METRICS);
      assertThat(Prometheus.get("http://127.0.0.1:" + page + "/metrics", "").statusCode())
          .isEqualTo(401);
      market.await(
          "the metrics are complete",
          Duration.ofSeconds(30),
          () ->
              !prometheus.query("tender_bags_ended_total{ending='done'} == 1").isEmpty()
                  && !prometheus.query("sum(tender_tasks_failed_total) == 4").isEmpty()
                  && !prometheus.query("tender_agent_tasks_delivered_total == 8").isEmpty());
      // A rate needs two scrapes of an existing counter.
      Thread.sleep(2_500);
      assertThat(empty(prometheus, "grafana/tender.json")).isEqualTo(new TreeSet<>(EMPTY_PANELS));
      assertThat(empty(prometheus, "grafana/tender-agent.json")).containsExactly("Reservations/B");
      for (JsonNode rule : prometheus.rules().path(0).path("rules")) {
        market.note(rule.path("name").asString() + " is " + rule.path("state").asString());
        assertThat(rule.path("health").asString()).as("%s", rule).isEqualTo("ok");
        assertThat(rule.path("state").asString()).as("%s", rule).isEqualTo("inactive");
      }
    }
  }

  /** The metrics are valid, exactly those documented, and contain no bag id. */
  private static void requireValid(
      LiveMarket market, String bag, String url, String token, String table, Set<String> absent)
      throws Exception {
    String text = Prometheus.get(url + "/metrics", token).body();
    market.note(text);
    assertThat(Prometheus.lint(market.folder(), text)).isEmpty();
    assertThat(text).doesNotContain(bag);
    assertThat(documented(table))
        .isEqualTo(Stream.concat(names(text), absent.stream()).collect(toTreeSet()));
  }

  /** The queries of a Grafana dashboard that find nothing. */
  private static Set<String> empty(Prometheus prometheus, String file) throws Exception {
    Set<String> empty = new TreeSet<>();
    for (var query : GrafanaBoard.queries(DOCS.resolve(file)).entrySet()) {
      if (prometheus.query(query.getValue()).isEmpty()) {
        empty.add(query.getKey());
      }
    }
    return empty;
  }

  /** The names of our metrics in a text, without the maxima of histograms. */
  private static Stream<String> names(String text) {
    return text.lines()
        .filter(line -> line.startsWith("# TYPE tender_"))
        .map(line -> line.split(" ")[2])
        .filter(name -> !name.endsWith("_max"));
  }

  /** The names in the table of docs/operate/telemetry.md with this heading. */
  private static Set<String> documented(String table) throws IOException {
    Set<String> names = new TreeSet<>();
    boolean inTable = false;
    for (String line : Files.readAllLines(DOCS.resolve("telemetry.md"))) {
      inTable = line.startsWith("| " + table + " |") || (inTable && line.startsWith("|"));
      if (inTable && line.startsWith("| `")) {
        names.add(line.substring(3, line.indexOf('`', 3)));
      }
    }
    return names;
  }

  private static Collector<String, ?, Set<String>> toTreeSet() {
    return Collectors.toCollection(TreeSet::new);
  }

  private static boolean isScraping(Prometheus prometheus) throws InterruptedException {
    try {
      return prometheus.query("up == 1").size() == 2;
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
