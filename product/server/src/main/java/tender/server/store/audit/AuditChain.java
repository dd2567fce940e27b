package tender.server.store.audit;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import tender.server.model.AuditEvent;

/**
 * The hashes of the audit log: each is the SHA-256 of the hash before and of all fields of its
 * entry, so that no entry can be changed, removed or inserted without a change of all later hashes.
 */
final class AuditChain {
  /** The hash before the first entry. */
  static final String START = "0".repeat(64);

  private AuditChain() {}

  static String hash(String previous, long number, long atMillis, AuditEvent event) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.write(HexFormat.of().parseHex(previous));
      out.writeLong(number);
      out.writeLong(atMillis);
      for (String field :
          List.of(event.actor(), event.address(), event.action(), event.target(), event.result())) {
        byte[] text = field.getBytes(StandardCharsets.UTF_8);
        // With its length, so that no text can be moved from one field to the next.
        out.writeInt(text.length);
        out.write(text);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return HexFormat.of().formatHex(sha256(bytes.toByteArray()));
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256.", e);
    }
  }
}
