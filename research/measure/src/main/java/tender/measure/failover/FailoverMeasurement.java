package tender.measure.failover;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import tender.agent.Agent;
import tender.agent.AgentConfig;
import tender.core.model.Money;
import tender.measure.report.Distribution;
import tender.measure.report.MeasurementReport;
import tender.measure.testbed.MeasurementConfig;
import tender.measure.testbed.MeasurementTestbed;
import tender.measure.testbed.MeasurementUser;
import tender.measure.testbed.ServerProcess;
import tender.server.MarketAdministration;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.DatabaseSettings;
import tender.server.store.ledger.AccountId;

/**
 * Kills the primary of a PostgreSQL with Patroni again and again, while users submit bags, agents
 * run and bill them, and an operator deposits credits. Then compares what was acknowledged with
 * what is stored.
 */
public final class FailoverMeasurement {
  private static final UserId USER = new UserId("measurer");
  private static final int NODES = 3;
  private static final int AGENTS = 2;
  private static final int PROCESSORS = 4;
  private static final int WAITING_USERS = 2;
  private static final int DATABASE_CONNECTIONS = 4;
  private static final Duration LOAD_BEFORE_KILL = Duration.ofSeconds(3);
  private static final Duration MAX_OUTAGE = Duration.ofMinutes(3);
  private static final long TOKEN_MILLIS = Duration.ofMinutes(10).toMillis();
  private static final int POLL_MILLIS = 50;

  /** High, so that each short task is charged for. */
  private static final String PRICE = "price_per_processor_hour: 3600";

  /** They warn of every outage; kept in a field, because an unreferenced logger loses its level. */
  private static final List<Logger> QUIET =
      List.of(Logger.getLogger("com.zaxxer.hikari"), Logger.getLogger("tender.agent"));

  private final int kills;
  private final int takeoverSeconds;
  private boolean lossless;

  /**
   * @param takeoverSeconds after which a standby takes over from a silent primary
   */
  public FailoverMeasurement(int kills, int takeoverSeconds) {
    this.kills = kills;
    this.takeoverSeconds = takeoverSeconds;
  }

  /** Whether nothing acknowledged was lost and the ledger sums to zero; after {@link #run}. */
  public boolean isLossless() {
    return lossless;
  }

  private static void progress(String line) {
    System.err.println(line);
  }

  public MeasurementReport run() throws IOException, InterruptedException {
    MeasurementReport report =
        new MeasurementReport("failover of PostgreSQL under load, %d kills".formatted(kills));
    report.add("a standby takes over after, s", takeoverSeconds);
    QUIET.forEach(logger -> logger.setLevel(Level.SEVERE));
    try (MeasurementTestbed bed = MeasurementTestbed.upWithFailover(NODES, takeoverSeconds);
        ServerProcess server = ServerProcess.start(bed.folder(), bed.jdbcUrl(), "");
        Database database =
            Database.open(new DatabaseSettings(bed.jdbcUrl(), DATABASE_CONNECTIONS), "measure")) {
      List<Agent> agents = new ArrayList<>();
      try {
        for (int i = 1; i <= AGENTS; i++) {
          agents.add(startAgent("provider" + i, server, bed.folder()));
        }
        run(report, bed, server, database);
      } finally {
        for (Agent agent : agents) {
          agent.close();
        }
      }
    }
    return report;
  }

  private void run(
      MeasurementReport report, MeasurementTestbed bed, ServerProcess server, Database database)
      throws IOException, InterruptedException {
    String token = MarketAdministration.addUser(server.config(), USER.value()).orElseThrow();
    MarketAdministration.deposit(
        server.config(), AccountId.of(USER), new Money(1_000_000_000), "measurement");
    AcknowledgedOperations acknowledged = new AcknowledgedOperations();
    try (FailoverLoad load = new FailoverLoad(acknowledged)) {
      for (int i = 0; i < WAITING_USERS; i++) {
        load.addUser(new MeasurementUser(server.restAddress(), token));
      }
      load.addSubmitter(new MeasurementUser(server.restAddress(), token));
      load.addOperator(database, USER);
      kill(bed, acknowledged, report);
    }
    reportWaits(report, acknowledged);
    MeasurementUser user = new MeasurementUser(server.restAddress(), token);
    lossless = new LossCheck(acknowledged, user, USER, database).run(report);
  }

  private static Agent startAgent(String provider, ServerProcess server, Path folder)
      throws IOException, InterruptedException {
    Path state = Files.createDirectories(folder.resolve(provider));
    AgentConfig config =
        MeasurementConfig.processes(provider, server.agentPort(), state, PROCESSORS, PRICE);
    Agent.enrol(
        config,
        MarketAdministration.addProvider(server.config(), provider, TOKEN_MILLIS).orElseThrow());
    Agent agent = Agent.start(config);
    while (!agent.isConnected()) {
      Thread.sleep(POLL_MILLIS);
    }
    return agent;
  }

  private void kill(
      MeasurementTestbed bed, AcknowledgedOperations acknowledged, MeasurementReport report)
      throws IOException, InterruptedException {
    Distribution outages = new Distribution();
    Distribution returns = new Distribution();
    for (int i = 1; i <= kills; i++) {
      Thread.sleep(LOAD_BEFORE_KILL);
      String node = bed.killPrimary();
      long killedNanos = System.nanoTime();
      while (acknowledged.lastNanos() - killedNanos < 0) {
        if (System.nanoTime() - killedNanos > MAX_OUTAGE.toNanos()) {
          throw new IllegalStateException("No operation was acknowledged after kill " + i + ".");
        }
        Thread.sleep(POLL_MILLIS);
      }
      double outageSeconds = secondsSince(killedNanos);
      outages.add(outageSeconds);
      bed.startNode(node);
      returns.add(secondsSince(killedNanos));
      progress(
          "Kill %d of %d: %s; outage %.1f s; it follows again after %.1f s"
              .formatted(i, kills, node, outageSeconds, secondsSince(killedNanos)));
    }
    Thread.sleep(LOAD_BEFORE_KILL);
    report.add("kills of the primary", kills);
    report.add("from a kill to the next acknowledged operation, s", outages);
    report.add("from a kill until a standby could take over again, s", returns);
  }

  private static void reportWaits(MeasurementReport report, AcknowledgedOperations acknowledged) {
    Distribution waits = new Distribution();
    waits.addAll(acknowledged.waitSeconds());
    report.add("longest outage seen by a user, s", round(waits.highest()));
    report.add("median wait of a submission, s", round(waits.median()));
    report.add("errors that users saw, after all retries", acknowledged.errors().size());
    report.add("the last error", acknowledged.errors().stream().reduce((_, b) -> b).orElse("none"));
  }

  private static double round(double seconds) {
    return Math.round(seconds * 100) / 100.0;
  }

  private static double secondsSince(long nanos) {
    return round((System.nanoTime() - nanos) / 1e9);
  }
}
