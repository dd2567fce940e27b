package tender.server.oidc;

import com.nimbusds.jwt.JWT;
import com.nimbusds.oauth2.sdk.AccessTokenResponse;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.TokenRevocationRequest;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.device.DeviceAuthorizationGrantError;
import com.nimbusds.oauth2.sdk.device.DeviceCode;
import com.nimbusds.oauth2.sdk.device.DeviceCodeGrant;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import java.io.IOException;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.support.input.Printable;
import tender.support.text.ErrorMessages;

/** Requests of the market to its identity provider, authenticated by the client's secret. */
final class TokenEndpoint {
  private static final int CONNECT_MILLIS = 2_000;
  private static final int READ_MILLIS = 5_000;
  private static final int SERVER_ERROR = 500;

  private final OidcSettings settings;
  private final ProviderDiscovery discovery;
  private @Nullable IdTokenReader idTokens;

  TokenEndpoint(OidcSettings settings, ProviderDiscovery discovery) {
    this.settings = settings;
    this.discovery = discovery;
  }

  /** Reads a response. */
  interface Parser<T> {
    T parse(HTTPResponse response) throws ParseException;
  }

  ClientAuthentication clientAuthentication() {
    return new ClientSecretBasic(
        new ClientID(settings.clientId()), new Secret(settings.clientSecret()));
  }

  /** A login, whose answer must have everything. */
  ProviderTokens require(AuthorizationGrant grant, Optional<String> nonce) {
    return tokens(success(ask(request(grant))), nonce);
  }

  /** An answer may leave out what has not changed. */
  ProviderTokens refresh(AuthorizationGrant grant, ProviderTokens before) {
    AccessTokenResponse answer = success(ask(request(grant)));
    @Nullable RefreshToken next = answer.getTokens().getRefreshToken();
    @Nullable JWT idToken = idToken(answer);
    Identity identity = before.identity();
    if (idToken != null) {
      identity = idTokens().read(idToken, Optional.empty());
      if (!identity.subject().equals(before.identity().subject())) {
        throw new GrantRefusedException("The identity provider confirmed another person.");
      }
    }
    return new ProviderTokens(
        identity,
        next == null ? before.refreshToken() : next.getValue(),
        idToken == null ? before.idToken() : idToken.serialize());
  }

  DeviceResult poll(DeviceSecret secret) {
    TokenResponse response =
        ask(
            request(new DeviceCodeGrant(new DeviceCode(secret.deviceCode())))
                .customParameter("code_verifier", secret.verifier()));
    if (response.indicatesSuccess()) {
      return new DeviceResult.Granted(tokens(response.toSuccessResponse(), Optional.empty()));
    }
    ErrorObject error = response.toErrorResponse().getErrorObject();
    if (DeviceAuthorizationGrantError.AUTHORIZATION_PENDING.equals(error)) {
      return new DeviceResult.Pending(false);
    }
    if (DeviceAuthorizationGrantError.SLOW_DOWN.equals(error)) {
      return new DeviceResult.Pending(true);
    }
    if (DeviceAuthorizationGrantError.EXPIRED_TOKEN.equals(error)) {
      return new DeviceResult.Refused("It was not completed in time.");
    }
    if (OAuth2Error.ACCESS_DENIED.equals(error) || OAuth2Error.INVALID_GRANT.equals(error)) {
      return new DeviceResult.Refused(text(error));
    }
    throw unavailable(error);
  }

  void revoke(URI endpoint, RefreshToken token) {
    send(
        new TokenRevocationRequest(endpoint, clientAuthentication(), token).toHTTPRequest(),
        response -> response.getStatusCode());
  }

  private ProviderTokens tokens(AccessTokenResponse response, Optional<String> nonce) {
    @Nullable JWT idToken = idToken(response);
    @Nullable RefreshToken refreshToken = response.getTokens().getRefreshToken();
    if (idToken == null || refreshToken == null) {
      throw new ProviderUnavailableException(
          "The identity provider %s gave no %s. Enable it for the client %s."
              .formatted(
                  settings.issuer(),
                  idToken == null ? "ID token" : "refresh token",
                  settings.clientId()));
    }
    return new ProviderTokens(
        idTokens().read(idToken, nonce), refreshToken.getValue(), idToken.serialize());
  }

  private static @Nullable JWT idToken(AccessTokenResponse response) {
    return response instanceof OIDCTokenResponse withIdentity
        ? withIdentity.getOIDCTokens().getIDToken()
        : null;
  }

  private TokenRequest.Builder request(AuthorizationGrant grant) {
    return new TokenRequest.Builder(
        discovery.metadata().getTokenEndpointURI(), clientAuthentication(), grant);
  }

  private TokenResponse ask(TokenRequest.Builder request) {
    return send(request.build().toHTTPRequest(), OIDCTokenResponseParser::parse);
  }

  private AccessTokenResponse success(TokenResponse response) {
    if (response.indicatesSuccess()) {
      return response.toSuccessResponse();
    }
    ErrorObject error = response.toErrorResponse().getErrorObject();
    if (OAuth2Error.INVALID_GRANT.equals(error)) {
      throw new GrantRefusedException("The identity provider refused: " + text(error) + ".");
    }
    throw unavailable(error);
  }

  <T> T send(HTTPRequest request, Parser<T> parser) {
    request.setConnectTimeout(CONNECT_MILLIS);
    request.setReadTimeout(READ_MILLIS);
    request.setFollowRedirects(false);
    try {
      HTTPResponse response = request.send();
      if (response.getStatusCode() >= SERVER_ERROR) {
        throw new ProviderUnavailableException(
            "The identity provider %s answered with status %d."
                .formatted(settings.issuer(), response.getStatusCode()));
      }
      return parser.parse(response);
    } catch (IOException | ParseException e) {
      throw new ProviderUnavailableException(
          "The identity provider %s did not answer as it must: %s."
              .formatted(settings.issuer(), ErrorMessages.describe(e)),
          e);
    }
  }

  ProviderUnavailableException unavailable(ErrorObject error) {
    return new ProviderUnavailableException(
        "The identity provider %s refused the client %s: %s."
            .formatted(settings.issuer(), settings.clientId(), text(error)));
  }

  private static String text(ErrorObject error) {
    String code = Objects.requireNonNullElse(error.getCode(), "no reason");
    return Printable.of(
        error.getDescription() == null ? code : code + ", " + error.getDescription());
  }

  /** Late, because the address of the keys is in the discovery document. */
  private synchronized IdTokenReader idTokens() {
    if (idTokens == null) {
      idTokens = new IdTokenReader(settings, discovery.metadata().getJWKSetURI());
    }
    return idTokens;
  }
}
