package tender.server.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jwt.JWT;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.claims.AuthorizedParty;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import java.net.MalformedURLException;
import java.net.URI;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tender.support.input.Printable;
import tender.support.text.ErrorMessages;

/**
 * Verifies ID tokens: issuer, audience, nonce, times, and the signature with one of the provider's
 * published keys. Only algorithms with key pairs are accepted: not {@code none}, and none by which
 * the client's secret could be tried.
 */
final class IdTokenReader {
  private static final int MILLIS = 5_000;
  private static final int MAX_KEYS_BYTES = 200 << 10;

  private final OidcSettings settings;
  private final IDTokenValidator validator;

  IdTokenReader(OidcSettings settings, URI keys) {
    this.settings = settings;
    Set<JWSAlgorithm> algorithms = new HashSet<>(JWSAlgorithm.Family.RSA);
    algorithms.addAll(JWSAlgorithm.Family.EC);
    validator =
        new IDTokenValidator(
            new Issuer(settings.issuer()),
            new ClientID(settings.clientId()),
            new JWSVerificationKeySelector<>(algorithms, source(keys)),
            null);
  }

  private static JWKSource<SecurityContext> source(URI keys) {
    try {
      return JWKSourceBuilder.create(
              keys.toURL(), new DefaultResourceRetriever(MILLIS, MILLIS, MAX_KEYS_BYTES))
          .refreshAheadCache(false)
          .retrying(true)
          .build();
    } catch (MalformedURLException e) {
      throw new ProviderUnavailableException("The identity provider has no keys at " + keys + ".");
    }
  }

  /**
   * The person of a token.
   *
   * @param nonce that the token must have; empty for logins without one
   * @throws GrantRefusedException if the token is not valid
   */
  Identity read(JWT token, Optional<String> nonce) {
    try {
      @Nullable Nonce expected = nonce.map(Nonce::new).orElse(null);
      IDTokenClaimsSet claims = validator.validate(token, expected);
      requireOwnParty(claims.getAuthorizedParty());
      return new Identity(
          claims.getIssuer().getValue(),
          claims.getSubject().getValue(),
          Optional.ofNullable(claims.getStringClaim(settings.userNameClaim())),
          Optional.of(GroupsClaim.read(claims, settings.groupsClaim())));
    } catch (BadJOSEException e) {
      throw new GrantRefusedException(
          "The ID token is not valid: %s.".formatted(ErrorMessages.describe(e)));
    } catch (JOSEException e) {
      throw new ProviderUnavailableException(
          "The keys of the identity provider cannot be read: %s."
              .formatted(ErrorMessages.describe(e)),
          e);
    }
  }

  /** A token for several clients must have been issued to this one, which the library ignores. */
  private void requireOwnParty(@Nullable AuthorizedParty party) {
    if (party != null && !party.getValue().equals(settings.clientId())) {
      throw new GrantRefusedException(
          "The ID token is not valid: it was issued to another client, "
              + Printable.of(party.getValue())
              + ".");
    }
  }
}
