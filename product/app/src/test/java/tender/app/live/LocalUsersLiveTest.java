package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.testbed.Testbed;

/**
 * Local users of a cluster that is full of a bag's tasks: their jobs meet every deadline that they
 * could meet without the bag.
 */
@Timeout(360)
@Tag("live")
class LocalUsersLiveTest {
  private static final int PROCESSORS = 8;
  private static final int TASKS = 80;

  @Test
  void bagDelaysNoLocalDeadline() throws Exception {
    LiveMarket.with("local-users", Integer.toString(PROCESSORS), LocalUsersLiveTest::run);
  }

  private static void run(LiveMarket market) throws Exception {
    market.startServers(1, "reply_timeout_seconds: 2\nstatus_check_seconds: 3");
    market.startAgents("poll_interval_seconds: 0.5");
    LocalUsers users = new LocalUsers(market);
    for (int i = 0; i < 3; i++) {
      users.submit(1, 8, "--time=1");
      users.submit(1, 8, "--time=1", "--deadline=now+3minutes");
    }
    users.awaitStarted();
    // Beside local jobs on most processors, a promise in the idle mode has much slack.
    String bag =
        market
            .submit("sleep 5", TASKS, Duration.ofSeconds(6), Duration.ofMinutes(15))
            .path("id")
            .asString();
    market.awaitState(bag, Duration.ofSeconds(30), "running");
    market.await(
        "the bag's tasks fill the cluster",
        Duration.ofMinutes(1),
        () -> market.bag(bag).path("done").asInt() > PROCESSORS);
    // Each has a limit of one minute, so it can wait one or two minutes.
    users.submit(2, 5, "--time=1", "--deadline=now+2minutes");
    users.submit(1, 5, "--time=1", "--deadline=now+2minutes");
    users.submit(PROCESSORS, 3, "--time=1", "--deadline=now+3minutes");
    Thread.sleep(5_000);
    users.submit(4, 5, "--time=1", "--deadline=now+3minutes");
    users.submit(1, 5, "--time=1");
    users.awaitAll();
    market.awaitState(bag, Duration.ofMinutes(4), "done");
    users.check();
    assertThat(market.database().acceptedTasks(bag)).isEqualTo(TASKS);
    assertThat(market.bag(bag).path("breach").isNull()).as("the bag's promise is kept").isTrue();
  }

  /** Submits jobs that create a file when they end. */
  private static final class LocalUsers {
    private final LiveMarket market;
    private final Testbed.SlurmCluster cluster;
    private final List<String> jobs = new ArrayList<>();

    LocalUsers(LiveMarket market) throws Exception {
      this.market = market;
      cluster = market.testbed().clusters().getFirst();
    }

    void submit(int processors, int seconds, String... options) throws Exception {
      Path marker = market.folder().resolve("local" + jobs.size());
      List<String> command = new ArrayList<>(List.of("sbatch", "--parsable"));
      command.addAll(List.of(options));
      command.addAll(
          List.of(
              "--ntasks=1",
              "--cpus-per-task=" + processors,
              "--chdir=/tmp",
              "--output=/dev/null",
              "--wrap=sleep " + seconds + " && touch " + marker));
      jobs.add(cluster.run(command).strip());
      market.note("a local user submitted " + processors + " processors, " + List.of(options));
    }

    private String states() throws Exception {
      return cluster.run(
          List.of("squeue", "-h", "-t", "all", "-j", String.join(",", jobs), "-o", "%i %T"));
    }

    void awaitStarted() throws Exception {
      market.await(
          "all local jobs have started",
          Duration.ofMinutes(1),
          () -> !states().contains("PENDING"));
      // The agent polls every half second.
      Thread.sleep(2_500);
    }

    void awaitAll() throws Exception {
      market.await(
          "all local jobs have ended",
          Duration.ofSeconds(200),
          () -> {
            String states = states();
            return !states.contains("PENDING")
                && !states.contains("RUNNING")
                && !states.contains("COMPLETING");
          });
    }

    void check() throws Exception {
      List<String> states = states().lines().sorted().toList();
      market.note("local jobs: " + states);
      for (int i = 0; i < jobs.size(); i++) {
        assertThat(market.folder().resolve("local" + i)).as("job %s: %s", i, states).exists();
      }
      assertThat(states).hasSize(jobs.size()).allMatch(state -> state.endsWith(" COMPLETED"));
    }
  }
}
