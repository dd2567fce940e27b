package tender.server;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import tender.server.agents.GatewaySettings;
import tender.server.api.BagApi;
import tender.server.engine.MarketRules;
import tender.server.engine.auction.AuctionSettings;
import tender.server.login.Logins;
import tender.server.objects.S3ObjectStore;
import tender.server.rest.RestServer;
import tender.server.store.Database;
import tender.server.store.DatabaseSettings;
import tender.support.http.HttpListenerConfig;
import tender.support.http.TlsFiles;

/** A running server: one replica of a market with its listeners. */
public final class Server implements AutoCloseable {
  /** How long a server that starts waits for its object store, which may be starting too. */
  private static final Duration STORE_PATIENCE = Duration.ofMinutes(2);

  private final Database database;
  private final MarketReplica market;
  private final RestServer rest;
  private final Optional<Logins> logins;
  private final ServerTelemetry telemetry;

  private Server(
      Database database,
      MarketReplica market,
      RestServer rest,
      Optional<Logins> logins,
      ServerTelemetry telemetry) {
    this.database = database;
    this.market = market;
    this.rest = rest;
    this.logins = logins;
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
                  config.notificationSettings(),
                  telemetry.marketListener())
              .start();
      Optional<Logins> logins = logins(config, database, market);
      RestServer rest =
          new RestServer(
              new HttpListenerConfig(
                  restAddress.host(), restAddress.port(), tls, config.behindProxy().orElse(false)),
              market.bagApi(),
              market.bagDetailApi(),
              market.accessTokenApi(),
              market.projectApi(),
              market.notificationApi(),
              config.otherMarkets().map(market::holdApi),
              logins.map(Logins::api),
              market.operatorApi(config.initialCreditLimit()),
              new MarketTokens(market, logins.map(Logins::confirmer)),
              market.quotas(),
              market.audit(),
              telemetry.requestListener());
      rest.start();
      telemetry.start(database, market);
      return new Server(database, market, rest, logins, telemetry);
    } catch (IOException | RuntimeException e) {
      telemetry.close();
      database.close();
      throw e;
    }
  }

  /** Single sign-on, if it is configured. Reads the files of its secrets. */
  private static Optional<Logins> logins(
      ServerConfig config, Database database, MarketReplica market) {
    return config
        .identityProvider()
        .map(
            section -> {
              section.validate(config.encryptionKeyFile());
              return new Logins(
                      database,
                      section.settings(),
                      database.cipher().orElseThrow(),
                      config.initialCreditLimit(),
                      database.store()::nowMillis,
                      market.audit())
                  .start();
            });
  }

  /** Also opens the object store, if there is one. */
  private static Database openWithContent(ServerConfig config, String replica) {
    if (config.objectStore().isEmpty()) {
      return Database.open(config.databaseSettings(), replica);
    }
    return openWithObjects(config.databaseSettings(), config.objectStore().get(), replica);
  }

  static Database openWithObjects(
      DatabaseSettings settings, ObjectStoreSection section, String replica) {
    S3ObjectStore objects = new S3ObjectStore(section.settings());
    try {
      objects.awaitBucket(STORE_PATIENCE);
      return section.storesNewContent()
          ? Database.open(settings, replica, objects, section.limits())
          : Database.openWithFormerObjects(settings, replica, objects);
    } catch (RuntimeException e) {
      objects.close();
      throw e;
    }
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

  @Override
  public void close() {
    rest.close();
    logins.ifPresent(Logins::close);
    market.close();
    telemetry.close();
    database.close();
  }
}
