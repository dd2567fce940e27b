package tender.server.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.MetricsTrackerFactory;
import java.util.Optional;
import java.util.Properties;
import tender.core.store.Store;
import tender.server.model.ContentLimits;
import tender.server.objects.S3ObjectStore;
import tender.server.store.auction.AuctionRepository;
import tender.server.store.audit.AuditRepository;
import tender.server.store.authority.AuthorityRepository;
import tender.server.store.bags.FailureReportRepository;
import tender.server.store.bags.HistoryRepository;
import tender.server.store.bags.OutboxListener;
import tender.server.store.bags.OutboxNotifier;
import tender.server.store.bags.PostgresStore;
import tender.server.store.bags.SubmissionRepository;
import tender.server.store.content.BlobStore;
import tender.server.store.content.ContentMover;
import tender.server.store.content.KeptOutputRepository;
import tender.server.store.content.OutputRepository;
import tender.server.store.content.PackRepository;
import tender.server.store.content.UsageRepository;
import tender.server.store.content.UserFileRepository;
import tender.server.store.content.UserUploads;
import tender.server.store.identity.AccessTokenRepository;
import tender.server.store.identity.AgentCertificateRepository;
import tender.server.store.identity.AgentConnectionRepository;
import tender.server.store.identity.DeviceLoginRepository;
import tender.server.store.identity.LoginIdentityRepository;
import tender.server.store.identity.LoginSessionRepository;
import tender.server.store.identity.ProviderRepository;
import tender.server.store.identity.SecretCipher;
import tender.server.store.identity.SecretStore;
import tender.server.store.identity.UserRepository;
import tender.server.store.ledger.IncomeRepository;
import tender.server.store.ledger.Ledger;
import tender.server.store.notifications.NotificationChannels;
import tender.server.store.notifications.NotificationOutbox;
import tender.server.store.projects.ManagerNotifications;
import tender.server.store.projects.ProjectMembers;
import tender.server.store.projects.ProjectRepository;
import tender.server.store.projects.ProjectSubmissions;
import tender.server.store.projects.StoredBytesRepository;
import tender.server.store.restore.MarketFacts;
import tender.server.store.restore.MarketFactsReader;
import tender.server.store.restore.RestoreRepository;
import tender.server.store.retention.BagExpiry;
import tender.server.store.retention.DeletedBagCopies;
import tender.server.store.retention.FileExpiry;
import tender.server.store.retention.TransferExpiry;
import tender.server.store.sql.Sql;
import tender.server.store.uploads.DirectUploads;

/**
 * A market's PostgreSQL database: opens the connection pool, migrates the schema and creates the
 * repositories. While PostgreSQL is unavailable, calls fail with {@link Store.Unavailable}.
 */
public final class Database implements AutoCloseable {
  /** How long a caller waits for a connection before the call fails and can be retried. */
  private static final int CONNECT_MILLIS = 2_000;

  private final DatabaseSettings settings;
  private final String replica;
  private final HikariDataSource connections;
  private final Sql sql;
  private final OutboxNotifier notifier;
  private final PostgresStore store;
  private final Optional<S3ObjectStore> objects;
  private final boolean storesObjects;
  private final ContentLimits contentLimits;

  private Database(
      DatabaseSettings settings,
      String replica,
      HikariDataSource connections,
      Optional<S3ObjectStore> objects,
      boolean storesObjects,
      ContentLimits contentLimits) {
    this.settings = settings;
    this.replica = replica;
    this.connections = connections;
    this.objects = objects;
    this.storesObjects = storesObjects;
    this.contentLimits = contentLimits;
    sql = new Sql(connections);
    notifier = new OutboxNotifier(sql);
    store = new PostgresStore(sql, replica, notifier);
  }

  /**
   * Opens the database and migrates its schema. Several processes may do this concurrently.
   *
   * @param replica identifies this process among all on the database; new at each start
   */
  public static Database open(DatabaseSettings settings, String replica) {
    return open(settings, replica, Optional.empty(), false, ContentLimits.DATABASE);
  }

  /**
   * Opens a database whose new content is stored as objects.
   *
   * @param objects closed with the database
   */
  public static Database open(
      DatabaseSettings settings, String replica, S3ObjectStore objects, ContentLimits limits) {
    return open(settings, replica, Optional.of(objects), true, limits);
  }

  /**
   * Opens a database whose content may be in objects, and whose new content is not.
   *
   * @param objects closed with the database
   */
  public static Database openWithFormerObjects(
      DatabaseSettings settings, String replica, S3ObjectStore objects) {
    return open(settings, replica, Optional.of(objects), false, ContentLimits.DATABASE);
  }

