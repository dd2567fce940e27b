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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.agent.owner.OwnerPageAccess;
import tender.app.agent.AgentCommand;
import tender.cli.Subcommands;
import tender.cli.TenderCommand;
import tender.testbed.LocalLoadGenerator;

/**
 * The owner's page in a real browser, for a real Slurm cluster with local users: the owner sees
 * their jobs and a bag's tasks, pauses, reduces the capacity, and reads the disclosure log.
 */
@Timeout(300)
@Tag("live")
@Tag("concurrent")
class OwnerPageLiveTest {
  private static final String OWNER = "cluster1";

  /** More tasks if screenshots are taken. */
  private static final int TASKS = System.getProperty("pictures") == null ? 60 : 330;

  private static final String SETTINGS =
      """
      price_per_processor_hour: 20
      offer_valid_seconds: 2
      lease_seconds: 3
      poll_interval_seconds: 1
      """;

  @Test
  void ownerSeesClusterAndSetsCapacity() throws Exception {
    LiveMarket.with("owner", "8,4,6", OwnerPageLiveTest::run);
  }

  private static void run(LiveMarket market) throws Exception {
    market.startServers(1, "policy: plb\nreply_timeout_seconds: 2\nstatus_check_seconds: 3");
    var load = new LocalLoadGenerator.LoadSettings(2, 20, 6);
    try (var _ = new LocalLoadGenerator(market.testbed().clusters(), load)) {
      market.startAgents(SETTINGS);
      Path state = market.folder().resolve(OWNER).resolve("state");
      OwnerPageAccess key = OwnerPageAccess.read(state);
      assertUnauthorizedAccessFails(state, key);
      market.submit(TestWork.of("sleep 4", TASKS, Duration.ofSeconds(6)), Duration.ofSeconds(200));
      look(market, key);
      command(market, key);
    }
  }

  private static void look(LiveMarket market, OwnerPageAccess key) throws Exception {
    Thread requester = Thread.ofVirtual().start(() -> requestQuotes(market));
    try {
      String output =
          Browser.run(
              "owner.mjs",
              key.address().toString(),
              key.token(),
              Map.of("TENDER_PROVIDER", OWNER),
              market.folder().resolve("browser.log"));
      market.note(output);
      assertThat(output).contains("paused", "capacity reduced", "signed out");
    } finally {
      requester.interrupt();
    }
  }

  private static void command(LiveMarket market, OwnerPageAccess key) throws Exception {
    assertThat(command(market, "set-capacity", "8")).contains("at most 8 of 8 processors");
    assertThat(command(market, "pause")).startsWith("Paused");
    market.kill(OWNER);
    assertThat(command(market, "resume")).contains("No agent answers at " + key.address());
    market.startAgent(OWNER);
    market.await(
        "the agent has restarted",
        Duration.ofSeconds(20),
        () -> command(market, "resume").startsWith("Active"));
    assertThat(command(market, "page")).contains("/#token=" + key.token());
  }

  /**
   * Requests quotes, for which a paused provider makes no offers. Each adds a line to the
   * disclosure log, which becomes longer than a page.
   */
  private static void requestQuotes(LiveMarket market) {
    try {
      while (true) {
        Thread.sleep(2_000);
        market
            .client()
            .post(
                "/v1/bags",
                "quote-" + System.nanoTime(),
                Map.of("work", TestWork.of("true", 1, Duration.ofSeconds(2)), "quoteFirst", true));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void assertUnauthorizedAccessFails(Path state, OwnerPageAccess key)
      throws Exception {
    assertThat(Files.getPosixFilePermissions(state.resolve("owner-page.json")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    try (HttpClient http = HttpClient.newHttpClient()) {
      for (String path : new String[] {"/v1/cluster", "/v1/disclosures", "/v1/capacity"}) {
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
    StringWriter output = new StringWriter();
    String file = market.folder().resolve(OWNER + ".yaml").toString();
    String[] arguments = new String[3 + more.length];
    arguments[0] = "agent";
    arguments[1] = name;
    arguments[2] = file;
    System.arraycopy(more, 0, arguments, 3, more.length);
    TenderCommand.commandLine(new Subcommands().add("agent", AgentCommand::new))
        .setOut(new PrintWriter(output, true))
        .setErr(new PrintWriter(output, true))
        .execute(arguments);
    return output.toString();
  }
}
