package tender.measure.load;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.measure.report.Distribution;
import tender.measure.report.MeasurementReport;
import tender.measure.testbed.MeasurementConfig;
import tender.measure.testbed.MeasurementMarket;
import tender.measure.testbed.MeasurementTestbed;
import tender.server.MarketAdministration;
import tender.server.Server;
import tender.server.ServerConfig;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.DatabaseSettings;
import tender.server.store.ledger.AccountId;

/**
 * A market with a long history: how long lists and periodic queries take with many ended bags, and
 * how fast aged bags are deleted while new bags run.
 */
public final class HistoryMeasurement {
  private static final UserId USER = new UserId("historian");
  private static final String PROVIDER = "local";
  private static final int RETENTION_DAYS = 90;
  private static final int PAGES = 50;
  private static final int PAGE_SIZE = 100;
  private static final int POLL_MILLIS = 100;
  private static final int TASKS = 4;

  private final int bags;
  private final int aged;
  private MeasurementReport report = new MeasurementReport("");

  /**
   * @param bags how many ended bags there are
   * @param agedPercent how many of them are older than the retention
   */
  public HistoryMeasurement(int bags, int agedPercent) {
    this.bags = bags;
    aged = (int) ((long) bags * agedPercent / 100);
  }

  public MeasurementReport run() throws Exception {
    report = new MeasurementReport("a market with %d ended bags".formatted(bags));
    try (MeasurementTestbed bed = MeasurementTestbed.up();
        MeasurementMarket market = MeasurementMarket.start(bed, "retention: unlimited");
        Connection connection = DriverManager.getConnection(bed.jdbcUrl())) {
      market.withProcesses(PROVIDER, 2, "price_per_processor_hour: 3600").ready();
      BagId template = market.submit("true", TASKS, 5_000);
      market.awaitEnd(template);
      String token = MarketAdministration.addUser(market.config(), USER.value()).orElseThrow();
      MarketAdministration.deposit(
          market.config(), AccountId.of(USER), new Money(1L << 50), "history");
      EndedBagCopies copies = new EndedBagCopies(connection, template, USER);
      copies.add(1, aged, 2 * RETENTION_DAYS, RETENTION_DAYS + 1);
      copies.add(aged + 1, bags, RETENTION_DAYS - 1, 0);
      execute(connection, "vacuum");
      execute(connection, "checkpoint");

      pages(market.restPort(), token);
      periodicQueries(bed.jdbcUrl(), template);
      long fullBytes = size(connection);
      expire(bed.jdbcUrl(), market, connection);
      execute(connection, "vacuum");
      long afterBytes = size(connection);
      copies.add(bags + 1, bags + aged, RETENTION_DAYS - 1, 0);
      execute(connection, "vacuum");
      report.add("database before, MB", fullBytes / 1_000_000);
      report.add("database after deletion, MB", afterBytes / 1_000_000);
      long refilledBytes = size(connection);
      report.add("database with as many bags again, MB", refilledBytes / 1_000_000);
      report.add(
          "again, compared with before (bar 0.9-1.1)",
          String.format(Locale.ROOT, "%.3f", (double) refilledBytes / fullBytes));
      ledger(connection);
    }
    return report;
  }

  private void pages(int port, String token) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (String path :
          new String[] {
            "/v1/bags?limit=" + PAGE_SIZE, "/v1/providers", "/v1/providers/" + PROVIDER
          }) {
        HttpRequest request =
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Authorization", "Bearer " + token)
                .build();
        Distribution millis = new Distribution();
        for (int i = 0; i < 2 * PAGES; i++) {
          long startNanos = System.nanoTime();
          HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
          if (answer.statusCode() != 200) {
            throw new IllegalStateException(path + ": " + answer.statusCode() + answer.body());
          }
          // The first half warms up the server.
          if (i >= PAGES) {
            millis.add((System.nanoTime() - startNanos) / 1e6);
          }
        }
        report.add("GET " + path + ", ms (bar 50)", millis);
      }
    }
  }

  private void periodicQueries(String jdbcUrl, BagId bag) {
    try (Database database = Database.open(new DatabaseSettings(jdbcUrl, 2), "measurement")) {
      Map<String, Distribution> all =
          new PeriodicQueries(database).measure(new ProviderId(PROVIDER), bag);
      all.forEach((name, millis) -> report.add("query: " + name + ", ms (bar 1000)", millis));
    }
  }

  /** A second server deletes the aged bags, while new bags are submitted and run. */
  private void expire(String jdbcUrl, MeasurementMarket market, Connection connection)
      throws Exception {
    ServerConfig deleting = MeasurementConfig.server(jdbcUrl, "retention: " + RETENTION_DAYS + "d");
    NewBags newBags = new NewBags(market);
    try (ExecutorService executor = Executors.newSingleThreadExecutor();
        StatementWatch watch = StatementWatch.start(jdbcUrl)) {
      Future<NewBags> submitted = executor.submit(newBags);
      long startNanos = System.nanoTime();
      try (Server _ = Server.start(deleting)) {
        while (count(connection, "select count(*) from deleted_bag where transfers_deleted")
            < aged) {
          Thread.sleep(POLL_MILLIS);
        }
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        report.add("deleted bags", aged);
        report.add("deleted bags a second", Math.round(aged / seconds));
        while (count(connection, "select count(*) from blob_check") > 0
            || count(connection, "select count(*) from upload where not is_blob") > 0) {
          Thread.sleep(POLL_MILLIS);
        }
      }
      newBags.stop();
      submitted.get();
      report.add("longest statement, ms (bar 1000)", watch.longestMillis());
      report.add("longest statement", watch.longest());
      report.add("new bags", newBags.ended + newBags.lost);
      report.add("new bags lost (bar 0)", newBags.lost);
    }
  }

  /** Submits bags one after another and checks that all their tasks are done. */
  private static final class NewBags implements Callable<NewBags> {
    private final MeasurementMarket market;
    private volatile boolean isStopped;
    private int ended;
    private int lost;

    NewBags(MeasurementMarket market) {
      this.market = market;
    }

    void stop() {
      isStopped = true;
    }

    @Override
    public NewBags call() throws InterruptedException {
      while (!isStopped) {
        BagId bag = market.submit("true", TASKS, 5_000);
        if (market.awaitEnd(bag).done() == TASKS) {
          ended++;
        } else {
          lost++;
        }
      }
      return this;
    }
  }

  private void ledger(Connection connection) throws SQLException {
    report.add(
        "sum of all balances (bar 0)", count(connection, "select sum(balance) from account"));
    report.add(
        "accounts whose entries do not add up (bar 0)",
        count(
            connection,
            """
            select count(*) from account
              left join (select account, sum(amount) as amount from entry group by account) e
                on e.account = account.id
              left join ledger_total t on t.account = account.id
            where balance <> coalesce(e.amount, 0) + coalesce(t.amount, 0)
            """));
  }

  private static long size(Connection connection) throws SQLException {
    return count(connection, "select pg_database_size(current_database())");
  }

  private static long count(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }

  private static void execute(Connection connection, String command) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(command);
    }
  }
}
