package tender.server;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import tender.core.model.Money;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;
import tender.core.promise.TrackRecord;
import tender.protocol.EnrolmentToken;
import tender.server.agents.GatewaySettings;
import tender.server.api.BagApi;
import tender.server.bags.OperatorService;
import tender.server.bags.RestoreService;
import tender.server.engine.MarketRules;
import tender.server.engine.auction.AuctionSettings;
import tender.server.model.Access;
import tender.server.model.UserId;
import tender.server.objects.S3ObjectStore;
import tender.server.rest.RestServer;
import tender.server.rest.authentication.UserTokens;
import tender.server.store.Database;
import tender.server.store.identity.RegisteredCertificate;
import tender.server.store.identity.RegisteredProvider;
import tender.server.store.identity.RegisteredUser;
import tender.server.store.ledger.AccountId;
import tender.server.store.ledger.Ledger;
import tender.support.http.HttpListenerConfig;
import tender.support.http.TlsFiles;

/** A running server: one replica of a market with its listeners. */
public final class Server implements AutoCloseable {
  private final Database database;
  private final MarketReplica market;
  private final RestServer rest;
  private final ServerTelemetry telemetry;

  private Server(
      Database database, MarketReplica market, RestServer rest, ServerTelemetry telemetry) {
    this.database = database;
    this.market = market;
    this.rest = rest;
    this.telemetry = telemetry;
  }

  /** Migrates the database and starts all listeners. */
  public static Server start(ServerConfig config) throws IOException {
    String replica = UUID.randomUUID().toString();
    ListenAddress agentAddress = config.agentListenAddress().requireFree("agent_address");
    ListenAddress restAddress =
        config.requireEncryption().restListenAddress().requireFree("rest_address");
    MarketRules rules = config.marketRules();
    AuctionSettings auction = config.auction();
    Optional<TlsFiles> tls = config.tls();
    Database database = openWithContent(config, replica);
    ServerTelemetry telemetry = new ServerTelemetry(config, replica);
    try {
      MarketReplica market =
          new MarketReplica(
                  database,
                  replica,
                  new GatewaySettings(
                      agentAddress.socketAddress(),
                      config.certificateNames(),
                      GatewaySettings.DEFAULT_CERTIFICATE_VALIDITY,
                      config.connectionLimits()),
                  rules,
                  auction,
                  telemetry.marketListener())
              .start();
      RestServer rest =
          new RestServer(
              new HttpListenerConfig(restAddress.host(), restAddress.port(), tls),
              market.bagApi(),
              market.bagDetailApi(),
              market.accessTokenApi(),
              config.otherMarkets().map(market::holdApi),
              tokens(market),
              telemetry.requestListener());
      rest.start();
      telemetry.start(database, market);
      return new Server(database, market, rest, telemetry);
    } catch (IOException | RuntimeException e) {
      telemetry.close();
      database.close();
      throw e;
    }
  }

  private static UserTokens tokens(MarketReplica market) {
    return new UserTokens() {
      @Override
      public Optional<Access> find(String token) {
        return market.accessByToken(token);
      }

      @Override
      public Map<String, UserId> findUsers(Collection<String> tokens) {
        return market.usersByTokens(tokens);
      }
    };
  }

  /** Also opens the object store, if there is one. */
  private static Database openWithContent(ServerConfig config, String replica) {
    if (config.objectStore().isEmpty()) {
      return open(config, replica);
    }
    ObjectStoreSection section = config.objectStore().get();
    S3ObjectStore objects = new S3ObjectStore(section.settings());
    try {
      objects.requireBucket();
      return Database.open(config.databaseSettings(), replica, objects, section.limits());
    } catch (RuntimeException e) {
      objects.close();
      throw e;
    }
  }

  /** Without the object store, which operators' commands do not use. */
  private static Database open(ServerConfig config, String replica) {
    return Database.open(config.databaseSettings(), replica);
  }

  /** The API for callers in the same process. */
  public BagApi bagApi() {
    return market.bagApi();
  }

  /** The port of REST. */
  public int restPort() {
    return rest.port();
  }

  /** The port that agents connect to. */
  public int agentPort() {
    return market.agentPort();
  }

  /** Adds a user; returns the token, which cannot be shown again, or empty if the user exists. */
  public static Optional<String> addUser(ServerConfig config, String user) {
    try (Database database = open(config, "operator")) {
      UserId id = new UserId(user);
      Optional<String> token = database.users().create(id);
      if (token.isPresent() && config.userCreditLimit().isPresent()) {
        database.ledger().setCreditLimit(AccountId.of(id), config.initialCreditLimit());
      }
      return token;
    }
  }

  /** Sets the organisations of a user; false if the user does not exist. */
  public static boolean setOrganisations(
      ServerConfig config, UserId user, List<OrganisationId> organisations) {
    return asOperator(config, database -> database.users().setOrganisations(user, organisations));
  }

