package tender.server.login;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import tender.core.model.Money;
import tender.server.api.ApiException;
import tender.server.api.LoginApi.NewSession;
import tender.server.model.AuditEvent;
import tender.server.model.SessionKind;
import tender.server.model.UserId;
import tender.server.oidc.Identity;
import tender.server.oidc.OidcSettings;
import tender.server.oidc.ProviderTokens;
import tender.server.store.identity.LoginIdentityRepository;
import tender.server.store.identity.LoginIdentityRepository.KnownIdentity;
import tender.server.store.identity.LoginSessionRepository;

/**
 * Starts the session of a person that the identity provider has authenticated. A person is found by
 * issuer and subject. The name only names a new user; it never gives access to an existing one.
 */
final class SessionStarter {
  /** Letters of one alphabet, so that two names do not look the same. */
  private static final Pattern USER_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@+-]{0,199}");

  private final LoginIdentityRepository identities;
  private final LoginSessionRepository sessions;
  private final SessionSecrets secrets;
  private final OidcSettings settings;
  private final Optional<Money> creditLimit;
  private final Consumer<AuditEvent> audit;

  SessionStarter(
      LoginIdentityRepository identities,
      LoginSessionRepository sessions,
      SessionSecrets secrets,
      OidcSettings settings,
      Optional<Money> creditLimit,
      Consumer<AuditEvent> audit) {
    this.identities = identities;
    this.sessions = sessions;
    this.secrets = secrets;
    this.settings = settings;
    this.creditLimit = creditLimit;
    this.audit = audit;
  }

  /**
   * Starts a session, with a new token.
   *
   * @param address of the person, for the audit log
   */
  NewSession start(ProviderTokens tokens, SessionKind kind, String address) {
    Identity identity = tokens.identity();
    try {
      UserId user = user(identity);
      identity.groups().ifPresent(groups -> identities.setGroups(user, groups));
      String token = LoginSessionRepository.newToken();
      String hash = LoginSessionRepository.hash(token);
      long expiresMillis =
          sessions
              .create(
                  hash,
                  user,
                  kind,
                  secrets.encryptRefreshToken(hash, tokens),
                  secrets.encryptIdToken(hash, tokens))
              .orElseThrow(() -> revoked(user));
      audit.accept(event(AuditEvent.user(user), identity, kind, address, AuditEvent.DONE));
      return new NewSession(token, user, expiresMillis);
    } catch (ApiException e) {
      audit.accept(event("anonymous", identity, kind, address, "refused: " + e.getMessage()));
      throw e;
    }
  }

  private static AuditEvent event(
      String actor, Identity identity, SessionKind kind, String address, String result) {
    return new AuditEvent(
        actor,
        address,
        "login " + kind.text(),
        identity.issuer() + " " + identity.subject(),
        result);
  }

  private UserId user(Identity identity) {
    KnownIdentity known =
        identities
            .find(identity.issuer(), identity.subject())
            .orElseGet(
                () ->
                    identities.register(
                        identity.issuer(), identity.subject(), newName(identity), creditLimit));
    return switch (known.access()) {
      case ALLOWED -> known.user();
      case REVOKED -> throw revoked(known.user());
      case NAME_TAKEN ->
          throw ApiException.refused(
              "The name '%s' belongs to another user of this market.".formatted(known.user()),
              "Ask the market's operator: either your name at %s is changed, or the other user is."
                  .formatted(settings.name()));
    };
  }

  private static ApiException revoked(UserId user) {
    return ApiException.refused(
        "The market's operator has revoked the user '%s'.".formatted(user),
        "Ask the market's operator.");
  }

  private UserId newName(Identity identity) {
    String name =
        identity
            .userName()
            .orElseThrow(
                () ->
                    ApiException.refused(
                        "Your ID token has no claim '%s', which would be your name here."
                            .formatted(settings.userNameClaim()),
                        "Ask the market's operator to set user_name_claim to a claim that %s sends."
                            .formatted(settings.name())));
    if (!USER_NAME.matcher(name).matches()) {
      throw ApiException.refused(
          "Your name at %s cannot be the name of a user here: it must have 1 to 200 letters a to z, digits, and . _ @ + -, and begin with a letter or digit."
              .formatted(settings.name()),
          "Ask the market's operator to set user_name_claim to a claim with such names.");
    }
    return new UserId(name);
  }
}
