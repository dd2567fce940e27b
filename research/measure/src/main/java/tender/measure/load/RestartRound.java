package tender.measure.load;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import tender.cli.client.response.BagResponse;
import tender.measure.agents.AgentFleet;
import tender.measure.report.MeasurementReport;
import tender.measure.testbed.MeasurementUser;
import tender.measure.testbed.ServerProcess;

/**
 * Kills the server while all agents are connected, starts it again, and waits until all streams are
 * back. Meanwhile a user reads and submits bags. Agents have processors of their own in reality, so
 * this process, which has all of them, runs at the lowest priority until the server listens: else
 * their attempts to connect would keep it from starting.
 */
final class RestartRound {
  private static final int POLL_MILLIS = 100;
  private static final int USER_PAUSE_MILLIS = 200;
  private static final long NOTICE_NANOS = Duration.ofSeconds(20).toNanos();
  private static final long TIMEOUT_NANOS = Duration.ofMinutes(5).toNanos();

  private final ServerProcess server;
  private final AgentFleet fleet;
  private final MeasurementUser user;
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger errors = new AtomicInteger();
  private volatile String lastError = "none";
  private volatile boolean stopping;

  RestartRound(ServerProcess server, AgentFleet fleet, MeasurementUser user) {
    this.server = server;
    this.fleet = fleet;
    this.user = user;
  }

  void run(MeasurementReport report) throws IOException, InterruptedException {
    try {
      restart(report);
    } finally {
      setPolicy("--other");
    }
  }

  /** Sets the scheduling policy of all threads of this process. */
  private static void setPolicy(String policy) throws IOException, InterruptedException {
    String pid = String.valueOf(ProcessHandle.current().pid());
    int status =
        new ProcessBuilder("chrt", policy, "--all-tasks", "--pid", "0", pid)
            .inheritIO()
            .start()
            .waitFor();
    if (status != 0) {
      throw new IllegalStateException(
          "chrt %s failed with exit code %d.".formatted(policy, status));
    }
  }

  private void restart(MeasurementReport report) throws IOException, InterruptedException {
    BagResponse first = user.submit();
    Thread asking = Thread.ofPlatform().start(() -> ask(first));
    Thread.sleep(1_000);
    long killedNanos = System.nanoTime();
    setPolicy("--idle");
    server.kill();
    while (fleet.connected() > 0 && System.nanoTime() - killedNanos < NOTICE_NANOS) {
      Thread.sleep(POLL_MILLIS);
    }
    double noticedSeconds = secondsSince(killedNanos);
    server.restart();
    setPolicy("--other");
    double restartedSeconds = secondsSince(killedNanos);
    while (fleet.connected() < fleet.size()) {
      if (System.nanoTime() - killedNanos > TIMEOUT_NANOS) {
        throw new IllegalStateException(
            "Only %d of %d agents are back.".formatted(fleet.connected(), fleet.size()));
      }
      AgentsMeasurement.progress(
          "%.0f s after the kill: %d agents are back"
              .formatted(secondsSince(killedNanos), fleet.connected()));
      Thread.sleep(POLL_MILLIS * 10);
    }
    double backSeconds = secondsSince(killedNanos);
    Thread.sleep(2_000);
    stopping = true;
    asking.join();
    report.add("kill -9: all agents have noticed after, s", noticedSeconds);
    report.add("kill -9: the server listens again after, s", restartedSeconds);
    report.add(
        "kill -9: all %d agents are back after, s (less than 60)".formatted(fleet.size()),
        backSeconds);
    report.add("kill -9: requests of the user", requests.get());
    report.add("kill -9: errors that the user saw (0)", errors.get());
    report.add("kill -9: the last error", lastError);
    report.add("kill -9: registrations that the server deferred so far", DeferralCounter.count());
  }

  private void ask(BagResponse first) {
    BagResponse known = first;
    for (int i = 0; !stopping; i++) {
      requests.incrementAndGet();
      try {
        known = i % 2 == 0 ? user.read(known) : user.submit();
        Thread.sleep(USER_PAUSE_MILLIS);
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        errors.incrementAndGet();
        lastError = String.valueOf(e.getMessage());
      }
    }
  }

  private static double secondsSince(long nanos) {
    return Math.round((System.nanoTime() - nanos) / 1e8) / 10.0;
  }
}
