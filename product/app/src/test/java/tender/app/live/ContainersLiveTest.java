package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tender.testbed.TestImage;
import tender.testbed.Testbed;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Bags with containers at a Slurm cluster, under every kind of isolation. */
@Timeout(300)
@Tag("live")
@Tag("concurrent")
class ContainersLiveTest {
  private static final String LAUNCHER = "/usr/local/lib/tender-testbed/tender-launcher";
  private static final int PILOT_TASKS = 200;

  /** A way to isolate tasks, and the account of the agent. */
  enum Mode {
    SANDBOX("nobody", "isolation: sandbox"),
    POOL(
        "tender-agent",
        "isolation: accounts\naccounts: {pool: [tender-one, tender-two], launcher: %s}"),
    MAP("tender-agent", "isolation: accounts\naccounts: {map: {ann: tender-one}, launcher: %s}"),
    NONE("nobody", "isolation: none");

    private final String agent;
    private final String settings;

    Mode(String agent, String settings) {
      this.agent = agent;
      this.settings = settings.formatted(LAUNCHER);
    }
  }

  @ParameterizedTest
  @EnumSource
  void tasksRunInTheirImage(Mode mode) throws Exception {
    assumeTrue(
        mode == Mode.SANDBOX || mode == Mode.MAP || Boolean.getBoolean("tender.every.mode"),
        "the other modes combine these two; -Dtender.every.mode=true runs all");
    assumeTrue(
        System.getProperty("user.name").equals("root")
            && (mode.agent.equals("nobody") || Files.exists(Path.of(LAUNCHER))),
        "only root can start an agent as another account; testbed/accounts creates accounts");
    LiveMarket.with(
        "containers-" + mode.name().toLowerCase(Locale.ROOT), "4", market -> run(market, mode));
  }

  private static void run(LiveMarket market, Mode mode) throws Exception {
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
    var user = new BagUser(market, Files.createDirectory(market.folder().resolve("user")));
    Path files = TestImage.busyboxFiles(market.folder().resolve("files"));
    TestImage.write(files, user.folder().resolve("image.tar"));
    Files.writeString(user.folder().resolve("data.txt"), "input\n");
    user.seesTheImage("1s", PILOT_TASKS);
    user.seesTheImage("2m", 3);
    assertThat(market.log("north").lines().filter(line -> line.contains("Image unpacked")))
        .as("the image is unpacked once for both bags and all tasks")
        .hasSize(1);
    Files.writeString(user.folder().resolve("image.tar"), "this is no image\n");
    user.getsTheReasonOfTheFailure();
    user.isDeclinedWithRegistryImage();
  }

  /** A user with a folder that has the files of the bags. */
  private record BagUser(LiveMarket market, Path folder) {
    private static final String LOOK =
        "cat /etc/image data.txt; echo $A $IMAGE_VARIABLE; [ -e /usr ] && echo host;"
            + " echo $TENDER_TASK_ID >number.txt";

    void seesTheImage(String runtime, int tasks) throws Exception {
      String bag = submit("{archive: image.tar}", runtime, tasks);
      JsonNode done = market.awaitState(bag, Duration.ofMinutes(2), "done");
      assertThat(done.path("failed")).as(done.toString()).isEmpty();
      String printed = text("logs", bag, String.valueOf(tasks - 1));
      assertThat(printed)
          .startsWith("from the image\ninput\nfrom the bag from the image\n")
          .doesNotContain("host");
      Path results = folder.resolve(bag);
      text("results", bag, "--to", results.toString());
      try (var found = Files.walk(results)) {
        assertThat(found.filter(file -> file.endsWith("number.txt"))).hasSize(tasks);
      }
    }

    void getsTheReasonOfTheFailure() throws Exception {
      String bag = submit("{archive: image.tar}", "1s", 2);
      JsonNode done = market.awaitState(bag, Duration.ofMinutes(1), "done");
      assertThat(done.path("failed").path(0).path("exitCode").asInt()).isEqualTo(125);
      assertThat(text("logs", bag, "0", "--stderr"))
          .contains("The archive image.tar cannot be used as a container")
          .contains("not a readable OCI archive");
    }

    void isDeclinedWithRegistryImage() throws Exception {
      Path file = bagFile("{image: 'docker.io/a/b@sha256:" + "0".repeat(64) + "'}", "1s", 1);
      TenderProcess.run(
          folder, market.environment(), List.of("submit", file.toString(), "-y", "-o", "json"));
      market.await(
          "the call is declined",
          Duration.ofSeconds(30),
          () -> market.log("north").contains("docker.io is not in this provider's setting"));
    }

    private Path bagFile(String container, String runtime, int tasks) throws Exception {
      return Files.writeString(
          folder.resolve("bag.yaml"),
          """
          version: 1
          command: %s
          tasks: %d
          inputs: [data.txt, image.tar]
          outputs: [number.txt]
          environment: {A: from the bag}
          container: %s
          runtime: %s
          deadline: +30m
          """
              .formatted(
                  JsonMapper.shared().writeValueAsString(LOOK.replace("{", "{{")),
                  tasks,
                  container,
                  runtime));
    }

    private String submit(String container, String runtime, int tasks) throws Exception {
      Path file = bagFile(container, runtime, tasks);
      String id =
          JsonMapper.shared()
              .readTree(text("submit", file.toString(), "-y", "-o", "json"))
              .path("id")
              .asString();
      market.note("submitted " + id + " with " + container);
      return id;
    }

    private String text(String... arguments) throws Exception {
      TenderProcess.Output output =
          TenderProcess.run(folder, market.environment(), new ArrayList<>(List.of(arguments)));
      assertThat(output.exitCode()).as(output.err()).isZero();
      return output.out();
    }
  }
}
