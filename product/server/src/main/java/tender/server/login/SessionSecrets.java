package tender.server.login;

import tender.server.oidc.ProviderTokens;
import tender.server.store.identity.ClaimedSession;
import tender.server.store.identity.LoginSessionRepository.EndedSession;
import tender.server.store.identity.SecretCipher;

/**
 * Encrypts the identity provider's tokens of a session, so that they can be decrypted for this
 * session only. A session is named by the hash of its token.
 */
final class SessionSecrets {
  private static final String REFRESH_TOKEN = "refresh";
  private static final String ID_TOKEN = "id";

  private final SecretCipher cipher;

  SessionSecrets(SecretCipher cipher) {
    this.cipher = cipher;
  }

  String encryptRefreshToken(String hash, ProviderTokens tokens) {
    return cipher.encrypt(name(hash, REFRESH_TOKEN), tokens.refreshToken());
  }

  String encryptIdToken(String hash, ProviderTokens tokens) {
    return cipher.encrypt(name(hash, ID_TOKEN), tokens.idToken());
  }

  String refreshToken(ClaimedSession claim) {
    return cipher.decrypt(name(claim.hash(), REFRESH_TOKEN), claim.refreshToken());
  }

  String idToken(ClaimedSession claim) {
    return cipher.decrypt(name(claim.hash(), ID_TOKEN), claim.idToken());
  }

  String refreshToken(String hash, EndedSession session) {
    return cipher.decrypt(name(hash, REFRESH_TOKEN), session.refreshToken());
  }

  String idToken(String hash, EndedSession session) {
    return cipher.decrypt(name(hash, ID_TOKEN), session.idToken());
  }

  private static String name(String hash, String secret) {
    return "login session " + hash + " " + secret;
  }
}
