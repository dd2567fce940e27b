package tender.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.protocol.EnrolmentToken;
import tender.server.agents.GatewaySettings;
import tender.server.engine.MarketRules;
import tender.server.engine.auction.AuctionSettings;
import tender.server.api.BagApi;
import tender.server.model.UserId;
import tender.server.rest.RestServer;
import tender.server.store.ledger.AccountId;
import tender.server.store.Database;
import tender.server.store.ledger.Ledger;
import tender.server.store.DatabaseSettings;
import tender.support.http.HttpListenerConfig;
import tender.support.http.TlsFiles;

/** One replica of a market, with all that listens. */
public final class Server implements AutoCloseable {
  private final Database database;
  private final MarketReplica market;
  private final RestServer rest;
  private final ServerTelemetry observing;

  private Server(Database database, MarketReplica market, RestServer rest, ServerTelemetry observing) {
    this.database = database;
    this.market = market;
    this.rest = rest;
    this.observing = observing;
  }

  /** Brings the database up to date, and listens. */
  public static Server start(ServerConfig file) throws IOException {
    String replica = UUID.randomUUID().toString();
    ListenAddress agents = listening(file.agents(), ServerConfig.DEFAULT_AGENTS, "agents");
    ListenAddress people = listening(file.people(), ServerConfig.DEFAULT_PEOPLE, "people");
    MarketRules rules = file.marketRules();
    AuctionSettings auction = file.auction();
    Optional<TlsFiles> tls = file.tls();
    Database database = open(file, replica);
    ServerTelemetry observing = new ServerTelemetry(file, replica);
    try {
      List<String> names = file.names().orElse(List.of("localhost", "127.0.0.1"));
      MarketReplica market =
          new MarketReplica(
                  database,
                  replica,
                  new GatewaySettings(
                      new InetSocketAddress(agents.host(), agents.port()),
                      names,
                      GatewaySettings.DEFAULT_CERTIFICATE_LIFE),
                  rules,
                  auction,
                  observing.marketListener())
              .start();
      RestServer rest =
          new RestServer(
              new HttpListenerConfig(people.host(), people.port(), tls),
              market.bagApi(),
              market.bagDetailApi(),
              market::userByToken,
              observing.requestListener());
      rest.start();
      observing.start(database, market);
      return new Server(database, market, rest, observing);
    } catch (IOException | RuntimeException e) {
      observing.close();
      database.close();
      throw e;
    }
  }

  private static ListenAddress listening(Optional<String> given, String otherwise, String setting) {
    return ListenAddress.parse(given.orElse(otherwise), setting).requireFree(setting);
  }

  private static Database open(ServerConfig file, String replica) {
    return Database.open(new DatabaseSettings(file.database(), file.maxConnections()), replica);
  }

  /** What people do here, for who is in the same process. */
  public BagApi bagApi() {
    return market.bagApi();
  }

  /** Where people's programs call. */
  public int restPort() {
    return rest.port();
  }

  /** Where agents call. */
  public int agentPort() {
    return market.agentPort();
  }

  /** Gives a new person a token, which is shown this once; empty if there is one of that name. */
  public static Optional<String> addUser(ServerConfig file, String person) {
    try (Database database = open(file, "operator")) {
      UserId id = new UserId(person);
      Optional<String> token = database.users().create(id);
      if (token.isPresent() && file.peopleMayOwe().isPresent()) {
        database.ledger().setCreditLimit(AccountId.of(id), file.initialCreditLimit());
      }
      return token;
    }
  }

  /** Ends a person's token. */
  public static boolean revokeUser(ServerConfig file, String person) {
    try (Database database = open(file, "operator")) {
      return database.users().revoke(new UserId(person));
    }
  }

  /** A token with which an agent enrols once as this provider; a new one for a known provider. */
  public static Optional<String> addProvider(ServerConfig file, String provider, long validMillis) {
    try (Database database = open(file, "operator")) {
      return database
          .providers()
          .add(new ProviderId(provider), validMillis)
          .map(
              secret ->
                  new EnrolmentToken(secret, MarketReplica.authority(database).fingerprint()).text());
    }
  }

  /** Ends a provider's certificates; its agent is cut off. */
  public static boolean revokeProvider(ServerConfig file, String provider) {
    try (Database database = open(file, "operator")) {
      return database.providers().revoke(new ProviderId(provider));
    }
  }

  /**
   * Gives credits to a person or a provider, or takes them back if below zero.
   *
   * @param key so that what is asked for twice is done once
   */
  public static Optional<Ledger.Rejection> deposit(
      ServerConfig file, AccountId to, Money amount, String key) {
    try (Database database = open(file, "operator")) {
      return database.ledger().deposit(to, amount, key);
    }
  }

  /** Says how much an account may owe; without an amount, any. */
  public static Optional<Ledger.Rejection> setCreditLimit(
      ServerConfig file, AccountId account, Optional<Money> most) {
    try (Database database = open(file, "operator")) {
      return database.ledger().setCreditLimit(account, most);
    }
  }

  /** All accounts of the market. */
  public static List<Ledger.Account> accounts(ServerConfig file) {
    try (Database database = open(file, "operator")) {
      return database.ledger().accounts();
    }
  }

  @Override
  public void close() {
    rest.close();
    market.close();
    observing.close();
    database.close();
  }
}
