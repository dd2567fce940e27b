package tender.server.store;

import tender.server.store.auction.AuctionRepository;
import tender.server.store.content.BlobStore;
import tender.server.store.bags.HistoryRepository;
import tender.server.store.ledger.Ledger;
import tender.server.store.bags.OutboxListener;
import tender.server.store.bags.OutboxNotifier;
import tender.server.store.content.PackRepository;
import tender.server.store.identity.UserRepository;
import tender.server.store.bags.PostgresStore;
import tender.server.store.identity.ProviderRepository;
import tender.server.store.identity.SecretStore;
import tender.server.store.sql.Sql;
import tender.server.store.identity.AgentConnectionRepository;
import tender.server.store.bags.SubmissionRepository;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.MetricsTrackerFactory;
import java.util.Properties;
import org.flywaydb.core.Flyway;
import tender.core.store.Store;

/**
 * A market's PostgreSQL: connects, brings the tables to the version of this program, and gives out
 * what is kept there. When PostgreSQL goes away calls fail with {@link Store.Unavailable}, and
 * succeed again once it is back.
 */
public final class Database implements AutoCloseable {
  /** Who waits longer for a connection is better off to try again. */
  private static final int CONNECT_MILLIS = 2_000;

  private final DatabaseSettings settings;
  private final String replica;
  private final HikariDataSource connections;
  private final Sql sql;
  private final OutboxNotifier notifier;
  private final PostgresStore store;

  private Database(DatabaseSettings settings, String replica, HikariDataSource connections) {
    this.settings = settings;
    this.replica = replica;
    this.connections = connections;
    sql = new Sql(connections);
    notifier = new OutboxNotifier(sql);
    store = new PostgresStore(sql, replica, notifier);
  }

  /**
   * Several may do this at once; one of them makes the tables.
   *
   * @param replica names this process among those on the database; another one after each start
   */
  public static Database open(DatabaseSettings settings, String replica) {
    HikariDataSource connections = connect(settings);
    try {
      Flyway.configure(Database.class.getClassLoader())
          .dataSource(connections)
          .loggers("slf4j")
          .locations("classpath:tender/server/migrations")
          .load()
          .migrate();
      return new Database(settings, replica, connections);
    } catch (RuntimeException e) {
      connections.close();
      throw e;
    }
  }

  private static HikariDataSource connect(DatabaseSettings settings) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("tender");
    config.setJdbcUrl(settings.jdbcUrl());
    config.setMaximumPoolSize(settings.connections());
    config.setConnectionTimeout(CONNECT_MILLIS);
    config.setValidationTimeout(CONNECT_MILLIS / 2);
    config.setDataSourceProperties(driverProperties());
    try {
      return new HikariDataSource(config);
    } catch (RuntimeException e) {
      Throwable cause = e;
      while (cause.getCause() != null && cause.getCause().getMessage() != null) {
        cause = cause.getCause();
      }
      Store.Unavailable unavailable =
          new Store.Unavailable(
              "PostgreSQL at %s cannot be used: %s. Check the setting 'database', and that PostgreSQL runs there and lets this user in."
                  .formatted(
                      settings.shown(),
                      String.valueOf(cause.getMessage()).replaceFirst("\\.$", "")));
      unavailable.initCause(e);
      throw unavailable;
    }
  }

  private static Properties driverProperties() {
    Properties properties = new Properties();
    properties.setProperty("ApplicationName", "tender");
    properties.setProperty("connectTimeout", String.valueOf(CONNECT_MILLIS / 1_000));
    // For a server that is gone without a word; longer than any statement may take.
    properties.setProperty("socketTimeout", "15");
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty(
        "options",
        "-c statement_timeout=10000 -c lock_timeout=2000"
            + " -c idle_in_transaction_session_timeout=10000");
    return properties;
  }

  /** Has the connections counted and timed, from now on. */
  public void measure(MetricsTrackerFactory how) {
    connections.setMetricsTrackerFactory(how);
  }

  /** For tests that look behind the tables' owners. */
  Sql sql() {
    return sql;
  }

  public PostgresStore store() {
    return store;
  }

  /** Hears when another replica owes something to agents that hang on this one. */
  public OutboxListener listenForOutbox(Runnable look) {
    return new OutboxListener(settings.jdbcUrl(), driverProperties(), replica, look).start();
  }

  public UserRepository users() {
    return new UserRepository(sql);
  }

  public ProviderRepository providers() {
    return new ProviderRepository(sql);
  }

  public SubmissionRepository submissions() {
    return new SubmissionRepository(sql);
  }

  public BlobStore blobs() {
    return new BlobStore(sql);
  }

  public PackRepository packs() {
    return new PackRepository(sql);
  }

  public HistoryRepository history() {
    return new HistoryRepository(sql);
  }

  public AgentConnectionRepository agentConnections() {
    return new AgentConnectionRepository(sql);
  }

  public AuctionRepository auction() {
    return new AuctionRepository(sql);
  }

  public Ledger ledger() {
    return new Ledger(sql);
  }

  public SecretStore secrets() {
    return new SecretStore(sql);
  }

  @Override
  public void close() {
    notifier.close();
    connections.close();
  }
}
