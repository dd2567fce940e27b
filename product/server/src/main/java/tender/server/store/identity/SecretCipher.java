package tender.server.store.identity;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import tender.support.text.ErrorMessages;

/**
 * Encrypts secrets with a key from a file outside of the database, so that the database or a backup
 * of it is useless without that file.
 */
public final class SecretCipher {
  private static final String ALGORITHM = "AES/GCM/NoPadding";
  private static final String PREFIX = "aes-256-gcm:";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final Pattern KEY = Pattern.compile("[0-9a-fA-F]{64}");

  private final SecureRandom random = new SecureRandom();
  private final SecretKey key;
  private final Path file;

  private SecretCipher(SecretKey key, Path file) {
    this.key = key;
    this.file = file;
  }

  /** Reads the key: 64 hexadecimal digits on the first line of a file that is not public. */
  public static SecretCipher fromFile(Path file) {
    try {
      if (Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
        throw new IllegalArgumentException(
            "Every account of this machine can read the encryption key in %s. Run: chmod o-rwx %s"
                .formatted(file, file));
      }
      String line = Files.readString(file).lines().findFirst().orElse("").strip();
      if (!KEY.matcher(line).matches()) {
        throw new IllegalArgumentException(
            "The first line of %s is no encryption key, which has 64 hexadecimal digits. Create one with: openssl rand -hex 32"
                .formatted(file));
      }
      return new SecretCipher(new SecretKeySpec(HexFormat.of().parseHex(line), "AES"), file);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "Cannot read the encryption key in %s: %s.".formatted(file, ErrorMessages.describe(e)),
          e);
    }
  }

  /** Whether a stored secret is encrypted. */
  public static boolean isEncrypted(String stored) {
    return stored.startsWith(PREFIX);
  }

  /** Encrypts a secret, which can be decrypted under the same name only. */
  public String encrypt(String name, String secret) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      byte[] encrypted =
          cipher(Cipher.ENCRYPT_MODE, name, nonce).doFinal(secret.getBytes(StandardCharsets.UTF_8));
      byte[] all =
          ByteBuffer.allocate(nonce.length + encrypted.length).put(nonce).put(encrypted).array();
      return PREFIX + Base64.getEncoder().encodeToString(all);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java has AES in GCM mode.", e);
    }
  }

  /**
   * Decrypts a secret.
   *
   * @throws IllegalArgumentException if it was encrypted with another key, or was changed
   */
  public String decrypt(String name, String stored) {
    try {
      byte[] all = Base64.getDecoder().decode(stored.substring(PREFIX.length()));
      ByteBuffer bytes = ByteBuffer.wrap(all);
      byte[] nonce = new byte[NONCE_BYTES];
      bytes.get(nonce);
      byte[] secret =
          cipher(Cipher.DECRYPT_MODE, name, nonce)
              .doFinal(all, bytes.position(), bytes.remaining());
      return new String(secret, StandardCharsets.UTF_8);
    } catch (GeneralSecurityException | IllegalArgumentException | BufferUnderflowException e) {
      throw new IllegalArgumentException(
          "The secret '%s' in the database cannot be decrypted with the key in %s. Set 'encryption_key_file' to the file with the key that encrypted it."
              .formatted(name, file),
          e);
    }
  }

  /** Whether the secret is encrypted with this key. */
  public boolean isKeyOf(String name, String stored) {
    if (!isEncrypted(stored)) {
      return false;
    }
    try {
      var _ = decrypt(name, stored);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private Cipher cipher(int mode, String name, byte[] nonce) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(ALGORITHM);
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(name.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }
}
