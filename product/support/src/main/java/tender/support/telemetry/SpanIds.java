package tender.support.telemetry;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import tender.core.model.BagId;

/** Ids of traces and spans, derived from the bag's id and the span's key. */
public final class SpanIds {
  private static final int TRACE_BYTES = 16;
  private static final int SPAN_BYTES = 8;

  private SpanIds() {}

  /** The first half of the SHA-256 of the bag's id. */
  public static ByteString trace(BagId bag) {
    return digest(bag.value()).substring(0, TRACE_BYTES);
  }

  /** The first quarter of the SHA-256 of the bag's id and the span's key. */
  public static ByteString span(BagId bag, String about) {
    return digest(bag.value() + "\n" + about).substring(0, SPAN_BYTES);
  }

  private static ByteString digest(String text) {
    try {
      return ByteString.copyFrom(
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This Java runtime does not support SHA-256.", e);
    }
  }
}
