package tender.server.oidc;

/**
 * With which the result of a login by device code is asked for.
 *
 * @param verifier the secret of PKCE, which a provider may require of all logins of a client
 */
record DeviceSecret(String deviceCode, String verifier) {
  /** As one text; device codes have no spaces. */
  String text() {
    return deviceCode + " " + verifier;
  }

  static DeviceSecret parse(String text) {
    int space = text.indexOf(' ');
    return new DeviceSecret(text.substring(0, space), text.substring(space + 1));
  }
}
