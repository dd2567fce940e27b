package tender.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import tender.core.model.Money;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;
import tender.core.promise.TrackRecord;
import tender.protocol.EnrolmentToken;
import tender.server.audit.OperatorAudit;
import tender.server.bags.OperatorService;
import tender.server.bags.RestoreService;
import tender.server.engine.MarketRules;
import tender.server.model.AuditEvent;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.DatabaseSettings;
import tender.server.store.audit.AuditEntry;
import tender.server.store.audit.AuditMark;
import tender.server.store.audit.AuditVerifier;
import tender.server.store.content.ContentMover;
import tender.server.store.identity.RegisteredCertificate;
import tender.server.store.identity.RegisteredProvider;
import tender.server.store.identity.RegisteredUser;
import tender.server.store.identity.SecretCipher;
import tender.server.store.ledger.AccountId;
import tender.server.store.ledger.Ledger;
import tender.support.transfer.TransferListener;

/**
 * What an operator does with a market by commands. It works on the database, beside the running
 * servers, and every change is recorded in the audit log.
 */
public final class MarketAdministration {
  private static final int AUDIT_PAGE_SIZE = 1_000;

  private MarketAdministration() {}

  /** Adds a user; returns the token, which cannot be shown again, or empty if the user exists. */
  public static Optional<String> addUser(ServerConfig config, String user) {
    try (Database database = open(config)) {
      UserId id = new UserId(user);
      Optional<String> token = database.users().create(id);
      if (token.isPresent() && config.userCreditLimit().isPresent()) {
        database.ledger().setCreditLimit(AccountId.of(id), config.initialCreditLimit());
      }
      OperatorAudit.record(database, "add-user", AuditEvent.user(id), token.isPresent());
      return token;
    }
  }

  /** Sets the organisations of a user; false if the user does not exist. */
  public static boolean setOrganisations(
      ServerConfig config, UserId user, List<OrganisationId> organisations) {
    return change(
        config,
        "set-organisations",
        AuditEvent.user(user) + ": " + organisations,
        database -> database.users().setOrganisations(user, organisations));
  }

  /** Sets the organisations of a provider; false if the provider does not exist. */
  public static boolean setOrganisations(
      ServerConfig config, ProviderId provider, List<OrganisationId> organisations) {
    return change(
        config,
        "set-organisations",
        provider(provider) + ": " + organisations,
        database -> database.providers().setOrganisations(provider, organisations));
  }

  /** Revokes a user's token. */
  public static boolean revokeUser(ServerConfig config, String user) {
    UserId id = new UserId(user);
    return change(
        config, "revoke-user", AuditEvent.user(id), database -> database.users().revoke(id));
  }

  /** Adds a provider, or another enrolment token for an existing one. Empty if it is revoked. */
  public static Optional<String> addProvider(
      ServerConfig config, String provider, long validMillis) {
    ProviderId id = new ProviderId(provider);
    return asOperator(
        config,
        database -> {
          Optional<String> secret = database.providers().add(id, validMillis);
          OperatorAudit.record(database, "add-provider", provider(id), secret.isPresent());
          return secret.map(
              one ->
                  new EnrolmentToken(one, MarketReplica.authority(database).fingerprint()).text());
        });
  }

  /** Revokes a provider permanently and disconnects its agent. */
  public static boolean revokeProvider(ServerConfig config, String provider) {
    ProviderId id = new ProviderId(provider);
    return change(
        config, "revoke-provider", provider(id), database -> database.providers().revoke(id));
  }

  /** The certificates of all agents that have not expired. */
  public static List<RegisteredCertificate> certificates(ServerConfig config) {
    return asOperator(config, database -> database.agentCertificates().list());
  }

  /** Revokes one certificate and disconnects its agent; returns its provider if there is one. */
  public static Optional<ProviderId> revokeCertificate(ServerConfig config, String serial) {
    return asOperator(
        config,
        database -> {
          Optional<ProviderId> provider = database.agentCertificates().revoke(serial);
          OperatorAudit.record(
              database, "revoke-certificate", "certificate " + serial, provider.isPresent());
          return provider;
        });
  }

  /**
   * Deposits credits on an account, or withdraws them if the amount is negative.
   *
   * @param key makes a repeated request have no second effect
   */
  public static Optional<Ledger.Rejection> deposit(
      ServerConfig config, AccountId to, Money amount, String key) {
    return pay(
        config,
        "deposit",
        to + ": " + amount,
        database -> database.ledger().deposit(to, amount, key));
  }

  /** Grants a user an income, of which the first is paid now; false if the user does not exist. */
  public static boolean grantIncome(
      ServerConfig config, UserId user, Money amount, long everyMillis) {
    return change(
        config,
        "income",
        AuditEvent.user(user) + ": " + amount + " every " + everyMillis / 1_000 + " s",
        database -> {
          boolean exists = database.income().grant(user, amount, everyMillis);
          database.income().payDue();
          return exists;
        });
  }

