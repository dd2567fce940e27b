package tender.server.oidc;

/**
 * What a login at the identity provider gave.
 *
 * @param refreshToken with which the login is confirmed; replaces the one before
 * @param idToken with which the provider recognises its session at logout
 */
public record ProviderTokens(Identity identity, String refreshToken, String idToken) {
  /** Leaves out the tokens, which must not appear in logs. */
  @Override
  public String toString() {
    return "ProviderTokens[" + identity + "]";
  }
}
