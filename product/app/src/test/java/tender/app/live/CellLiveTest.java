package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.cell.CellAgent;
import tender.cell.CellConfig;
import tender.server.MarketAdministration;
import tender.support.config.YamlConfigReader;
import tools.jackson.databind.JsonNode;

/**
 * Two markets, each with its own database, servers and providers. The second one, the cell, is a
 * provider of the first.
 */
@Timeout(600)
@Tag("live")
@Tag("concurrent")
class CellLiveTest {
  /** The cell calls its own providers before it replies to the market, which waits for longer. */
  private static final String MARKET = "reply_timeout_seconds: 30\nstatus_check_seconds: 2";

  private static final String CELL =
      """
      reply_timeout_seconds: 10
      status_check_seconds: 2
      markets: [other-market]
      """;
  private static final String PROVIDER =
      """
      batch_system: processes
      processes: {slots: %d}
      price_per_processor_hour: %s
      """;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static void withCell(String name, TwoMarkets body) throws Exception {
    LiveMarket.with(
        name + "-market",
        "",
        market ->
            LiveMarket.with(
                name + "-cell",
                "",
                cell -> {
                  market.startServers(1, MARKET);
                  cell.startServers(1, CELL);
                  start(cell, "east", PROVIDER.formatted(2, "3"));
                  start(cell, "west", PROVIDER.formatted(2, "3"));
                  cell.awaitConnected(2);
                  start(market, "local", PROVIDER.formatted(1, "1"));
                  String token = cell.addUserWithToken("other-market");
                  connect(market, cell, token);
                  startCellAgent(market);
                  market.awaitConnected(2);
                  body.run(market, cell, client(cell, token));
                }));
  }

  private interface TwoMarkets {
    /**
     * @param inner the client of the other market in the cell
     */
    void run(LiveMarket market, LiveMarket cell, RestClient inner) throws Exception;
  }

  private static void start(LiveMarket market, String provider, String settings) throws Exception {
    market.enrol(provider, settings);
    market.startAgent(provider);
  }

  private static void startCellAgent(LiveMarket market) throws Exception {
    String file = market.folder().resolve("cell.yaml").toString();
    market.start("cell", TenderProcess.command(List.of("cell", "run", file)));
  }

  private static RestClient client(LiveMarket market, String token) {
    return new RestClient(List.of(URI.create(market.address()).getPort()), token);
  }

  private static void connect(LiveMarket market, LiveMarket cell, String token) throws Exception {
    Path tokenFile = cell.folder().resolve("other-market.token");
    Files.writeString(tokenFile, token);
    Path file = market.folder().resolve("cell.yaml");
    Files.writeString(
        file,
        """
        provider: cell
        servers: ['%s']
        state_dir: %s
        cell_servers: ['%s']
        cell_token_file: %s
        """
            .formatted(
                "127.0.0.1:" + market.proxies().getFirst().port(),
                market.folder().resolve("cell"),
                cell.address(),
                tokenFile));
    CellAgent.enrol(
        YamlConfigReader.read(file, CellConfig.class),
        MarketAdministration.addProvider(market.serverFile(), "cell", 600_000).orElseThrow());
  }

  @Test
  void bagIsDividedAmongLocalProviderAndCell() throws Exception {
    withCell(
        "cell-divided",
        (market, cell, inner) -> {
          JsonNode bag = submit(market, 10, "sleep 2");
          JsonNode done =
              market.awaitState(bag.path("id").asString(), PATIENCE, "done", "no-promise");

          assertThat(done.path("state").asString()).as(done.toString()).isEqualTo("done");
          assertThat(done.path("done").asInt()).isEqualTo(10);
          assertThat(done.path("failed")).isEmpty();
          assertThat(providers(done)).contains("cell");
          assertThat(StreamSupport.stream(bags(inner).spliterator(), false))
              .anyMatch(one -> one.path("state").asString().equals("done"));
          for (int task = 0; task < 10; task++) {
            assertThat(market.client().text(path(done) + "/tasks/" + task + "/log?stream=stdout"))
                .isEqualTo("task " + task + " done\n");
          }
          assertLedgersBalance(market, cell);
        });
  }

  @Test
  void partContinuesWhileCellAgentAndServersAreKilled() throws Exception {
    withCell(
        "cell-killed",
        (market, cell, inner) -> {
          JsonNode bag = submit(market, 8, "sleep 6");
          market.awaitState(bag.path("id").asString(), PATIENCE, "running");
          market.kill("cell");
          cell.kill("server0");
          Thread.sleep(2_000);
          cell.startServer(0);
          startCellAgent(market);
          JsonNode done = market.awaitState(bag.path("id").asString(), PATIENCE, "done");

          assertThat(done.path("done").asInt()).isEqualTo(8);
          assertThat(done.path("failed")).isEmpty();
          assertThat(providers(done)).contains("cell");
          assertLedgersBalance(market, cell);
        });
  }

  @Test
  void cancelledBagStopsInCell() throws Exception {
    withCell(
        "cell-cancelled",
        (market, cell, inner) -> {
          JsonNode bag = submit(market, 8, "sleep 60");
          String id = bag.path("id").asString();
          assertThat(providers(market.awaitState(id, PATIENCE, "running"))).contains("cell");
          market.client().post("/v1/bags/" + id + "/cancel", "cancel", Map.of());
          cell.await(
              "the cell's bags have ended",
              PATIENCE,
              () ->
                  StreamSupport.stream(bags(inner).spliterator(), false)
                      .noneMatch(one -> one.path("ended").isNull()));
          assertLedgersBalance(market, cell);
        });
  }

  @Test
  void onlyOtherMarketsMayHoldCapacity() throws Exception {
    LiveMarket.with(
        "cell-refused",
        "",
        cell -> {
          cell.startServers(1, CELL);
          Map<String, Object> request = new LinkedHashMap<>();
          request.put("work", TestWork.of("true", 1, Duration.ofSeconds(1)));
          assertThatThrownBy(() -> cell.client().post("/v1/holds", "key", request))
              .hasMessageContaining("404: ")
              .hasMessageContaining("not another market");
        });
  }

  /** The local provider, with one processor, could run six of the tasks until the deadline. */
  private static JsonNode submit(LiveMarket market, int tasks, String command) throws Exception {
    Map<String, Object> work =
        TestWork.of(command + "; echo task $TENDER_TASK_ID done", tasks, Duration.ofSeconds(30));
    return market.submit(work, Duration.ofMinutes(3));
  }

  private static List<String> providers(JsonNode bag) {
    return StreamSupport.stream(bag.path("promise").path("parts").spliterator(), false)
        .map(part -> part.path("provider").asString())
        .toList();
  }

  private static JsonNode bags(RestClient inner) throws InterruptedException {
    return inner.get("/v1/bags?limit=100").path("bags");
  }

  private static String path(JsonNode bag) {
    return "/v1/bags/" + bag.path("id").asString();
  }

  private static void assertLedgersBalance(LiveMarket... markets) throws Exception {
    for (LiveMarket market : markets) {
      assertThat(market.database().sumOfBalances()).isZero();
    }
  }
}
