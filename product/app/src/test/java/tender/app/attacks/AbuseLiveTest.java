package tender.app.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import tender.agent.link.AgentEnrolment;
import tender.agent.link.ServerAddress;
import tender.app.live.AccessFigures;
import tender.app.live.LiveMarket;
import tender.protocol.EnrolmentToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * One user, or a stranger, abuses a server while another user works with it. The abuse is refused
 * with the right answers, and every request of the other user is answered. How much longer those
 * take is measured here and judged by {@code scripts/acceptance access}, because it depends on the
 * machine.
 */
@Timeout(300)
@Tag("live")
@Isolated("It measures, and loads the machine.")
class AbuseLiveTest {
  private static final int ROUNDS = Integer.getInteger("tender.access.rounds", 1);
  private static final Duration WARM_UP = Duration.ofSeconds(5);
  private static final Duration QUIET = Duration.ofSeconds(3);
  private static final Duration ABUSE = Duration.ofSeconds(5);

  /** Connections that the abuse has left behind are closed within this time. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private static final String QUIET_PHASE = "quiet";

  /**
   * A quiet 99th percentile below this counts as this: it is a few milliseconds, of which one pause
   * of the garbage collector or of a shared processor is a multiple without any abuse, and a user
   * does not notice three times 20 ms.
   */
  private static final double FLOOR_MILLIS = 20;

  private final Map<String, Object> figures = new LinkedHashMap<>();

  @Test
  void abuseIsRefusedAndOtherUsersAreServed() throws Exception {
    LiveMarket.with("abuse", "", this::run);
    AccessFigures.write("abuse", figures);
  }

  private void run(LiveMarket market) throws Exception {
    market.startServers(1, "reply_timeout_seconds: 2");
    try (OfferingAgent north = agent(market)) {
      north.awaitConnected();
      abuse(market, URI.create(market.address()).getPort());
    }
  }

  /** It accepts all bags and runs none, so that all remain open and no task loads the machine. */
  private static OfferingAgent agent(LiveMarket market) throws Exception {
    int port = market.serverFile().agentListenAddress().socketAddress().getPort();
    Path identity = market.folder().resolve("north");
    AgentEnrolment.enrol(
        List.of(new ServerAddress("localhost", port)),
        EnrolmentToken.parse(market.enrolmentToken("north")),
        identity);
    return new OfferingAgent(identity, port);
  }

  private void abuse(LiveMarket market, int port) throws Exception {
    String attacker = market.addUserWithToken("mallory");
    String attackedBag = submit(port, attacker);
    String victimBag = submit(port, market.token());
    List<Abuse> abuses =
        List.of(
            new SlowHeadersAbuse(port),
            new EventStreamsAbuse(port, attacker, attackedBag),
            new WrongTokensAbuse(port),
            new OversizedRequestsAbuse(port, attacker));
    try (VictimTraffic victim = new VictimTraffic(market.address(), market.token(), victimBag)) {
      Thread.sleep(WARM_UP);
      for (int round = 0; round < ROUNDS; round++) {
        for (Abuse abuse : abuses) {
          victim.enter(QUIET_PHASE);
          Thread.sleep(QUIET);
          victim.enter(abuse.name());
          abuse.run(ABUSE);
          victim.enter(VictimTraffic.UNMEASURED);
          market.note(abuse.name() + ": " + abuse.observed());
          Thread.sleep(PAUSE);
        }
      }
      victim.finish();
      record(victim, abuses);
      market.note("figures: " + figures);
      assertThat(victim.failures).isEmpty();
      assertThat(victim.heartbeats).hasPositiveValue();
    }
    abuses.forEach(Abuse::check);
  }

  /** A bag that stays open. */
  private static String submit(int port, String token) throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      var answer =
          http.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/bags"))
                  .header("Authorization", "Bearer " + token)
                  .header("Idempotency-Key", UUID.randomUUID().toString())
                  .POST(HttpRequest.BodyPublishers.ofString(submission()))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
      return JsonMapper.shared().readTree(answer.body()).path("id").asString();
    }
  }

  /** The body of a request that submits one task. */
  static String submission() {
    Map<String, Object> work = new LinkedHashMap<>();
    work.put("version", 1);
    work.put("name", "abuse");
    work.put("command", "true");
    work.put("taskList", Map.of("kind", "count", "tasks", 1));
    work.put("inputs", List.of());
    work.put("outputs", List.of());
    work.put("width", 1);
    work.put("runtimeMillis", 1_000);
    work.put("retries", 0);
    return JsonMapper.shared().writeValueAsString(Map.of("work", work));
  }

  private void record(VictimTraffic victim, List<Abuse> abuses) {
    double quiet = percentile(victim.millis(QUIET_PHASE), 99);
    double worst = 0;
    figures.put("quietRequests", victim.millis(QUIET_PHASE).size());
    figures.put("quietMedianMillis", percentile(victim.millis(QUIET_PHASE), 50));
    figures.put("quietP99Millis", quiet);
    for (Abuse abuse : abuses) {
      double during = percentile(victim.millis(abuse.name()), 99);
      figures.put(abuse.name() + "Requests", victim.millis(abuse.name()).size());
      figures.put(abuse.name() + "P99Millis", during);
      worst = Math.max(worst, during);
    }
    figures.put("worstRatio", worst / Math.max(quiet, FLOOR_MILLIS));
    figures.put("failedRequests", victim.failures.size());
  }

  private static double percentile(List<Double> values, int percent) {
    List<Double> sorted = values.stream().sorted().toList();
    assertThat(sorted).isNotEmpty();
    return sorted.get(Math.ceilDiv(sorted.size() * percent, 100) - 1);
  }
}
