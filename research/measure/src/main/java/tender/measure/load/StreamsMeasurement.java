package tender.measure.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import tender.cli.client.response.BagResponse;
import tender.core.model.Money;
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
 * What open event streams cost the database while nothing changes: the transactions of a server
 * with running bags, without listeners and with many.
 */
public final class StreamsMeasurement {
  private static final UserId USER = new UserId("listener");
  private static final int AGENTS = 20;
  private static final int BAGS = 50;

  /** After this time PostgreSQL has counted what was done before. */
  private static final Duration COUNTED = Duration.ofSeconds(11);

  private static final Duration OPEN_TIMEOUT = Duration.ofMinutes(2);

  /** A server closes connections of an address of which more have sent no valid token yet. */
  private static final int MAX_OPENING = 32;

  private static final int POLL_MILLIS = 10;

  /** So that the status of the bags, which never end, is not asked for. */
  private static final String SETTINGS = "status_check_seconds: 86400";

  private final int streams;
  private final int seconds;
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger events = new AtomicInteger();
  private volatile boolean closing;

  /**
   * @param seconds for which the transactions are counted
   */
  public StreamsMeasurement(int streams, int seconds) {
    this.streams = streams;
    this.seconds = seconds;
  }

  public MeasurementReport run() throws IOException, InterruptedException, SQLException {
    MeasurementReport report = new MeasurementReport(streams + " event streams");
    try (MeasurementTestbed bed = MeasurementTestbed.up();
        ServerProcess server = ServerProcess.start(bed.folder(), bed.jdbcUrl(), SETTINGS);
        Database database = Database.open(new DatabaseSettings(bed.jdbcUrl(), 2), "measure");
        Connection connection = DriverManager.getConnection(bed.jdbcUrl());
        AgentFleet fleet = new AgentFleet(bed.folder().resolve("agents"));
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      String token = MarketAdministration.addUser(server.config(), USER.value()).orElseThrow();
      MarketAdministration.deposit(
          server.config(), AccountId.of(USER), new Money(1_000_000_000), "measurement");
      connect(fleet, database, server.agentPort());
      List<BagResponse> bags = runningBags(new MeasurementUser(server.restAddress(), token));
      Load without = measure(server, connection);
      openStreams(client, server.restAddress(), token, bags);
      Load with = measure(server, connection);
      report.add("open streams", open.get());
      report.add("first events", events.get());
      report.add("transactions a second without streams", without.transactions);
      report.add("transactions a second with streams", with.transactions);
      report.add(
          "transactions a second for the streams (at most 50)",
          rounded(with.transactions - without.transactions));
      report.add("processors without streams", without.processors);
      report.add("processors with streams", with.processors);
      report.add("memory of the server, MB", server.residentMegabytes());
      closing = true;
      client.shutdownNow();
    }
    return report;
  }

  private static void connect(AgentFleet fleet, Database database, int port)
      throws InterruptedException {
    fleet.issue(database, AGENTS);
    AtomicInteger released = new AtomicInteger();
    fleet
        .providers()
        .forEach(
            provider ->
                fleet.startToConnect(
                    provider, port, link -> AgentResponders.provider(link, released)));
    fleet.awaitConnected();
  }

  private static List<BagResponse> runningBags(MeasurementUser user) {
    List<BagResponse> bags = new ArrayList<>();
    for (int i = 0; i < BAGS; i++) {
      BagResponse bag = user.awaitPromise(user.submit());
      if (bag.promise() == null) {
        throw new IllegalStateException("The bag was not promised: " + bag);
      }
      bags.add(bag);
    }
    return bags;
  }

  private void openStreams(HttpClient client, URI server, String token, List<BagResponse> bags)
      throws InterruptedException {
    long endNanos = System.nanoTime() + OPEN_TIMEOUT.toNanos();
    for (int i = 0; i < streams; i++) {
      HttpRequest request =
          HttpRequest.newBuilder(
                  server.resolve("/v1/bags/" + bags.get(i % bags.size()).id() + "/events"))
              .header("Authorization", "Bearer " + token)
              .build();
      Thread.ofVirtual().start(() -> listen(client, request));
      awaitEvents(i + 1 - MAX_OPENING, endNanos);
    }
    awaitEvents(streams, endNanos);
  }

  private void awaitEvents(int count, long endNanos) throws InterruptedException {
    while (events.get() < count) {
      if (System.nanoTime() > endNanos) {
        throw new IllegalStateException(
            "Only %d of %d event streams are open.".formatted(events.get(), streams));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Each bag is sent once when the stream begins. */
  private void listen(HttpClient client, HttpRequest request) {
    try {
      HttpResponse<Stream<String>> response =
          client.send(request, HttpResponse.BodyHandlers.ofLines());
      if (response.statusCode() != 200) {
        throw new IOException("The answer is " + response.statusCode() + ".");
      }
      open.incrementAndGet();
      response
          .body()
          .filter(line -> line.startsWith("data:"))
          .forEach(_ -> events.incrementAndGet());
    } catch (IOException | UncheckedIOException e) {
      if (!closing) {
        AgentsMeasurement.progress("An event stream has ended: " + e.getMessage());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private record Load(double transactions, String processors) {}

  private Load measure(ServerProcess server, Connection connection)
      throws IOException, InterruptedException, SQLException {
    Thread.sleep(COUNTED);
    CpuUse cpu = new CpuUse(server);
    long before = transactions(connection);
    long beganNanos = System.nanoTime();
    Thread.sleep(Duration.ofSeconds(seconds));
    long after = transactions(connection);
    double elapsed = (System.nanoTime() - beganNanos) / 1e9;
    return new Load(rounded((after - before) / elapsed), cpu.processors());
  }

  private static long transactions(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select xact_commit + xact_rollback from pg_stat_database"
                    + " where datname = current_database()")) {
      row.next();
      return row.getLong(1);
    }
  }

  private static double rounded(double value) {
    return Math.round(value * 10) / 10.0;
  }
}
