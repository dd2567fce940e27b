package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tender.testbed.Testbed;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A task of one user attacks another user's task and the agent, at a Slurm cluster whose agent runs
 * under an account of its own. In a sandbox every attack fails, and under accounts all that concern
 * others. Without isolation each succeeds, which shows that the attacks are real.
 */
@Timeout(300)
@Tag("live")
@Tag("concurrent")
class TaskAttacksLiveTest {
  private static final Set<String> ATTACKS =
      Set.of(
          "read-input-of-other-user",
          "write-output-of-other-user",
          "kill-process-of-other-user",
          "read-key-of-agent",
          "link-key-of-agent",
          "pause-cluster-by-owner-page",
          "change-claim-that-is-billed",
          "forge-exit-code",
          "submit-job");

  /** What a task under its user's own account can do, without harm to other users. */
  private static final Set<String> RIGHTS_OF_ACCOUNT =
      Set.of("change-claim-that-is-billed", "forge-exit-code", "submit-job");

  private static final String LAUNCHER = "/usr/local/lib/tender-testbed/tender-launcher";

  /** A way to isolate tasks. */
  enum Mode {
    SANDBOX("nobody", "isolation: sandbox"),
    POOL(
        "tender-agent",
        "isolation: accounts\naccounts: {pool: [tender-one, tender-two], launcher: %s}"),
    MAP(
        "tender-agent",
        "isolation: accounts\naccounts: {map: {ann: tender-one, mallory: tender-two}, launcher: %s}"),
    NONE("nobody", "isolation: none");

    private final String agent;
    private final String settings;

    Mode(String agent, String settings) {
      this.agent = agent;
      this.settings = settings.formatted(LAUNCHER);
    }

    /** The attacks that it does not prevent. */
    Set<String> possibleAttacks() {
      return switch (this) {
        case SANDBOX, POOL -> Set.of();
        case MAP -> RIGHTS_OF_ACCOUNT;
        case NONE -> ATTACKS;
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void taskReachesNothingButItsOwnFilesUnlessTheOwnerWantsNoIsolation(Mode mode) throws Exception {
    assumeTrue(
        System.getProperty("user.name").equals("root")
            && (mode.agent.equals("nobody") || Files.exists(Path.of(LAUNCHER))),
        "only root can start an agent as another account; testbed/accounts creates accounts");
    LiveMarket.with(
        "task-attacks-" + mode.name().toLowerCase(Locale.ROOT),
        "4",
        market -> {
          market.startServers(1, "reply_timeout_seconds: 2\nstatus_check_seconds: 3");
          Testbed.SlurmCluster cluster = market.testbed().clusters().getFirst();
          market.enrol(
              "north",
              """
              %s
              batch_system: slurm
              slurm: {partition: %s, config_file: %s}
              """
                  .formatted(mode.settings, cluster.partition(), cluster.configuration()));
          market.startAgentAs(new UnprivilegedAccount(mode.agent, market.folder()), "north");
          market.awaitConnected(1);
          Set<String> succeeded = attack(market, cluster);
          assertThat(succeeded).isEqualTo(mode.possibleAttacks());
        });
  }

  /** Runs the victim's bag and the attacker's, and returns the attacks that succeeded. */
  private static Set<String> attack(LiveMarket market, Testbed.SlurmCluster cluster)
      throws Exception {
    Path folder = Files.createDirectory(market.folder().resolve("users"));
    Files.writeString(folder.resolve("secret.txt"), "classified\n");
    try (InputStream script = TaskAttacksLiveTest.class.getResourceAsStream("attack.sh")) {
      Files.copy(Objects.requireNonNull(script), folder.resolve("attack.sh"));
    }
    String victim =
        submit(
            market,
            folder,
            market.environment(),
            "cat secret.txt; sleep 54321 & wait $! || echo killed; echo end",
            "secret.txt");
    market.await(
        "the victim's task runs",
        Duration.ofMinutes(1),
        () -> ProcessHandle.allProcesses().anyMatch(TaskAttacksLiveTest::isVictim));
    Map<String, String> mallory = market.environment(market.addUserWithToken("mallory"));
    String attacker =
        submit(
            market,
            folder,
            mallory,
            "bash attack.sh %s %s"
                .formatted(market.folder().resolve("north"), cluster.configuration()),
            "attack.sh");
    market.await(
        "the attacker's task ends",
        Duration.ofMinutes(2),
        () -> json(folder, mallory, "status", attacker).path("state").asString().equals("done"));
    String output = text(folder, mallory, "logs", attacker, "0");
    market.note(output);
    assertThat(output).contains("tried");
    assertThat(json(folder, market.environment(), "status", victim).path("state").asString())
        .isIn("running", "done");
    var succeeded = new TreeSet<String>();
    output
        .lines()
        .filter(line -> line.startsWith("SUCCEEDED: "))
        .forEach(line -> succeeded.add(line.substring("SUCCEEDED: ".length())));
    return succeeded;
  }

  private static boolean isVictim(ProcessHandle process) {
    return process.info().commandLine().orElse("").contains("sleep 54321");
  }

  private static String submit(
      LiveMarket market, Path folder, Map<String, String> user, String command, String input)
      throws Exception {
    Path file = folder.resolve(input + ".yaml");
    Files.writeString(
        file,
        """
        version: 1
        command: %s
        tasks: 1
        inputs: [%s]
        runtime: 2m
        deadline: +10m
        """
            .formatted(JsonMapper.shared().writeValueAsString(command), input));
    JsonNode bag = json(folder, user, "submit", file.toString(), "-y");
    market.note("submitted " + bag.path("id").asString() + " with " + input);
    return bag.path("id").asString();
  }

  private static JsonNode json(Path folder, Map<String, String> user, String... arguments)
      throws Exception {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("-o", "json"));
    return JsonMapper.shared().readTree(text(folder, user, all.toArray(String[]::new)));
  }

  private static String text(Path folder, Map<String, String> user, String... arguments)
      throws Exception {
    TenderProcess.Output output = TenderProcess.run(folder, user, List.of(arguments));
    assertThat(output.exitCode()).as(output.err()).isZero();
    return output.out();
  }
}
