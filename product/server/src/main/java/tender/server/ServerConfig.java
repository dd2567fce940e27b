package tender.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import tender.bagfile.reader.TimeText;
import tender.core.call.ProviderSelector;
import tender.core.compose.CompositionPolicies;
import tender.core.compose.CompositionPolicy;
import tender.core.compose.EarliestCompletion;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.model.Money;
import tender.core.model.Time;
import tender.server.agents.limits.ConnectionLimits;
import tender.server.engine.MarketRules;
import tender.server.engine.auction.AuctionSettings;
import tender.server.model.RetentionPolicy;
import tender.server.model.UserId;
import tender.server.model.UserQuotas;
import tender.server.notifications.NotificationSettings;
import tender.server.store.DatabaseSettings;
import tender.support.http.TlsFiles;

/**
 * A server's settings, as a market's operator writes them.
 *
 * @param database where PostgreSQL is, as a JDBC address with user and password
 * @param restAddress where REST listens, as {@code host:port}
 * @param agentAddress where agents connect, as {@code host:port}
 * @param serverNames DNS names and addresses of this server in its certificate for agents
 * @param certificate with {@code key}, PEM files for REST over TLS; without them REST is plain
 *     HTTP, which is for loopback only
 * @param behindProxy whether a proxy that terminates TLS is in front of REST, so that plain HTTP is
 *     possible on other addresses too; false by default
 * @param policy the composition policy
 * @param auctionPolicy the clearing policy of the auction
 * @param auctionCycleSeconds the length of an auction cycle
 * @param auctionSurplusPercent the share of the difference between a bag's valuation and its price
 *     that providers get for a bag that was matched in the auction
 * @param penaltyPercent the share of a part's price that its provider pays for a broken promise
 * @param userCreditLimit the credit limit of new users; 0 by default
 * @param providersPerCall how many providers a bag calls first; 20 by default
 * @param markets users that are other markets, which may hold capacity before they commit to it
 * @param retention how long ended bags are kept, such as {@code 90d}, or {@code unlimited}; 365
 *     days by default
 * @param maxKeep the longest {@code keep} that a user may give a bag; as long as the retention by
 *     default
 * @param auditRetention how long entries of the audit log are kept, or {@code unlimited}; 365 days
 *     by default
 * @param encryptionKeyFile has the key with which secrets in the database are encrypted; without it
 *     they are not
 * @param identityProvider where users log in; without it they have tokens only
 * @param unauthenticatedAgentsPerAddress how many connections of one network address may wait to be
 *     authenticated as agents; 64 by default
 * @param quotas how much one user may use at the same time
 * @param objectStore where new input files and results are stored; in PostgreSQL without it
 * @param notifications how users are notified; by webhooks to public addresses without it
 * @param metricsAddress where Prometheus scrapes, as {@code host:port}; without it, no metrics
 * @param traceEndpoint URL of an OpenTelemetry collector; without it, nothing is traced
 */
