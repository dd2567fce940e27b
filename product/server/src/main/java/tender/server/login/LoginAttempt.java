package tender.server.login;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import tender.server.store.identity.SecretCipher;

/**
 * A login that a browser has started and not completed. The browser keeps it, encrypted, in a
 * cookie: so any server can complete it, and strangers cannot fill a table.
 *
 * @param state returns with the browser, and shows that this browser has started the login
 * @param nonce returns in the ID token, and shows that the token is of this login
 * @param verifier the secret of PKCE, without which the code is worthless
 */
record LoginAttempt(
    long expiresMillis, String state, String nonce, String verifier, String returnPath) {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 32;
  private static final long VALID_MILLIS = 10 * 60_000;
  private static final String SECRET_NAME = "login attempt";
  private static final int FIELDS = 5;

  static LoginAttempt start(long nowMillis, String returnPath) {
    return new LoginAttempt(nowMillis + VALID_MILLIS, random(), random(), random(), returnPath);
  }

  private static String random() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  String encrypt(SecretCipher cipher) {
    return cipher.encrypt(
        SECRET_NAME,
        String.join(" ", String.valueOf(expiresMillis), state, nonce, verifier, returnPath));
  }

  /** Reads an attempt; empty if it was not written by a server of this market. */
  static Optional<LoginAttempt> decrypt(SecretCipher cipher, String encrypted) {
    List<String> fields;
    try {
      fields = List.of(cipher.decrypt(SECRET_NAME, encrypted).split(" ", FIELDS));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
    return Optional.of(
        new LoginAttempt(
            Long.parseLong(fields.get(0)),
            fields.get(1),
            fields.get(2),
            fields.get(3),
            fields.get(4)));
  }
}
