package tender.measure.load;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import tender.core.call.ProviderSelector;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.measure.agents.AgentFleet;
import tender.measure.agents.AgentResponders;
import tender.measure.report.MeasurementReport;
import tender.measure.testbed.CpuUse;
import tender.measure.testbed.MeasurementTestbed;
import tender.measure.testbed.MeasurementUser;
import tender.measure.testbed.ServerProcess;
import tender.server.MarketAdministration;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.DatabaseSettings;
import tender.server.store.ledger.AccountId;

/**
 * A server with thousands of connected agents: promises beside bare calls and commits, its restart,
 * and bags per second. The server and PostgreSQL are processes of their own; all agents and users
 * are in this process.
 */
public final class AgentsMeasurement {
  private static final UserId USER = new UserId("measurer");
  static final int DATABASE_CONNECTIONS = 10;
  private static final int MAX_CONNECTING = 50;
  private static final int PROGRESS_AGENTS = 500;
  private static final int POLL_MILLIS = 20;
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  /** Status requests and overdue parts would add load that is not measured here. */
  private static final String SETTINGS =
      """
      unauthenticated_agents_per_address: 4096
      status_check_seconds: 86400
      database_connections: 20
      """;

  private final List<Integer> counts;
  private final int rounds;
  private final int users;
  private final int seconds;

  /**
   * @param counts of connected agents, ascending
   * @param users how many submit bags at the same time
   * @param seconds for which they do
   */
  public AgentsMeasurement(List<Integer> counts, int rounds, int users, int seconds) {
    this.counts = counts.stream().sorted().toList();
    this.rounds = rounds;
    this.users = users;
    this.seconds = seconds;
  }

  /** Prints a line for the person who waits. */
  static void progress(String line) {
    System.err.println(line);
  }

  public MeasurementReport run() throws IOException, InterruptedException, SQLException {
    DeferralCounter.install();
    MeasurementReport report = new MeasurementReport("a server with many agents: " + counts);
    report.add("rounds", rounds);
    try (MeasurementTestbed bed = MeasurementTestbed.up();
        ServerProcess server = ServerProcess.start(bed.folder(), bed.jdbcUrl(), SETTINGS);
        Database database =
            Database.open(new DatabaseSettings(bed.jdbcUrl(), DATABASE_CONNECTIONS), "measure");
        Connection connection = DriverManager.getConnection(bed.jdbcUrl());
        AgentFleet fleet = new AgentFleet(bed.folder().resolve("agents"))) {
      String token = MarketAdministration.addUser(server.config(), USER.value()).orElseThrow();
      MarketAdministration.deposit(
          server.config(), AccountId.of(USER), new Money(1_000_000_000), "measurement");
      MeasurementUser user = new MeasurementUser(server.restAddress(), token);
      issue(fleet, database);
      int called = Math.min(ProviderSelector.DEFAULT_PROVIDERS_PER_CALL, counts.getFirst());
      List<ProviderId> bareProviders = fleet.providers().subList(0, called);
      AgentFleet bareFleet = new AgentFleet(bed.folder().resolve("agents"));
      try (BareCalls bareCalls = new BareCalls(database, bareFleet, bareProviders)) {
        measurePromises(report, server, fleet, user, bareCalls, called, database, connection);
      }
      progress("Kill the server with " + fleet.size() + " connected agents.");
      new RestartRound(server, fleet, user).run(report);
      progress("Bags of %d users for %d s.".formatted(users, seconds));
      new PromiseLoad(users, seconds).run(report, server, user, database, USER, called);
      report.add("memory of the server at the end, MB", server.residentMegabytes());
      report.add("errors in the log of the server", server.logLines(" ERROR ").size());
    }
    return report;
  }

  private void issue(AgentFleet fleet, Database database) throws InterruptedException {
    long beganNanos = System.nanoTime();
    fleet.issue(database, Collections.max(counts));
    progress(
        "%d certificates issued in %.1f s"
            .formatted(fleet.providers().size(), secondsSince(beganNanos)));
  }

  private void measurePromises(
      MeasurementReport report,
      ServerProcess server,
      AgentFleet fleet,
      MeasurementUser user,
      BareCalls bareCalls,
      int called,
      Database database,
      Connection connection)
      throws IOException, InterruptedException, SQLException {
    double firstMillis = 0;
    for (int count : counts) {
      String on = count + " agents: ";
      report.add(on + "connected in, s", connect(fleet, count, server.agentPort()));
      Thread.sleep(2_000);
      CpuUse idle = new CpuUse(server);
      Thread.sleep(5_000);
      report.add(on + "idle, processors", idle.processors());
      report.add(on + "memory of the server, MB", server.residentMegabytes());
      progress("Promises with " + count + " agents.");
      PromiseRounds promises = new PromiseRounds(user, USER, bareCalls, called, database);
      promises.run(rounds, connection);
      promises.report(report, on);
      if (firstMillis == 0) {
        firstMillis = promises.medianMillis();
      } else {
        report.add(
            "%d to %d agents: ratio of promise times (at most 1.5)"
                .formatted(count, counts.getFirst()),
            String.format(Locale.ROOT, "%.2f", promises.medianMillis() / firstMillis));
      }
    }
  }

  /**
   * Connects agents, some at a time: their side of the handshakes needs as much of the processors
   * as the server's, which that of real agents does not. Returns the seconds until all are
   * connected.
   */
  private static double connect(AgentFleet fleet, int count, int port) throws InterruptedException {
    AtomicInteger released = new AtomicInteger();
    long beganNanos = System.nanoTime();
    for (ProviderId provider : fleet.providers().subList(fleet.size(), count)) {
      fleet.startToConnect(provider, port, link -> AgentResponders.provider(link, released));
      while (fleet.size() - fleet.connected() >= MAX_CONNECTING) {
        Thread.sleep(POLL_MILLIS);
      }
      if (fleet.size() % PROGRESS_AGENTS == 0) {
        progress("%.0f s: %d agents".formatted(secondsSince(beganNanos), fleet.size()));
      }
    }
    long connected = fleet.connected();
    while (connected < count) {
      if (System.nanoTime() - beganNanos > TIMEOUT.toNanos()) {
        throw new IllegalStateException("Only %d agents connected.".formatted(connected));
      }
      Thread.sleep(1_000);
      connected = fleet.connected();
      progress(
          "%.0f s: %d of %d agents connected"
              .formatted(secondsSince(beganNanos), connected, count));
    }
    return Math.round(secondsSince(beganNanos) * 10) / 10.0;
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }
}
