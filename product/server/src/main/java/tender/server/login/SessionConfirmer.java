package tender.server.login;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import tender.server.api.ApiException;
import tender.server.model.Access;
import tender.server.model.AuditEvent;
import tender.server.model.UserId;
import tender.server.oidc.GrantRefusedException;
import tender.server.oidc.Identity;
import tender.server.oidc.OidcProvider;
import tender.server.oidc.ProviderTokens;
import tender.server.oidc.ProviderUnavailableException;
import tender.server.store.identity.ClaimedSession;
import tender.server.store.identity.LoginIdentityRepository;
import tender.server.store.identity.LoginSession;
import tender.server.store.identity.LoginSessionRepository;
import tender.support.text.LogLimiter;

/**
 * Keeps sessions true to what the identity provider says: a session is accepted only if the
 * provider has confirmed it within the last half minute, by a new refresh token for the old one. So
 * a person who is disabled there is out within a minute. While the provider cannot be reached,
 * sessions stay valid for some minutes.
 *
 * <p>Sessions in use are confirmed in the background, so that requests rarely wait; a request of a
 * session that was not used for some time waits for the provider. A server claims a session by a
 * lease in its row before it asks, because a provider may accept a refresh token only once. If the
 * server dies before it has stored the next token, such a session ends, and the person logs in
 * again.
 */
public final class SessionConfirmer implements AutoCloseable {
  private static final Logger LOG = System.getLogger(SessionConfirmer.class.getName());

  /** A request is accepted this long after a confirmation without asking. */
  private static final Duration FRESH = Duration.ofSeconds(30);

  /** The same while another server is asking, and for event streams. */
  private static final Duration BEING_CONFIRMED = Duration.ofSeconds(45);

  /** Sessions in use are confirmed in the background after this time. */
  private static final Duration BACKGROUND_AGE = Duration.ofSeconds(20);

  private static final Duration IN_USE = Duration.ofSeconds(60);

  /** How long sessions are valid without a confirmation while the provider cannot be reached. */
  private static final Duration MAX_OUTAGE = Duration.ofMinutes(10);

  /** Longer than a request to the provider can take. */
  private static final Duration LEASE = Duration.ofSeconds(20);

  /** Between two attempts to reach the provider for one session. */
  private static final Duration RETRY = Duration.ofSeconds(10);

  /** How long a request waits for the answer to another server. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(10);

  private static final long POLL_MILLIS = 100;
  private static final int MAX_CONCURRENT = 100;

  private final OidcProvider provider;
  private final LoginIdentityRepository identities;
  private final LoginSessionRepository sessions;
  private final SessionSecrets secrets;
  private final Consumer<AuditEvent> audit;
  private final LogLimiter outages = new LogLimiter();
  private final Semaphore room = new Semaphore(MAX_CONCURRENT);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  public SessionConfirmer(
      OidcProvider provider,
      LoginIdentityRepository identities,
      LoginSessionRepository sessions,
      SessionSecrets secrets,
      Consumer<AuditEvent> audit) {
    this.provider = provider;
    this.identities = identities;
    this.sessions = sessions;
    this.secrets = secrets;
    this.audit = audit;
  }

  /** What the token of a session allows; empty if it is not valid. */
  public Optional<Access> find(String token) {
    return LoginErrors.mapErrors(
        () -> {
          long untilNanos = System.nanoTime() + MAX_WAIT.toNanos();
          Optional<LoginSession> session = sessions.find(token);
          if (session.isPresent()
              && session.get().unusedMillis() > LoginSessionRepository.USE_MILLIS) {
            sessions.recordUse(List.of(token));
          }
          while (session.isPresent() && !isAccepted(session.get(), token)) {
            if (System.nanoTime() - untilNanos > 0) {
              throw unconfirmed("It did not answer in time.");
            }
            session = sessions.find(token);
          }
          return session.map(SessionConfirmer::access);
        });
  }

  private static Access access(LoginSession session) {
    return Access.ofLogin(session.user(), session.role(), session.expiresMillis());
  }

