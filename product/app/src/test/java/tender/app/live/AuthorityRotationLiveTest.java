package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tender.protocol.PemBundle;
import tender.server.AuthorityAdministration;
import tender.server.MarketAdministration;
import tender.server.store.authority.RotationProgress;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The market's certificate authority is replaced twice, and the key that encrypts it once, while a
 * bag runs and servers and an agent are killed. Each task runs once and nothing is lost.
 */
@Timeout(400)
@Tag("live")
@EnabledIfSystemProperty(
    named = "tender.access.figures",
    matches = ".+",
    disabledReason = "It takes minutes; scripts/acceptance access runs it.")
class AuthorityRotationLiveTest {
  private static final Duration SOON = Duration.ofSeconds(90);
  private static final int TASKS = 320;
  private static final String PROCESSES = "batch_system: processes\nprocesses: {slots: 8}";

  private final Map<String, Object> figures = new LinkedHashMap<>();

  @Test
  void nothingIsLostWhileAuthorityAndKeyAreReplaced() throws Exception {
    LiveMarket.with("authority-rotation", "", this::run);
    AccessFigures.write("rotation", figures);
  }

  private void run(LiveMarket market) throws Exception {
    Path key = key(market, "first.key", "1");
    market.startServers(2, "reply_timeout_seconds: 2\nencryption_key_file: " + key);
    for (String provider : List.of("north", "south", "east")) {
      market.enrol(provider, PROCESSES);
    }
    market.startAgent("north");
    market.startAgent("south");
    market.awaitConnected(2);
    Path ran = market.folder().resolve("ran");
    String bag =
        market
            .submit(
                "sleep 3; echo $TENDER_TASK_ID >> " + ran,
                TASKS,
                Duration.ofSeconds(10),
                Duration.ofHours(1))
            .path("id")
            .asString();
    market.await("tasks end", SOON, () -> Files.exists(ran));

    String first = authority(market);
    String second = moveAgentsAndKillAServer(market);
    changeKey(market, key);
    market.kill("north");
    market.startAgent("north");
    refuseTheAgentThatWasOffline(market, second);
    String third = rotateWhileAServerIsDead(market, second);

    JsonNode ended = market.awaitState(bag, Duration.ofMinutes(3), "done", "given-up");
    assertThat(ended.path("state").asString()).as(ended.toString()).isEqualTo("done");
    List<Integer> indices =
        Files.readAllLines(ran).stream().map(Integer::valueOf).sorted().toList();
    figures.put("tasks", TASKS);
    figures.put("tasksRun", indices.size());
    figures.put("tasksLost", TASKS - indices.stream().distinct().count());
    assertThat(indices).isEqualTo(IntStream.range(0, TASKS).boxed().toList());
    assertThat(market.database().acceptedResults(bag)).isEqualTo(TASKS);
    assertThat(List.of(first, second, third)).doesNotHaveDuplicates();
    checkAudit(market);
  }

  private static Path key(LiveMarket market, String name, String digit) throws Exception {
    Path file = Files.writeString(market.folder().resolve(name), digit.repeat(64) + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  /** The dead server counts as alive until it has missed its heartbeats for 15 s. */
  private String moveAgentsAndKillAServer(LiveMarket market) throws Exception {
    long beganNanos = System.nanoTime();
    operator(market, "rotate-authority");
    market.kill("server0");
    market.startServer(0);
    market.await("both agents have moved", SOON, () -> rotation(market).moved() == 2);
    figures.put("secondsUntilAgentsMoved", secondsSince(beganNanos));
    JsonNode shown =
        JsonMapper.shared().readTree(operator(market, "authority", "-o", "json").out());
    JsonNode waiting = shown.path("rotation").path("waiting");
    assertThat(waiting).hasSize(1);
    assertThat(waiting.get(0).path("provider").asString()).isEqualTo("east");
    assertThat(waiting.get(0).path("connected").asBoolean()).isFalse();
    assertThat(authorities(market, "north")).hasSize(2);
    return rotation(market).nextFingerprint();
  }

  /** In the middle of the rotation, so that both authorities are encrypted again. */
  private static void changeKey(LiveMarket market, Path before) throws Exception {
    Path key = key(market, "second.key", "2");
    assertThat(MarketAdministration.changeEncryptionKey(market.serverFile(), key)).isEqualTo(2);
    for (int server = 0; server < 2; server++) {
      Path file = market.folder().resolve("server" + server + ".yaml");
      Files.writeString(file, Files.readString(file).replace(before.toString(), key.toString()));
      market.kill("server" + server);
      market.startServer(server);
    }
  }

  private void refuseTheAgentThatWasOffline(LiveMarket market, String next) throws Exception {
    market.await(
        "the operator ends the rotation",
        SOON,
        () ->
            AuthorityAdministration.finish(market.serverFile())
                == AuthorityAdministration.Finish.DONE);
    market.await(
        "the next authority is the current one", SOON, () -> authority(market).equals(next));
    market.await(
        "agents trust the next authority only",
        SOON,
        () -> authorities(market, "north").size() == 1 && authorities(market, "south").size() == 1);
    market.startAgent("east");
    market.await(
        "the agent that was offline says what to do",
        SOON,
        () -> market.log("east").contains("enrol the agent again"));
    market.kill("east");
    market.enrol("east", PROCESSES);
    market.startAgent("east");
    market.awaitConnected(3);
  }

  /** This rotation ends without a command, because all agents move. */
  private String rotateWhileAServerIsDead(LiveMarket market, String before) throws Exception {
    long beganNanos = System.nanoTime();
    assertThat(AuthorityAdministration.rotate(market.serverFile())).isTrue();
    market.kill("server1");
    market.await("the rotation has ended", SOON, () -> !authority(market).equals(before));
    figures.put("secondsOfRotation", secondsSince(beganNanos));
    assertThat(AuthorityAdministration.state(market.serverFile()).rotation()).isEmpty();
    market.startServer(1);
    market.awaitConnected(3);
    return authority(market);
  }

  private static void checkAudit(LiveMarket market) throws Exception {
    List<String> actions = market.database().auditedActions();
    assertThat(actions)
        .contains("rotate-authority", "finish-authority-rotation", "change-encryption-key")
        .filteredOn("renew-certificate"::equals)
        .as("each agent, for each of the authorities")
        .hasSizeGreaterThanOrEqualTo(4);
  }

  private static double secondsSince(long beganNanos) {
    return (System.nanoTime() - beganNanos) / 1e9;
  }

  private static List<?> authorities(LiveMarket market, String provider) throws Exception {
    Path file = market.folder().resolve(provider).resolve("state/identity/identity.pem");
    return PemBundle.parse(Files.readString(file)).authorities();
  }

  private static RotationProgress rotation(LiveMarket market) throws Exception {
    return AuthorityAdministration.state(market.serverFile()).rotation().orElseThrow();
  }

  private static String authority(LiveMarket market) throws Exception {
    return AuthorityAdministration.state(market.serverFile()).fingerprint().hex();
  }

  private static TenderProcess.Output operator(
      LiveMarket market, String command, String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("server", command));
    all.add(market.folder().resolve("server0.yaml").toString());
    all.addAll(List.of(arguments));
    TenderProcess.Output output = TenderProcess.run(market.folder(), Map.of(), all);
    assertThat(output.exitCode()).as(output.toString()).isZero();
    return output;
  }
}