public record ServerConfig(
    String database,
    Optional<String> restAddress,
    Optional<String> agentAddress,
    Optional<List<String>> serverNames,
    Optional<Path> certificate,
    Optional<Path> key,
    Optional<Boolean> behindProxy,
    Optional<String> policy,
    Optional<Double> replyTimeoutSeconds,
    Optional<Double> statusCheckSeconds,
    Optional<Double> overdueGraceSeconds,
    Optional<Double> quoteValiditySeconds,
    Optional<Integer> databaseConnections,
    Optional<String> auctionPolicy,
    Optional<Double> auctionCycleSeconds,
    Optional<Double> auctionSurplusPercent,
    Optional<Double> penaltyPercent,
    Optional<Double> userCreditLimit,
    Optional<Integer> providersPerCall,
    Optional<List<String>> markets,
    Optional<String> retention,
    Optional<String> maxKeep,
    Optional<String> auditRetention,
    Optional<Path> encryptionKeyFile,
    Optional<IdentityProviderSection> identityProvider,
    Optional<Integer> unauthenticatedAgentsPerAddress,
    Optional<QuotasSection> quotas,
    Optional<ObjectStoreSection> objectStore,
    Optional<NotificationsSection> notifications,
    Optional<String> metricsAddress,
    Optional<String> traceEndpoint) {
  private static final String DEFAULT_REST_ADDRESS = "127.0.0.1:7480";
  private static final String DEFAULT_AGENT_ADDRESS = "127.0.0.1:7443";
  private static final List<String> DEFAULT_SERVER_NAMES = List.of("localhost", "127.0.0.1");

  private static final String EARLIEST = "earliest";
  private static final String UNLIMITED = "unlimited";

  /** Providers read their queues every few seconds, so their plans are no more exact than this. */
  private static final long PLAN_RESOLUTION_MILLIS = 5 * Time.SECOND_MILLIS;

  private static final double REPLY_TIMEOUT_SECONDS = 2;
  private static final double STATUS_CHECK_SECONDS = 10;
  private static final double OVERDUE_GRACE_SECONDS = 60;
  private static final double QUOTE_VALIDITY_SECONDS = 60;
  private static final long CLOCK_TOLERANCE_MILLIS = 5 * Time.SECOND_MILLIS;
  private static final int DATABASE_CONNECTIONS = 10;
  private static final int MAX_PERCENT = 100;
  private static final int PERMILLE_PER_PERCENT = 10;
  private static final int MAX_SECONDS = 7 * 24 * 3_600;
  private static final double MAX_CREDITS = 1e12;

  public ServerConfig {
    if (database == null) {
      throw new IllegalArgumentException(
          "The setting 'database' is missing. Give the address of PostgreSQL, such as"
              + " jdbc:postgresql://127.0.0.1:5432/tender?user=tender&password=….");
    }
    if (certificate.isPresent() != key.isPresent()) {
      throw new IllegalArgumentException(
          "The setting '%s' is given without '%s'. Give both, for TLS, or neither."
              .formatted(
                  certificate.isPresent() ? "certificate" : "key",
                  certificate.isPresent() ? "key" : "certificate"));
    }
  }

  /** Fails if a setting is invalid. Reads no file and connects to nothing. */
  public void validate() {
    var _ = marketRules();
    var _ = auction();
    var _ = initialCreditLimit();
    var _ = otherMarkets();
    var _ = connectionLimits();
    var _ = databaseSettings();
    var _ = restListenAddress();
    var _ = agentListenAddress();
    var _ = metricsListenAddress();
    objectStore.ifPresent(ObjectStoreSection::validate);
    identityProvider.ifPresent(section -> section.validate(encryptionKeyFile));
    notifications.ifPresent(NotificationsSection::validate);
  }

  /** Reads the file of the mail server's password. */
  NotificationSettings notificationSettings() {
    return notifications.map(NotificationsSection::settings).orElse(NotificationSettings.DEFAULT);
  }

  public DatabaseSettings databaseSettings() {
    return new DatabaseSettings(database, maxConnections(), encryptionKeyFile);
  }

  /** Where REST and the dashboard listen. */
  public ListenAddress restListenAddress() {
    return ListenAddress.parse(restAddress.orElse(DEFAULT_REST_ADDRESS), "rest_address");
  }

  /** Whether the tokens of users could be read in the network. */
  public boolean isTokenExposed() {
    return certificate.isEmpty() && !behindProxy.orElse(false) && !restListenAddress().isLoopback();
  }

  /** Fails if the tokens of users could be read in the network. */
  ServerConfig requireEncryption() {
    if (isTokenExposed()) {
      throw new IllegalArgumentException(
          "The setting 'rest_address' is '%s:%d', where the tokens of users would be sent in plain HTTP. Set 'certificate' and 'key', or listen on 127.0.0.1, or set 'behind_proxy: true' if a proxy that terminates TLS is in front."
              .formatted(restListenAddress().host(), restListenAddress().port()));
    }
    return this;
  }

  /**
   * Fails if accounts other than the server's and its group can use a file with a secret. Connects
   * to nothing.
   *
   * @param file of this configuration
   */
  public ServerConfig requirePrivate(Path file) throws IOException {
    if (database.contains("password=")) {
      SecretFile.requirePrivate(file, "the database's password in it");
    }
    for (Map.Entry<String, Path> secret : secretFiles().entrySet()) {
      // A file that cannot be read is reported where it is needed.
      if (Files.exists(secret.getValue())) {
        SecretFile.requirePrivate(
            secret.getValue(), "the secret of the setting '" + secret.getKey() + "'");
      }
    }
    return this;
  }

  /** The files with secrets that the settings name, by setting. */
  public Map<String, Path> secretFiles() {
    Map<String, Path> files = new LinkedHashMap<>();
    key.ifPresent(own -> files.put("key", own));
    encryptionKeyFile.ifPresent(own -> files.put("encryption_key_file", own));
    identityProvider.ifPresent(
        section -> files.put("identity_provider.client_secret_file", section.clientSecretFile()));
    objectStore.ifPresent(
        section -> files.put("object_store.secret_key_file", section.secretKeyFile()));
    notifications
        .flatMap(NotificationsSection::smtp)
        .flatMap(SmtpSection::passwordFile)
        .ifPresent(own -> files.put("notifications.smtp.password_file", own));
    return files;
  }

  /** Where agents connect. */
  public ListenAddress agentListenAddress() {
    return ListenAddress.parse(agentAddress.orElse(DEFAULT_AGENT_ADDRESS), "agent_address");
  }

  /** Where Prometheus scrapes; empty without metrics. */
  public Optional<ListenAddress> metricsListenAddress() {
    return metricsAddress.map(text -> ListenAddress.parse(text, "metrics_address"));
  }

  /** The names of this server in its certificate for agents. */
  public List<String> certificateNames() {
    return serverNames.orElse(DEFAULT_SERVER_NAMES);
  }

  /** The TLS files for REST, which must be readable; empty for plain HTTP. */
  Optional<TlsFiles> tls() {
    certificate.ifPresent(file -> requireFile(file, "certificate"));
    key.ifPresent(file -> requireFile(file, "key"));
    return certificate.flatMap(chain -> key.map(own -> new TlsFiles(chain, own)));
  }

  private static void requireFile(Path file, String setting) {
    if (!Files.isReadable(file)) {
      throw new IllegalArgumentException(
          "The setting '%s' is %s, which the server cannot read. Give a readable PEM file."
              .formatted(setting, file));
    }
  }

  MarketRules marketRules() {
    return new MarketRules(
        compositionPolicy(),
        timeouts(),
        permille(penaltyPercent, "penalty_percent"),
        permille(auctionSurplusPercent, "auction_surplus_percent"),
        callSize(),
        retentionPolicy(),
        userQuotas());
  }

  UserQuotas userQuotas() {
    return quotas.orElse(QuotasSection.DEFAULT).quotas(otherMarkets().orElse(Set.of()));
  }

  private RetentionPolicy retentionPolicy() {
    OptionalLong retentionMillis = retentionMillis(retention, "retention");
    return new RetentionPolicy(
        retentionMillis,
        durationMillis(maxKeep, retentionMillis.orElse(RetentionPolicy.MAX_MILLIS), "max_keep"),
        retentionMillis(auditRetention, "audit_retention"));
  }

  /** Empty if it is unlimited. */
  private static OptionalLong retentionMillis(Optional<String> configured, String setting) {
    return configured.filter(UNLIMITED::equals).isPresent()
        ? OptionalLong.empty()
        : OptionalLong.of(
            durationMillis(configured, RetentionPolicy.DEFAULT_RETENTION_MILLIS, setting));
  }

  private static long durationMillis(
      Optional<String> configured, long defaultMillis, String setting) {
    return configured.isEmpty()
        ? defaultMillis
        : TimeText.durationMillis(configured.get())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "The setting '%s' is '%s'; it must be a time such as 90d or 12h."
                            .formatted(setting, configured.get())));
  }

  private int callSize() {
    int count = providersPerCall.orElse(ProviderSelector.DEFAULT_PROVIDERS_PER_CALL);
    if (count < 1) {
      throw new IllegalArgumentException(
          "The setting 'providers_per_call' is %d; it must be at least 1.".formatted(count));
    }
    return count;
  }

  private static int permille(Optional<Double> setting, String name) {
    double percent = setting.orElse(0.0);
    if (!(percent >= 0 && percent <= MAX_PERCENT)) {
      throw new IllegalArgumentException(
          "The setting '%s' is %s; it must be from 0 to 100.".formatted(name, percent));
    }
    return (int) Math.round(percent * PERMILLE_PER_PERCENT);
  }

  /** The credit limit of a new user, if it is not the default of 0. */
  Optional<Money> initialCreditLimit() {
    return userCreditLimit.map(
        credits -> {
          if (!(credits >= 0 && credits <= MAX_CREDITS)) {
            throw new IllegalArgumentException(
                "The setting 'user_credit_limit' is %s credits; it must not be negative."
                    .formatted(credits));
          }
          return new Money(Math.round(credits * 1_000));
        });
  }

  /** Users that are other markets; empty if there are none. */
  Optional<Set<UserId>> otherMarkets() {
    return markets
        .map(names -> names.stream().map(UserId::new).collect(Collectors.toUnmodifiableSet()))
        .filter(users -> !users.isEmpty());
  }

  private TimeoutConfig timeouts() {
    return new TimeoutConfig(
        millis(replyTimeoutSeconds, REPLY_TIMEOUT_SECONDS, "reply_timeout_seconds"),
        millis(statusCheckSeconds, STATUS_CHECK_SECONDS, "status_check_seconds"),
        millis(overdueGraceSeconds, OVERDUE_GRACE_SECONDS, "overdue_grace_seconds"),
        millis(quoteValiditySeconds, QUOTE_VALIDITY_SECONDS, "quote_validity_seconds"),
        CLOCK_TOLERANCE_MILLIS);
  }

  private static long millis(Optional<Double> configured, double defaultValue, String setting) {
    double seconds = configured.orElse(defaultValue);
    if (!(seconds > 0 && seconds <= MAX_SECONDS)) {
      throw new IllegalArgumentException(
          "The setting '%s' is %s; it must be a number of seconds above 0 and at most %d."
              .formatted(setting, seconds, MAX_SECONDS));
    }
    return Math.max(1, Math.round(seconds * Time.SECOND_MILLIS));
  }

  CompositionPolicy compositionPolicy() {
    String name = policy.orElse(EARLIEST);
    if (name.equals(EARLIEST)) {
      return new EarliestCompletion(PLAN_RESOLUTION_MILLIS);
    }
    CompositionPolicy composer = CompositionPolicies.all().get(name);
    if (composer == null) {
      throw new IllegalArgumentException(
          "The setting 'policy' is '%s'; it must be one of %s."
              .formatted(name, String.join(", ", CompositionPolicies.all().keySet())));
    }
    return composer;
  }

  AuctionSettings auction() {
    AuctionSettings defaults = AuctionSettings.DEFAULT;
    return new AuctionSettings(
        auctionPolicy.orElse(defaults.policy()),
        millis(
            auctionCycleSeconds,
            defaults.cycleMillis() / (double) Time.SECOND_MILLIS,
            "auction_cycle_seconds"));
  }

  ConnectionLimits connectionLimits() {
    return ConnectionLimits.of(
        unauthenticatedAgentsPerAddress.orElse(
            ConnectionLimits.DEFAULT.unauthenticatedPerAddress()),
        Runtime.getRuntime().availableProcessors(),
        maxConnections());
  }

  int maxConnections() {
    return databaseConnections.orElse(DATABASE_CONNECTIONS);
  }
}