  /** Sets the organisations of a provider; false if the provider does not exist. */
  public static boolean setOrganisations(
      ServerConfig config, ProviderId provider, List<OrganisationId> organisations) {
    return asOperator(
        config, database -> database.providers().setOrganisations(provider, organisations));
  }

  /** Revokes a user's token. */
  public static boolean revokeUser(ServerConfig config, String user) {
    return asOperator(config, database -> database.users().revoke(new UserId(user)));
  }

  /** Adds a provider, or another enrolment token for an existing one. Empty if it is revoked. */
  public static Optional<String> addProvider(
      ServerConfig config, String provider, long validMillis) {
    return asOperator(
        config,
        database ->
            database
                .providers()
                .add(new ProviderId(provider), validMillis)
                .map(
                    secret ->
                        new EnrolmentToken(secret, MarketReplica.authority(database).fingerprint())
                            .text()));
  }

  /** Revokes a provider permanently and disconnects its agent. */
  public static boolean revokeProvider(ServerConfig config, String provider) {
    return asOperator(config, database -> database.providers().revoke(new ProviderId(provider)));
  }

  /** The certificates of all agents that have not expired. */
  public static List<RegisteredCertificate> certificates(ServerConfig config) {
    return asOperator(config, database -> database.agentCertificates().list());
  }

  /** Revokes one certificate and disconnects its agent; returns its provider if there is one. */
  public static Optional<ProviderId> revokeCertificate(ServerConfig config, String serial) {
    return asOperator(config, database -> database.agentCertificates().revoke(serial));
  }

  /**
   * Deposits credits on an account, or withdraws them if the amount is negative.
   *
   * @param key makes a repeated request have no second effect
   */
  public static Optional<Ledger.Rejection> deposit(
      ServerConfig config, AccountId to, Money amount, String key) {
    return asOperator(config, database -> database.ledger().deposit(to, amount, key));
  }

  /** Grants a user an income, of which the first is paid now; false if the user does not exist. */
  public static boolean grantIncome(
      ServerConfig config, UserId user, Money amount, long everyMillis) {
    return asOperator(
        config,
        database -> {
          boolean exists = database.income().grant(user, amount, everyMillis);
          database.income().payDue();
          return exists;
        });
  }

  /** Ends a user's income; false if there was none. */
  public static boolean endIncome(ServerConfig config, UserId user) {
    return asOperator(config, database -> database.income().end(user));
  }

  /** Sets an account's credit limit; empty removes it. */
  public static Optional<Ledger.Rejection> setCreditLimit(
      ServerConfig config, AccountId account, Optional<Money> limit) {
    return asOperator(config, database -> database.ledger().setCreditLimit(account, limit));
  }

  /** All accounts of the market. */
  public static List<Ledger.Account> accounts(ServerConfig config) {
    return asOperator(config, database -> database.ledger().accounts());
  }

  /** All users of the market. */
  public static List<RegisteredUser> users(ServerConfig config) {
    return asOperator(config, database -> database.users().list());
  }

  /**
   * A provider, as the operator sees it.
   *
   * @param connected whether its agent is connected to a server
   */
  public record ListedProvider(
      RegisteredProvider provider, boolean connected, TrackRecord trackRecord) {}

  /** All providers of the market, including revoked ones. */
  public static List<ListedProvider> providers(ServerConfig config) {
    return asOperator(
        config,
        database -> {
          List<ProviderId> connected = database.agentConnections().connectedProviders();
          Map<ProviderId, TrackRecord> records = database.providers().trackRecords();
          return database.providers().list().stream()
              .map(
                  one ->
                      new ListedProvider(
                          one,
                          connected.contains(one.id()),
                          records.getOrDefault(one.id(), TrackRecord.NONE)))
              .toList();
        });
  }

  /** Does something with the bags of all users. */
  public static <T> T withAllBags(ServerConfig config, Function<OperatorService, T> action) {
    MarketRules rules = config.marketRules();
    return asOperator(config, database -> action.apply(new OperatorService(database, rules)));
  }

  /**
   * Records that the database was restored to an earlier time, and compares it with the state
   * before the restore.
   *
   * @param before a configuration with a database that has the state before the restore
   */
  public static RestoreService.Report reconcile(ServerConfig config, Optional<ServerConfig> before)
      throws InterruptedException {
    try (Database database = open(config, "operator")) {
      return new RestoreService(database, config.marketRules())
          .reconcile(
              before.map(
                  other ->
                      fromTransfer -> Database.readFacts(other.databaseSettings(), fromTransfer)));
    }
  }

  /** What is known about the latest restore. */
  public static RestoreService.Report restoreReport(ServerConfig config) {
    MarketRules rules = config.marketRules();
    return asOperator(config, database -> new RestoreService(database, rules).report());
  }

  private static <T> T asOperator(ServerConfig config, Function<Database, T> action) {
    try (Database database = open(config, "operator")) {
      return action.apply(database);
    }
  }

  @Override
  public void close() {
    rest.close();
    market.close();
    telemetry.close();
    database.close();
  }
}
