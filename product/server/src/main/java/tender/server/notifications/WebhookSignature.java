package tender.server.notifications;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signatures of webhooks as Standard Webhooks (standardwebhooks.com) defines them: HMAC-SHA256 over
 * the id, the time and the body.
 */
final class WebhookSignature {
  private static final String ALGORITHM = "HmacSHA256";
  private static final String PREFIX = "whsec_";
  private static final int SECRET_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private WebhookSignature() {}

  /** A new secret, as users get it. */
  static String newSecret() {
    byte[] bytes = new byte[SECRET_BYTES];
    RANDOM.nextBytes(bytes);
    return PREFIX + Base64.getEncoder().encodeToString(bytes);
  }

  /** The header {@code webhook-signature}. */
  static String of(String secret, String id, long timestampSeconds, String body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      byte[] key = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
      mac.init(new SecretKeySpec(key, ALGORITHM));
      byte[] signature =
          mac.doFinal((id + "." + timestampSeconds + "." + body).getBytes(StandardCharsets.UTF_8));
      return "v1," + Base64.getEncoder().encodeToString(signature);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java has HMAC-SHA256.", e);
    }
  }
}