  private static Database open(
      DatabaseSettings settings,
      String replica,
      Optional<S3ObjectStore> objects,
      boolean storesObjects,
      ContentLimits limits) {
    HikariDataSource connections = connect(settings);
    try {
      SchemaMigrations.migrate(connections);
      return new Database(settings, replica, connections, objects, storesObjects, limits);
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
              "Cannot connect to PostgreSQL at %s: %s. Check the setting 'database', and that PostgreSQL runs there and accepts this user."
                  .formatted(
                      settings.withoutPassword(),
                      String.valueOf(cause.getMessage()).replaceFirst("\\.$", "")));
      unavailable.initCause(e);
      throw unavailable;
    }
  }

  private static Properties driverProperties() {
    Properties properties = new Properties();
    properties.setProperty("ApplicationName", "tender");
    properties.setProperty("connectTimeout", String.valueOf(CONNECT_MILLIS / 1_000));
    // Detects a dead server; longer than statement_timeout.
    properties.setProperty("socketTimeout", "15");
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty(
        "options",
        "-c statement_timeout=10000 -c lock_timeout=2000"
            + " -c idle_in_transaction_session_timeout=10000");
    return properties;
  }

  /** Enables metrics of the connection pool. */
  public void measure(MetricsTrackerFactory trackers) {
    connections.setMetricsTrackerFactory(trackers);
  }

  /** For tests that query tables directly. */
  Sql sql() {
    return sql;
  }

  public PostgresStore store() {
    return store;
  }

  /** Runs the callback when another replica has written messages for agents of this replica. */
  public OutboxListener listenForOutbox(Runnable callback) {
    return new OutboxListener(settings.jdbcUrl(), driverProperties(), replica, callback).start();
  }

  public UserRepository users() {
    return new UserRepository(sql);
  }

  public AuditRepository audit() {
    return new AuditRepository(sql);
  }

  public AccessTokenRepository accessTokens() {
    return new AccessTokenRepository(sql);
  }

  public LoginIdentityRepository loginIdentities() {
    return new LoginIdentityRepository(sql);
  }

  public LoginSessionRepository loginSessions() {
    return new LoginSessionRepository(sql);
  }

  public DeviceLoginRepository deviceLogins() {
    return new DeviceLoginRepository(sql);
  }

  public IncomeRepository income() {
    return new IncomeRepository(sql);
  }

  public ProviderRepository providers() {
    return new ProviderRepository(sql);
  }

  public AgentCertificateRepository agentCertificates() {
    return new AgentCertificateRepository(sql);
  }

  public SubmissionRepository submissions() {
    return new SubmissionRepository(sql);
  }

  public BlobStore blobs() {
    return new BlobStore(sql, objects, storesObjects);
  }

  /** Moves content between PostgreSQL and the object store, once. */
  public ContentMover contentMover(ContentMover.Target target) {
    long urlsValidMillis =
        objects
            .orElseThrow(() -> new IllegalStateException("There is no object store."))
            .direct()
            .urlValidity()
            .toMillis();
    return new ContentMover(sql, blobs(), target, 2 * urlsValidMillis);
  }

  /** How much users may store. */
  public ContentLimits contentLimits() {
    return contentLimits;
  }

  public UserFileRepository userFiles() {
    return new UserFileRepository(sql, blobs());
  }

  /** What users send to the object store without the server; empty without an object store. */
  public Optional<UserUploads> userUploads() {
    return directUploads()
        .map(uploads -> new UserUploads(uploads, userFiles(), contentLimits.maxUserBytes()));
  }

  /** Uploads to the object store without the server; empty if it gets no new content. */
  public Optional<DirectUploads> directUploads() {
    return objects.filter(_ -> storesObjects).map(store -> new DirectUploads(sql, store.direct()));
  }

  /** Large outputs of tasks in the object store. */
  public OutputRepository outputs() {
    return new OutputRepository(sql, blobs(), directUploads(), contentLimits.maxResultBytes());
  }

  public NotificationChannels notificationChannels() {
    return new NotificationChannels(sql, cipher());
  }

  public NotificationOutbox notificationOutbox() {
    return new NotificationOutbox(sql, cipher());
  }

  public PackRepository packs() {
    return new PackRepository(sql);
  }

  public UsageRepository usage() {
    return new UsageRepository(sql);
  }

  public KeptOutputRepository keptOutputs() {
    return new KeptOutputRepository(sql);
  }

  public FailureReportRepository failureReports() {
    return new FailureReportRepository(sql);
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

  public ProjectRepository projects() {
    return new ProjectRepository(sql);
  }

  public ManagerNotifications managerNotifications() {
    return new ManagerNotifications(sql);
  }

  public ProjectMembers projectMembers() {
    return new ProjectMembers(sql);
  }

  public StoredBytesRepository storedBytes() {
    return new StoredBytesRepository(sql);
  }

  public ProjectSubmissions projectSubmissions() {
    return new ProjectSubmissions(sql);
  }

  public BagExpiry bagExpiry() {
    return new BagExpiry(sql);
  }

  public DeletedBagCopies deletedBagCopies() {
    return new DeletedBagCopies(sql);
  }

  public TransferExpiry transferExpiry() {
    return new TransferExpiry(sql);
  }

  public FileExpiry fileExpiry() {
    return new FileExpiry(sql);
  }

  public RestoreRepository restores() {
    return new RestoreRepository(sql);
  }

  /** What the restored state of this database says, beside the state before the restore. */
  public MarketFacts facts() {
    MarketFactsReader reader = new MarketFactsReader(sql);
    return reader.read(reader.firstUncertainTransfer());
  }

  /** The serial of the first transfer that a comparison with another state must include. */
  public long firstUncertainTransfer() {
    return new MarketFactsReader(sql).firstUncertainTransfer();
  }

  /** Reads the same of another database, which is not changed. */
  public static MarketFacts readFacts(DatabaseSettings settings, long fromTransfer) {
    try (HikariDataSource connections = connect(settings)) {
      return new MarketFactsReader(new Sql(connections)).read(fromTransfer);
    }
  }

  /** Encrypts secrets; empty without a key. */
  public Optional<SecretCipher> cipher() {
    return settings.encryptionKeyFile().map(SecretCipher::fromFile);
  }

  public SecretStore secrets() {
    return new SecretStore(sql, cipher());
  }

  /** The market's certificate authorities. */
  public AuthorityRepository authorities() {
    return new AuthorityRepository(sql, secrets());
  }

  @Override
  public void close() {
    notifier.close();
    connections.close();
    objects.ifPresent(S3ObjectStore::close);
  }
}