  /** Returns false if the session has to be read again, since it was or is being confirmed. */
  private boolean isAccepted(LoginSession session, String token) throws InterruptedException {
    if (session.confirmedAgeMillis() < FRESH.toMillis()) {
      return true;
    }
    Optional<ClaimedSession> claim = sessions.claim(token, LEASE.toMillis());
    if (claim.isPresent()) {
      confirm(claim.get());
      return false;
    }
    if (session.isUnreachable()) {
      if (session.confirmedAgeMillis() < MAX_OUTAGE.toMillis()) {
        return true;
      }
      throw unconfirmed("It cannot be reached.");
    }
    if (session.confirmedAgeMillis() < BEING_CONFIRMED.toMillis()) {
      return true;
    }
    Thread.sleep(POLL_MILLIS);
    return false;
  }

  private ApiException unconfirmed(String reason) {
    return ApiException.unavailable(
        "The identity provider %s cannot confirm your login: %s"
            .formatted(provider.settings().name(), reason),
        "Try again in some minutes. If it persists, tell the market's operator.");
  }

  /** The users that have these tokens of open streams, which keeps their sessions in use. */
  public Map<String, UserId> findUsers(Collection<String> tokens) {
    return LoginErrors.mapErrors(
        () -> {
          sessions.recordUse(tokens);
          return sessions.findUsers(tokens, BEING_CONFIRMED.toMillis(), MAX_OUTAGE.toMillis());
        });
  }

  /** Starts to confirm the sessions in use; to be called every few seconds. */
  public void confirmUsed() {
    int max = room.availablePermits();
    if (max == 0) {
      return;
    }
    for (ClaimedSession claim :
        sessions.claimUsed(IN_USE.toMillis(), BACKGROUND_AGE.toMillis(), LEASE.toMillis(), max)) {
      room.acquireUninterruptibly();
      threads.execute(
          () -> {
            try {
              confirm(claim);
            } catch (RuntimeException e) {
              LOG.log(Level.WARNING, "A login could not be confirmed; retrying.", e);
            } finally {
              room.release();
            }
          });
    }
  }

  private void confirm(ClaimedSession claim) {
    String refreshToken;
    String idToken;
    try {
      refreshToken = secrets.refreshToken(claim);
      idToken = secrets.idToken(claim);
    } catch (IllegalArgumentException e) {
      end(claim, "The encryption key was changed.");
      return;
    }
    try {
      ProviderTokens next =
          provider.refresh(
              refreshToken,
              new Identity(claim.issuer(), claim.subject(), Optional.empty(), Optional.empty()),
              idToken);
      // Before the confirmation: a confirmed session has the present groups.
      next.identity().groups().ifPresent(groups -> identities.setGroups(claim.user(), groups));
      sessions.confirm(
          claim,
          secrets.encryptRefreshToken(claim.hash(), next),
          secrets.encryptIdToken(claim.hash(), next));
    } catch (GrantRefusedException e) {
      end(claim, String.valueOf(e.getMessage()));
    } catch (ProviderUnavailableException e) {
      sessions.postpone(claim, RETRY.toMillis());
      logOutage(e);
    }
  }

  private void logOutage(ProviderUnavailableException e) {
    outages
        .next("outage")
        .ifPresent(
            suppressed ->
                LOG.log(
                    Level.WARNING,
                    "Logins cannot be confirmed: reason={0}, suppressedLines={1}",
                    e.getMessage(),
                    suppressed));
  }

  private void end(ClaimedSession claim, String reason) {
    if (sessions.end(claim.hash()).isPresent()) {
      audit.accept(
          new AuditEvent(
              AuditEvent.user(claim.user()),
              "",
              "confirm login",
              claim.issuer() + " " + claim.subject(),
              "refused: " + reason));
    }
  }

  /** Makes a refresh token invalid in the background, since the session is already over here. */
  void revokeLater(String refreshToken) {
    threads.execute(
        () -> {
          try {
            provider.revoke(refreshToken);
          } catch (ProviderUnavailableException e) {
            LOG.log(
                Level.WARNING,
                "The identity provider does not know of a logout: reason={0}",
                e.getMessage());
          }
        });
  }

  /** Interrupts what is in progress. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