  /** Ends a user's income; false if there was none. */
  public static boolean endIncome(ServerConfig config, UserId user) {
    return change(
        config, "income", AuditEvent.user(user) + ": 0", database -> database.income().end(user));
  }

  /** Sets an account's credit limit; empty removes it. */
  public static Optional<Ledger.Rejection> setCreditLimit(
      ServerConfig config, AccountId account, Optional<Money> limit) {
    return pay(
        config,
        "credit-limit",
        account + ": " + limit.map(Money::toString).orElse("unlimited"),
        database -> database.ledger().setCreditLimit(account, limit));
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
    try (Database database = open(config)) {
      OperatorAudit.record(database, "reconcile", "database", true);
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

  /** The newest entries of the audit log, newest first. */
  public static List<AuditEntry> audit(ServerConfig config, Optional<String> actor, int limit) {
    return asOperator(config, database -> database.audit().newest(actor, limit));
  }

  /** Reads the audit log from its beginning, or from the entry after a number. */
  public static void exportAudit(ServerConfig config, long after, Consumer<AuditEntry> reader) {
    asOperator(
        config,
        database -> {
          long last = after;
          List<AuditEntry> page;
          do {
            page = database.audit().after(last, AUDIT_PAGE_SIZE);
            page.forEach(reader);
            last = page.isEmpty() ? last : page.getLast().number();
          } while (!page.isEmpty());
          return last;
        });
  }

  /**
   * Checks the audit log.
   *
   * @param expected a mark of an earlier check
   * @param progress gets the number of checked entries
   */
  public static AuditVerifier.Result verifyAudit(
      ServerConfig config, Optional<AuditMark> expected, LongConsumer progress) {
    return asOperator(
        config, database -> new AuditVerifier(database.audit(), expected).verify(progress));
  }

  /** Encrypts the secrets in the database with the key in another file; returns how many. */
  public static int changeEncryptionKey(ServerConfig config, Path keyFile) {
    SecretCipher next = SecretCipher.fromFile(keyFile);
    return asOperator(
        config,
        database -> {
          int changed = database.secrets().changeKey(next);
          OperatorAudit.record(database, "change-encryption-key", keyFile.toString(), true);
          return changed;
        });
  }

  /**
   * Moves the market's content between PostgreSQL and the object store while servers run.
   *
   * @param progress gets the number of bytes that will be moved
   */
  public static ContentMover.Report moveContent(
      ServerConfig config, ContentMover.Target target, LongFunction<TransferListener> progress) {
    ObjectStoreSection section =
        config
            .objectStore()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "The configuration has no section 'object_store'. Add it here and to all servers."));
    boolean intoStore = target == ContentMover.Target.OBJECT_STORE;
    if (section.storesNewContent() != intoStore) {
      throw new IllegalArgumentException(
          "The setting 'object_store.new_content' is %s, so servers store new content where this command moves it away. Set it to %s for all servers, restart them, and repeat the command."
              .formatted(!intoStore, intoStore));
    }
    DatabaseSettings settings = config.databaseSettings();
    // One connection holds the lock of the command.
    int connections = Math.max(settings.connections(), ContentMover.THREADS + 1);
    try (Database database =
        Server.openWithObjects(
            new DatabaseSettings(settings.jdbcUrl(), connections, settings.encryptionKeyFile()),
            section,
            "operator")) {
      OperatorAudit.record(
          database,
          "move-content",
          intoStore ? "content to the object store" : "content to PostgreSQL",
          true);
      return database.contentMover(target).move(progress);
    }
  }

  private static String provider(ProviderId provider) {
    return "provider " + provider.value();
  }

  /** A change that returns whether it was made. */
  private static boolean change(
      ServerConfig config, String command, String target, Predicate<Database> action) {
    return asOperator(
        config,
        database -> {
          boolean isDone = action.test(database);
          OperatorAudit.record(database, command, target, isDone);
          return isDone;
        });
  }

  private static Optional<Ledger.Rejection> pay(
      ServerConfig config,
      String command,
      String target,
      Function<Database, Optional<Ledger.Rejection>> action) {
    return asOperator(
        config,
        database -> {
          Optional<Ledger.Rejection> rejection = action.apply(database);
          OperatorAudit.record(database, command, target, rejection.isEmpty());
          return rejection;
        });
  }

  private static <T> T asOperator(ServerConfig config, Function<Database, T> action) {
    try (Database database = open(config)) {
      return action.apply(database);
    }
  }

  /** Without the object store, which most commands do not use. */
  private static Database open(ServerConfig config) {
    return Database.open(config.databaseSettings(), "operator");
  }
}
