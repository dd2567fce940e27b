package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.agent.owner.OwnerPageAccess;
import tender.cli.TenderCommand;
import tender.app.agent.AgentCommand;
import tender.testbed.LocalLoadGenerator;

/**
 * The owner's page in a real browser, beside a real Slurm that has users of its own: she sees their
 * jobs and a bag's tasks, pauses, gives less, and reads all that was told.
 */
@Timeout(300)
class OwnerPageLiveTest {
  private static final String OWNER = "cluster1";

  /** Pictures want something to be seen. */
  private static final int TASKS = System.getProperty("pictures") == null ? 60 : 330;

  private static final String SETTINGS =
      """
      price_per_processor_hour: 20
      offer_seconds: 2
      lease_seconds: 3
      poll_seconds: 1
      """;

  @Test
  void anOwnerSeesHerClusterAndSaysWhatSheGives() throws Exception {
    LiveMarket.with("owner", "8,4,6", OwnerPageLiveTest::tell);
  }

  private static void tell(LiveMarket market) throws Exception {
    market.startServers(1, "policy: plb\nanswer_seconds: 2\ninquire_seconds: 3");
    var habits = new LocalLoadGenerator.LoadSettings(2, 20, 6);
    try (var _ = new LocalLoadGenerator(market.testbed().clusters(), habits)) {
      market.startAgents(SETTINGS);
      Path state = market.folder().resolve(OWNER).resolve("state");
      OwnerPageAccess key = OwnerPageAccess.read(state);
      assertStrangersSeeNothing(state, key);
      market.submit(
          LiveMarket.work("sleep 4", TASKS, Duration.ofSeconds(6)), Duration.ofSeconds(200));
      look(market, key);
      command(market, key);
    }
  }

  private static void look(LiveMarket market, OwnerPageAccess key) throws Exception {
    Thread asker = Thread.ofVirtual().start(() -> askNowAndThen(market));
    try {
      String said =
          Browser.run(
              "owner.mjs",
              key.address().toString(),
              key.token(),
              Map.of("TENDER_PROVIDER", OWNER),
              market.folder().resolve("browser.log"));
      market.note(said);
      assertThat(said).contains("paused", "gives less", "signed out");
    } finally {
      asker.interrupt();
    }
  }

  private static void command(LiveMarket market, OwnerPageAccess key) throws Exception {
    assertThat(command(market, "give", "8")).contains("at most 8 of 8 processors");
    assertThat(command(market, "pause")).startsWith("Paused");
    market.kill(OWNER);
    assertThat(command(market, "resume")).contains("No agent answers at " + key.address());
    market.startAgent(OWNER);
    market.await(
        "the agent to be back",
        Duration.ofSeconds(20),
        () -> command(market, "resume").startsWith("Offering"));
    assertThat(command(market, "page")).contains("/#token=" + key.token());
  }

  /** Quotes, of which an owner who has paused hears and to which she offers nothing. */
  private static void askNowAndThen(LiveMarket market) {
    try {
      while (true) {
        Thread.sleep(5_000);
        market
            .client()
            .post(
                "/v1/bags",
                "quote-" + System.nanoTime(),
                Map.of("work", LiveMarket.work("true", 1, Duration.ofSeconds(2)), "ask", true));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void assertStrangersSeeNothing(Path state, OwnerPageAccess key) throws Exception {
    assertThat(Files.getPosixFilePermissions(state.resolve("page.json")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    try (HttpClient http = HttpClient.newHttpClient()) {
      for (String path : new String[] {"/v1/cluster", "/v1/disclosures", "/v1/giving"}) {
        URI address = key.address().resolve(path);
        HttpRequest without = HttpRequest.newBuilder(address).build();
        assertThat(http.send(without, BodyHandlers.ofString()).statusCode()).isIn(401, 404);
        HttpRequest wrong =
            HttpRequest.newBuilder(address)
                .header("Authorization", "Bearer " + key.token().substring(1))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build();
        assertThat(http.send(wrong, BodyHandlers.ofString()).statusCode()).isIn(401, 404);
      }
    }
  }

  private static String command(LiveMarket market, String name, String... more) {
    StringWriter said = new StringWriter();
    String file = market.folder().resolve(OWNER + ".yaml").toString();
    String[] arguments = new String[3 + more.length];
    arguments[0] = "agent";
    arguments[1] = name;
    arguments[2] = file;
    System.arraycopy(more, 0, arguments, 3, more.length);
    TenderCommand.commandLine(new AgentCommand())
        .setOut(new PrintWriter(said, true))
        .setErr(new PrintWriter(said, true))
        .execute(arguments);
    return said.toString();
  }
}
