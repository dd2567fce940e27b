package tender.server.login;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import tender.core.model.Money;
import tender.server.api.LoginApi;
import tender.server.engine.ScheduledTask;
import tender.server.model.AuditEvent;
import tender.server.oidc.OidcProvider;
import tender.server.oidc.OidcSettings;
import tender.server.oidc.ProviderUnavailableException;
import tender.server.store.Database;
import tender.server.store.identity.SecretCipher;

/** The parts of single sign-on, and their timer. */
public final class Logins implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Logins.class.getName());
  private static final long CONFIRM_MILLIS = 2_000;
  private static final long EXPIRY_MILLIS = 60_000;

  private final Database database;
  private final OidcProvider provider;
  private final SessionConfirmer confirmer;
  private final LoginService api;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("tender-logins").daemon().factory());

  /**
   * @param cipher encrypts the identity provider's tokens
   * @param creditLimit of new users; empty for the default
   * @param nowMillis the database's clock
   * @param audit stores an event before it returns
   */
  public Logins(
      Database database,
      OidcSettings settings,
      SecretCipher cipher,
      Optional<Money> creditLimit,
      LongSupplier nowMillis,
      Consumer<AuditEvent> audit) {
    this.database = database;
    provider = new OidcProvider(settings);
    SessionSecrets secrets = new SessionSecrets(cipher);
    confirmer =
        new SessionConfirmer(
            provider, database.loginIdentities(), database.loginSessions(), secrets, audit);
    SessionStarter starter =
        new SessionStarter(
            database.loginIdentities(),
            database.loginSessions(),
            secrets,
            settings,
            creditLimit,
            audit);
    api =
        new LoginService(
            provider,
            cipher,
            secrets,
            starter,
            database.loginSessions(),
            confirmer,
            new DeviceLoginService(provider, database.deviceLogins(), cipher, starter),
            nowMillis);
  }

  /** Starts to confirm sessions. Does not wait for the identity provider. */
  public Logins start() {
    every(CONFIRM_MILLIS, "confirm logins", this::confirm);
    every(EXPIRY_MILLIS, "expired logins", () -> database.loginSessions().deleteExpired());
    return this;
  }

  private void confirm() {
    try {
      provider.discover();
    } catch (ProviderUnavailableException e) {
      LOG.log(Level.DEBUG, "Single sign-on does not work: {0}", e.getMessage());
    }
    confirmer.confirmUsed();
  }

  private void every(long millis, String name, Runnable task) {
    Future<?> _ =
        timer.scheduleWithFixedDelay(
            new ScheduledTask(name, task), 0, millis, TimeUnit.MILLISECONDS);
  }

  public LoginApi api() {
    return api;
  }

  public SessionConfirmer confirmer() {
    return confirmer;
  }

  @Override
  public void close() {
    timer.shutdownNow();
    confirmer.close();
  }
}
