package tender.server.oidc;

import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTParser;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.device.DeviceAuthorizationRequest;
import com.nimbusds.oauth2.sdk.device.DeviceAuthorizationResponse;
import com.nimbusds.oauth2.sdk.device.DeviceAuthorizationSuccessResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.LogoutRequest;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import java.net.URI;
import java.text.ParseException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.support.input.Printable;

/**
 * An identity provider. Methods throw {@link ProviderUnavailableException} if it does not answer as
 * it must, and {@link GrantRefusedException} if it refuses the person.
 */
public final class OidcProvider {
  /** To stay logged in without a session in a browser. */
  private static final String OFFLINE = "offline_access";

  private final OidcSettings settings;
  private final ProviderDiscovery discovery;
  private final TokenEndpoint tokens;

  public OidcProvider(OidcSettings settings) {
    this.settings = settings;
    discovery = new ProviderDiscovery(settings.issuer());
    tokens = new TokenEndpoint(settings, discovery);
  }

  public OidcSettings settings() {
    return settings;
  }

  /** Reads the discovery document, unless it was read before. */
  public void discover() {
    var _ = discovery.metadata();
  }

  /**
   * Where a browser logs in.
   *
   * @param verifier the secret of PKCE, of which only a hash is sent now
   */
  public URI authorizationUrl(String state, String nonce, String verifier) {
    return new AuthenticationRequest.Builder(
            ResponseType.CODE, scope(), new ClientID(settings.clientId()), settings.callback())
        .endpointURI(discovery.metadata().getAuthorizationEndpointURI())
        .state(new State(state))
        .nonce(new Nonce(nonce))
        .codeChallenge(new CodeVerifier(verifier), CodeChallengeMethod.S256)
        .build()
        .toURI();
  }

  /** Whether each answer to a browser names its issuer. */
  public boolean namesIssuer() {
    return discovery.metadata().supportsAuthorizationResponseIssuerParam();
  }

  /** Exchanges the code that a browser has brought. */
  public ProviderTokens exchange(String code, String nonce, String verifier) {
    return tokens.require(
        new AuthorizationCodeGrant(
            new AuthorizationCode(code), settings.callback(), new CodeVerifier(verifier)),
        Optional.of(nonce));
  }

  /** Asks whether a login is still valid. */
  public ProviderTokens refresh(String refreshToken, Identity identity, String idToken) {
    return tokens.refresh(
        new RefreshTokenGrant(new RefreshToken(refreshToken)),
        new ProviderTokens(identity, refreshToken, idToken));
  }

  /** Starts a login by device code. */
  public DeviceAuthorization startDevice() {
    OIDCProviderMetadata metadata = discovery.metadata();
    @Nullable URI endpoint = metadata.getDeviceAuthorizationEndpointURI();
    if (endpoint == null) {
      throw new ProviderUnavailableException(
          "The identity provider %s has no logins by device code. Create an access token in place of a login."
              .formatted(settings.issuer()));
    }
    Scope scope = scope();
    if (metadata.getScopes() != null && metadata.getScopes().contains(OFFLINE)) {
      scope.add(OFFLINE);
    }
    CodeVerifier verifier = new CodeVerifier();
    CodeChallengeMethod method = CodeChallengeMethod.S256;
    DeviceAuthorizationResponse response =
        tokens.send(
            new DeviceAuthorizationRequest.Builder(tokens.clientAuthentication())
                .endpointURI(endpoint)
                .scope(scope)
                .customParameter(
                    "code_challenge", CodeChallenge.compute(method, verifier).getValue())
                .customParameter("code_challenge_method", method.getValue())
                .build()
                .toHTTPRequest(),
            DeviceAuthorizationResponse::parse);
    if (!response.indicatesSuccess()) {
      throw tokens.unavailable(response.toErrorResponse().getErrorObject());
    }
    DeviceAuthorizationSuccessResponse started = response.toSuccessResponse();
    return new DeviceAuthorization(
        new DeviceSecret(started.getDeviceCode().getValue(), verifier.getValue()).text(),
        Printable.of(started.getUserCode().getValue()),
        started.getVerificationURI(),
        Optional.ofNullable(started.getVerificationURIComplete()),
        started.getLifetime() * 1_000,
        started.getInterval() * 1_000);
  }

  /**
   * How a login by device code stands.
   *
   * @param secret as {@link #startDevice} gave it
   */
  public DeviceResult pollDevice(String secret) {
    return tokens.poll(DeviceSecret.parse(secret));
  }

  /** Where a browser ends its session at the provider; empty if the provider has no such page. */
  public Optional<URI> logoutUrl(String idToken) {
    @Nullable URI endpoint = discovery.metadata().getEndSessionEndpointURI();
    if (endpoint == null) {
      return Optional.empty();
    }
    try {
      JWT hint = JWTParser.parse(idToken);
      return Optional.of(new LogoutRequest(endpoint, hint, settings.afterLogout(), null).toURI());
    } catch (ParseException e) {
      throw new IllegalStateException("The stored ID token was parsed before.", e);
    }
  }

  /** Makes a refresh token invalid, if the provider can do this. */
  public void revoke(String refreshToken) {
    Optional.ofNullable(discovery.metadata().getRevocationEndpointURI())
        .ifPresent(endpoint -> tokens.revoke(endpoint, new RefreshToken(refreshToken)));
  }

  /** A value that changes. */
  private static Scope scope() {
    return new Scope("openid", "profile");
  }
}
