package tender.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import tender.server.bags.RestoreService;
import tender.server.engine.MarketRules;
import tender.server.model.AuditEvent;
import tender.server.model.Role;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.DatabaseSettings;
import tender.server.store.audit.AuditMark;
import tender.server.store.audit.AuditVerifier;
import tender.server.store.content.ContentMover;
import tender.server.store.identity.RegisteredProvider;
import tender.server.store.identity.SecretCipher;
import tender.server.store.ledger.AccountId;
import tender.server.store.ledger.Ledger;
import tender.support.transfer.TransferListener;

/**
 * What needs the database of a market, without a running server: by commands, and for markets that
 * a program sets up, such as the demo. Every change is recorded in the audit log.
 */
public final class MarketAdministration {
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

  /**
   * Creates the first operator of a market; returns the token, which cannot be shown again, or
   * empty if the market has an operator or the user has access already.
   */
  public static Optional<String> addFirstOperator(ServerConfig config, UserId user) {
    return asOperator(
        config,
        database -> {
          if (database.users().hasOperator()) {
            return Optional.empty();
          }
          Optional<String> token = database.users().create(user);
          if (token.isPresent()) {
            database.users().setRole(user, Role.OPERATOR);
            OperatorAudit.record(database, "init", AuditEvent.user(user) + ": operator", true);
          }
          return token;
        });
  }

  /**
   * Sets the role of a user, and adds the user if there is none with this name.
   *
   * @param replaceTokens whether all tokens of the user are replaced with a new one
   * @return a new token, which cannot be shown again
   */
  public static Optional<String> setRole(
      ServerConfig config, UserId user, Role role, boolean replaceTokens) {
    return asOperator(
        config,
        database -> {
          Optional<String> token = database.users().create(user);
          if (token.isEmpty() && replaceTokens) {
            token = database.users().replaceTokens(user);
            if (token.isEmpty()) {
              throw new IllegalArgumentException(
                  "User '%s' logs in at the identity provider, and has no token. Set the role without --new-token."
                      .formatted(user));
            }
          }
          database.users().setRole(user, role);
          OperatorAudit.record(
              database,
              "set-role",
              AuditEvent.user(user) + ": " + role.text() + (token.isPresent() ? ", new token" : ""),
              true);
          return token;
        });
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

  /** All accounts of the market. */
  public static List<Ledger.Account> accounts(ServerConfig config) {
    return asOperator(config, database -> database.ledger().accounts());
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
          int changed =
              database.secrets().changeKey(next) + database.notificationChannels().changeKey(next);
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

  static <T> T asOperator(ServerConfig config, Function<Database, T> action) {
    try (Database database = open(config)) {
      return action.apply(database);
    }
  }

  /** Without the object store, which most commands do not use. */
  private static Database open(ServerConfig config) {
    return Database.open(config.databaseSettings(), "operator");
  }
}
