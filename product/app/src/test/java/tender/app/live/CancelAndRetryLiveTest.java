package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands of a user: submit, status, results, retry and cancel. */
@Timeout(300)
@Tag("live")
@Tag("concurrent")
class CancelAndRetryLiveTest {

  @Test
  void commandsWorkTogether() throws Exception {
    LiveMarket.with("commands", "", market -> new User(market).run());
  }

  /** A user with a folder of files. */
  private static final class User {
    private final LiveMarket market;
    private final Path folder;

    User(LiveMarket market) throws Exception {
      this.market = market;
      folder = Files.createDirectory(market.folder().resolve("user"));
    }

    void run() throws Exception {
      market.startServers(1, "reply_timeout_seconds: 2\nstatus_check_seconds: 3");
      market.enrol("here", "batch_system: processes\nprocesses: {slots: 4}");
      market.startAgent("here");
      market.awaitConnected(1);
      String bag = submit();
      inspect(bag);
      fetch(bag);
      retry(bag);
      cancel();
    }

    /** Submits six tasks, of which one fails until a file exists. */
    private String submit() throws Exception {
      Files.writeString(folder.resolve("word.txt"), "hello\n");
      Files.writeString(
          folder.resolve("sweep.yaml"),
          """
          version: 1
          name: sweep
          command: cat word.txt > output-{n}.txt; echo {side} {n}; test {n}{side} != 2right || test -e %s/fixed
          sweep: {n: 1-3, side: [left, right]}
          inputs: [word.txt]
          outputs: ["output-*.txt"]
          runtime: 3s
          deadline: +2m
          """
              .formatted(folder));
      JsonNode bag = json("submit", "sweep.yaml", "-y");
      assertThat(bag.path("tasks").asInt()).isEqualTo(6);
      assertThat(bag.path("promise").isNull()).isFalse();
      String id = bag.path("id").asString();
      market.awaitState(id, Duration.ofMinutes(1), "done");
      return id;
    }

    private void inspect(String bag) throws Exception {
      JsonNode status = json("status", bag);
      assertThat(status.at("/failed/0/tasks").asString()).isEqualTo("3");
      assertThat(status.at("/failed/0/exitCode").asInt()).isOne();
      assertThat(text(0, "status", bag)).contains("sweep", "6 of 6");
      assertThat(text(0, "status")).contains(bag);
      assertThat(text(0, "logs", bag, "3")).isEqualTo("right 2\n");
      assertThat(json("logs", bag, "4").path("text").asString()).isEqualTo("left 3\n");
      assertThat(json("explain", bag).at("/offers/0/provider").asString()).isEqualTo("here");
      assertThat(text(0, "explain", bag)).contains("here");
      assertThat(json("providers").at("/providers/0/connected").asBoolean()).isTrue();
      assertThat(text(0, "providers")).contains("here");
    }

    private void fetch(String bag) throws Exception {
      assertThat(json("results", bag, "--to", "got").path("count").asInt()).isEqualTo(6);
      assertThat(folder.resolve("got/5/out/output-3.txt")).hasContent("hello");
      assertThat(folder.resolve("got/0/stdout")).hasContent("left 1");
    }

    private void retry(String bag) throws Exception {
      Files.createFile(folder.resolve("fixed"));
      assertThat(text(0, "retry", bag, "-y", "--wait")).contains("1 of 1");
      JsonNode newest = market.client().get("/v1/bags?limit=1").at("/bags/0");
      assertThat(newest.path("worstExitCode").asInt()).isZero();
      String again = newest.path("id").asString();
      assertThat(text(0, "logs", again, "3")).isEqualTo("right 2\n");
      assertThat(text(0, "results", again, "--to", "again")).contains("1 of 1");
      assertThat(folder.resolve("again/3/out/output-2.txt")).hasContent("hello");
    }

    private void cancel() throws Exception {
      Files.writeString(
          folder.resolve("long.yaml"),
          """
          version: 1
          command: sleep 100
          tasks: 8
          runtime: 100s
          """);
      String id = json("submit", "long.yaml", "-y").path("id").asString();
      text(0, "cancel", id);
      assertThat(json("status", id).path("state").asString()).isEqualTo("cancelled");
      assertThat(text(0, "status", id)).contains("cancelled");
      // The processors are free again: the next bag does not wait for 100 seconds.
      String next =
          market
              .submit("true", 4, Duration.ofSeconds(1), Duration.ofMinutes(1))
              .path("id")
              .asString();
      market.awaitState(next, Duration.ofMinutes(1), "done");
    }

    private JsonNode json(String... arguments) throws Exception {
      List<String> all = new ArrayList<>(List.of(arguments));
      all.addAll(List.of("-o", "json"));
      return JsonMapper.shared().readTree(text(0, all.toArray(String[]::new)));
    }

    private String text(int exitCode, String... arguments) throws Exception {
      Map<String, String> environment = market.environment();
      TenderProcess.Output output = TenderProcess.run(folder, environment, List.of(arguments));
      market.note("$ tender " + String.join(" ", arguments) + "\n" + output.out() + output.err());
      assertThat(output.exitCode()).as(output.toString()).isEqualTo(exitCode);
      return output.out();
    }
  }
}
