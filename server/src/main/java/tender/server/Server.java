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
import tender.server.market.Market;
import tender.server.market.Rules;
import tender.server.market.auction.AuctionSettings;
import tender.server.market.view.BagDesk;
import tender.server.market.view.PersonId;
import tender.server.rest.RestServer;
import tender.server.store.AccountId;
import tender.server.store.Database;
import tender.server.store.Ledger;
import tender.server.store.Settings;
import tender.web.ListenerSettings;
import tender.web.TlsFiles;

/** One replica of a market, with all that listens. */
public final class Server implements AutoCloseable {
  private final Database database;
  private final Market market;
  private final RestServer rest;
  private final Observing observing;

  private Server(Database database, Market market, RestServer rest, Observing observing) {
    this.database = database;
    this.market = market;
    this.rest = rest;
    this.observing = observing;
  }

  /** Brings the database up to date, and listens. */
  public static Server start(ServerFile file) throws IOException {
    String replica = UUID.randomUUID().toString();
    Address agents = listening(file.agents(), ServerFile.DEFAULT_AGENTS, "agents");
    Address people = listening(file.people(), ServerFile.DEFAULT_PEOPLE, "people");
    Rules rules = file.rules();
    AuctionSettings auction = file.auction();
    Optional<TlsFiles> tls = file.tls();
    Database database = open(file, replica);
    Observing observing = new Observing(file, replica);
    try {
      List<String> names = file.names().orElse(List.of("localhost", "127.0.0.1"));
      Market market =
          new Market(
                  database,
                  replica,
                  new GatewaySettings(
                      new InetSocketAddress(agents.host(), agents.port()),
                      names,
                      GatewaySettings.DEFAULT_CERTIFICATE_LIFE),
                  rules,
                  auction,
                  observing.witness())
              .start();
      RestServer rest =
          new RestServer(
              new ListenerSettings(people.host(), people.port(), tls),
              market.people(),
              market.details(),
              market::person,
              observing.requests());
      rest.start();
      observing.start(database, market);
      return new Server(database, market, rest, observing);
    } catch (IOException | RuntimeException e) {
      observing.close();
      database.close();
      throw e;
    }
  }

  private static Address listening(Optional<String> given, String otherwise, String setting) {
    return Address.parse(given.orElse(otherwise), setting).requireFree(setting);
  }

  private static Database open(ServerFile file, String replica) {
    return Database.open(new Settings(file.database(), file.connectionsAtMost()), replica);
  }

  /** What people do here, for who is in the same process. */
  public BagDesk people() {
    return market.people();
  }

  /** Where people's programs call. */
  public int peoplePort() {
    return rest.port();
  }

  /** Where agents call. */
  public int agentPort() {
    return market.agentPort();
  }

  /** Gives a new person a token, which is shown this once; empty if there is one of that name. */
  public static Optional<String> addPerson(ServerFile file, String person) {
    try (Database database = open(file, "operator")) {
      PersonId id = new PersonId(person);
      Optional<String> token = database.people().create(id);
      if (token.isPresent() && file.peopleMayOwe().isPresent()) {
        database.ledger().limit(AccountId.of(id), file.mostOwed());
      }
      return token;
    }
  }

  /** Ends a person's token. */
  public static boolean revokePerson(ServerFile file, String person) {
    try (Database database = open(file, "operator")) {
      return database.people().revoke(new PersonId(person));
    }
  }

  /** A token with which an agent enrols once as this provider; a new one for a known provider. */
  public static Optional<String> addProvider(ServerFile file, String provider, long validMillis) {
    try (Database database = open(file, "operator")) {
      return database
          .providers()
          .add(new ProviderId(provider), validMillis)
          .map(
              secret ->
                  new EnrolmentToken(secret, Market.authority(database).fingerprint()).text());
    }
  }

  /** Ends a provider's certificates; its agent is cut off. */
  public static boolean revokeProvider(ServerFile file, String provider) {
    try (Database database = open(file, "operator")) {
      return database.providers().revoke(new ProviderId(provider));
    }
  }

  /**
   * Gives credits to a person or a provider, or takes them back if below zero.
   *
   * @param key so that what is asked for twice is done once
   */
  public static Optional<Ledger.Refusal> deposit(
      ServerFile file, AccountId to, Money amount, String key) {
    try (Database database = open(file, "operator")) {
      return database.ledger().deposit(to, amount, key);
    }
  }

  /** Says how much an account may owe; without an amount, any. */
  public static Optional<Ledger.Refusal> limit(
      ServerFile file, AccountId account, Optional<Money> most) {
    try (Database database = open(file, "operator")) {
      return database.ledger().limit(account, most);
    }
  }

  /** All accounts of the market. */
  public static List<Ledger.Account> books(ServerFile file) {
    try (Database database = open(file, "operator")) {
      return database.ledger().books();
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
