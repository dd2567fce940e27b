package tender.server.oidc;

import java.net.URI;

/**
 * The identity provider, and this market as its client.
 *
 * @param name of the provider, for people
 * @param userNameClaim the claim of ID tokens that becomes the name of a new user
 * @param groupsClaim the claim of ID tokens with the groups of the user
 * @param publicUrl where browsers reach this market, without a path
 */
public record OidcSettings(
    URI issuer,
    String name,
    String clientId,
    String clientSecret,
    String userNameClaim,
    String groupsClaim,
    URI publicUrl) {

  /** Where the provider sends browsers after a login. */
  public URI callback() {
    return URI.create(publicUrl + "/v1/login/callback");
  }

  /** Where the provider sends browsers after a logout. */
  public URI afterLogout() {
    return URI.create(publicUrl + "/");
  }

  /** Leaves out the secret, which must not appear in logs. */
  @Override
  public String toString() {
    return "OidcSettings[" + issuer + ", " + clientId + "]";
  }
}
