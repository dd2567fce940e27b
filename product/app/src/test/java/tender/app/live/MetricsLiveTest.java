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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.agent.owner.OwnerPageAccess;
import tools.jackson.databind.JsonNode;

/**
 * A real market whose figures a real Prometheus gathers: they are as Prometheus wants them, and
 * every panel of the files for Grafana finds what it asks for.
 */
@Timeout(300)
class MetricsLiveTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final int TASKS = 8;
  private static final Duration DEADLINE = Duration.ofMinutes(4);

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
          "tender_part_lateness_seconds",
          "tender_spans_sent_total",
          "tender_spans_dropped_total");

  private static final Set<String> NOT_COUNTED_BY_AGENT =
      Set.of("tender_agent_reservations_refused_total");

  @Test
  void everyPanelFindsWhatItAsksFor() throws Exception {
    LiveMarket.with("metrics", "4", MetricsLiveTest::tell);
  }

  private static void tell(LiveMarket market) throws Exception {
    int metrics = freePort();
    int page = freePort();
    market.startServers(1, "answer_seconds: 2\npenalty_percent: 10\nmetrics: 127.0.0.1:" + metrics);
    market.startAgents("price_per_processor_hour: 3600\npage_port: " + page);
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
      market.await("Prometheus asks", Duration.ofSeconds(30), () -> isAsking(prometheus));
      String bag =
          market
              .submit("exit $((TENDER_TASK_ID % 2))", TASKS, Duration.ofSeconds(5), DEADLINE)
              .path("id")
              .asString();
      market.awaitState(bag, Duration.ofMinutes(2), "done", "given-up");
      assertThat(Prometheus.get(market.address() + "/nothing-here", "").statusCode())
          .isEqualTo(404);
      requireSound(market, bag, "http://127.0.0.1:" + metrics, "", "server", NOT_COUNTED);
      requireSound(market, bag, "http://127.0.0.1:" + page, token, "agent", NOT_COUNTED_BY_AGENT);
      assertThat(Prometheus.get("http://127.0.0.1:" + page + "/metrics", "").statusCode())
          .isEqualTo(401);
      market.await(
          "it is counted",
          Duration.ofSeconds(30),
          () ->
              !prometheus.query("tender_bags_ended_total{ending='done'} == 1").isEmpty()
                  && !prometheus.query("sum(tender_tasks_failed_total) == 4").isEmpty()
                  && !prometheus.query("tender_agent_tasks_done_total == 8").isEmpty());
      // Rates are of two looks at what was there before.
      Thread.sleep(2_500);
      assertThat(empty(prometheus, "grafana/tender.json")).isEqualTo(new TreeSet<>(QUIET));
      assertThat(empty(prometheus, "grafana/tender-agent.json")).containsExactly("Reservations/B");
      for (JsonNode rule : prometheus.rules().path(0).path("rules")) {
        market.note(rule.path("name").asString() + " is " + rule.path("state").asString());
        assertThat(rule.path("health").asString()).as("%s", rule).isEqualTo("ok");
        assertThat(rule.path("state").asString()).as("%s", rule).isEqualTo("inactive");
      }
    }
  }

  /** As Prometheus wants it, nothing but what the document says, and no word of any bag. */
  private static void requireSound(
      LiveMarket market, String bag, String url, String token, String table, Set<String> silent)
      throws Exception {
    String text = Prometheus.get(url + "/metrics", token).body();
    market.note(text);
    assertThat(Prometheus.lint(market.folder(), text)).isEmpty();
    assertThat(text).doesNotContain(bag);
    assertThat(documented(table))
        .isEqualTo(Stream.concat(names(text), silent.stream()).collect(toTreeSet()));
  }

  /** The queries of a file for Grafana that find nothing. */
  private static Set<String> empty(Prometheus prometheus, String file) throws Exception {
    Set<String> empty = new TreeSet<>();
    for (var query : GrafanaBoard.queries(DOCS.resolve(file)).entrySet()) {
      if (prometheus.query(query.getValue()).isEmpty()) {
        empty.add(query.getKey());
      }
    }
    return empty;
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
