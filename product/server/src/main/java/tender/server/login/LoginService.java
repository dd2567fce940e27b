package tender.server.login;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import tender.server.api.ApiException;
import tender.server.api.LoginApi;
import tender.server.model.Access;
import tender.server.model.SessionKind;
import tender.server.model.UserId;
import tender.server.oidc.OidcProvider;
import tender.server.oidc.OidcSettings;
import tender.server.oidc.ProviderTokens;
import tender.server.store.identity.LoginSessionRepository;
import tender.server.store.identity.LoginSessionRepository.EndedSession;
import tender.server.store.identity.SecretCipher;
import tender.support.input.Printable;

/** Logins in browsers, and logouts. */
public final class LoginService implements LoginApi {
  private static final String START_AGAIN = "Start the login again.";

  /** A path of this market: with {@code //} in front it would be another host. */
  private static final Pattern RETURN_PATH =
      Pattern.compile("/(?!/)[A-Za-z0-9._~!$&'()*+,;=:@%/?#-]{0,499}");

  private final OidcProvider provider;
  private final SecretCipher cipher;
  private final SessionSecrets secrets;
  private final SessionStarter starter;
  private final LoginSessionRepository sessions;
  private final SessionConfirmer confirmer;
  private final DeviceLoginService devices;
  private final LongSupplier nowMillis;

  /**
   * @param nowMillis the database's clock
   */
  LoginService(
      OidcProvider provider,
      SecretCipher cipher,
      SessionSecrets secrets,
      SessionStarter starter,
      LoginSessionRepository sessions,
      SessionConfirmer confirmer,
      DeviceLoginService devices,
      LongSupplier nowMillis) {
    this.provider = provider;
    this.cipher = cipher;
    this.secrets = secrets;
    this.starter = starter;
    this.sessions = sessions;
    this.confirmer = confirmer;
    this.devices = devices;
    this.nowMillis = nowMillis;
  }

  private OidcSettings settings() {
    return provider.settings();
  }

  @Override
  public String providerName() {
    return settings().name();
  }

  @Override
  public URI publicUrl() {
    return settings().publicUrl();
  }

  @Override
  public BrowserLogin start(String returnPath) {
    if (!RETURN_PATH.matcher(returnPath).matches()) {
      throw ApiException.invalid(
          "The parameter 'return' is not a path of this market.",
          "Leave it out, or use a path such as /.");
    }
    LoginAttempt attempt = LoginAttempt.start(nowMillis.getAsLong(), returnPath);
    return LoginErrors.mapErrors(
        () ->
            new BrowserLogin(
                provider.authorizationUrl(attempt.state(), attempt.nonce(), attempt.verifier()),
                attempt.encrypt(cipher)));
  }

  @Override
  public CompletedLogin complete(String encryptedAttempt, ProviderAnswer answer, String address) {
    LoginAttempt attempt =
        LoginAttempt.decrypt(cipher, encryptedAttempt)
            .filter(started -> started.expiresMillis() > nowMillis.getAsLong())
            .filter(started -> isSame(started.state(), answer.state().orElse("")))
            .orElseThrow(
                () ->
                    ApiException.refused(
                        "This browser has not started this login, or more than 10 minutes ago.",
                        START_AGAIN));
    return LoginErrors.mapErrors(
        () -> {
          requireIssuer(answer);
          String code = answer.code().orElseThrow(() -> refused(answer));
          ProviderTokens tokens = provider.exchange(code, attempt.nonce(), attempt.verifier());
          return new CompletedLogin(
              starter.start(tokens, SessionKind.BROWSER, address), attempt.returnPath());
        });
  }

  /** In a time that says nothing about how much of a guess is correct. */
  private static boolean isSame(String expected, String given) {
    return MessageDigest.isEqual(
        expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }

  /** An answer of another provider must not be taken for one of this provider. */
  private void requireIssuer(ProviderAnswer answer) {
    boolean isExpected =
        answer
            .issuer()
            .map(issuer -> issuer.equals(settings().issuer().toString()))
            .orElseGet(() -> !provider.namesIssuer());
    if (!isExpected) {
      throw ApiException.refused(
          "The answer is not of the identity provider %s.".formatted(settings().issuer()),
          START_AGAIN);
    }
  }

  private static ApiException refused(ProviderAnswer answer) {
    String reason =
        answer.errorDescription().or(answer::error).map(Printable::of).orElse("no reason given");
    return ApiException.refused(
        "The identity provider refused the login: " + reason + ".", START_AGAIN);
  }

  @Override
  public DeviceLogin startDevice(String address) {
    return LoginErrors.mapErrors(() -> devices.start(address));
  }

  @Override
  public DeviceLoginResult pollDevice(String secret, String address) {
    return LoginErrors.mapErrors(() -> devices.poll(secret, address));
  }

  @Override
  public Optional<UserId> user(String token) {
    return confirmer.find(token).map(Access::user);
  }

  @Override
  public Optional<URI> logout(String token) {
    String hash = LoginSessionRepository.hash(token);
    Optional<EndedSession> ended = LoginErrors.mapErrors(() -> sessions.end(hash));
    return ended.flatMap(session -> endAtProvider(session, hash));
  }

  /** The session is already over here, whatever the provider answers. */
  private Optional<URI> endAtProvider(EndedSession session, String hash) {
    if (session.kind() == SessionKind.BROWSER) {
      return LoginErrors.mapErrors(() -> provider.logoutUrl(secrets.idToken(hash, session)));
    }
    confirmer.revokeLater(secrets.refreshToken(hash, session));
    return Optional.empty();
  }
}
