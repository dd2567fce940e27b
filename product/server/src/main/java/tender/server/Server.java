package tender.server;

import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tender.server.agents.GatewaySettings;
import tender.server.api.BagApi;
import tender.server.engine.MarketRules;
import tender.server.engine.auction.AuctionSettings;
import tender.server.model.Access;
import tender.server.model.UserId;
import tender.server.objects.S3ObjectStore;
import tender.server.rest.RestServer;
import tender.server.rest.authentication.UserTokens;
import tender.server.store.Database;
import tender.server.store.DatabaseSettings;
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
              new HttpListenerConfig(
                  restAddress.host(), restAddress.port(), tls, config.behindProxy().orElse(false)),
              market.bagApi(),
              market.bagDetailApi(),
              market.accessTokenApi(),
              config.otherMarkets().map(market::holdApi),
              tokens(market),
              market.audit(),
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
      return Database.open(config.databaseSettings(), replica);
    }
    return openWithObjects(config.databaseSettings(), config.objectStore().get(), replica);
  }

  static Database openWithObjects(
      DatabaseSettings settings, ObjectStoreSection section, String replica) {
    S3ObjectStore objects = new S3ObjectStore(section.settings());
    try {
      objects.requireBucket();
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
    market.close();
    telemetry.close();
    database.close();
  }
}
