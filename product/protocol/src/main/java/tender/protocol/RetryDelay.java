package tender.protocol;

import io.grpc.Metadata;
import io.grpc.Status;
import java.util.OptionalLong;

/**
 * After which delay a rejected call should be repeated, in the trailer that gRPC defines for this
 * purpose. The side that reads it must limit it.
 */
public final class RetryDelay {
  private static final Metadata.Key<String> PUSHBACK_MILLIS =
      Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER);

  /** More digits than any delay that makes sense; also keeps the number within its type. */
  private static final int MAX_DIGITS = 12;

  private RetryDelay() {}

  /** The trailers of a rejected call. */
  public static Metadata trailers(long delayMillis) {
    Metadata trailers = new Metadata();
    trailers.put(PUSHBACK_MILLIS, String.valueOf(delayMillis));
    return trailers;
  }

  /** The delay that the server asked for; empty if there is none or it is not a valid number. */
  public static OptionalLong millis(Throwable failure) {
    Metadata trailers = Status.trailersFromThrowable(failure);
    String text = trailers == null ? null : trailers.get(PUSHBACK_MILLIS);
    if (text == null
        || text.isEmpty()
        || text.length() > MAX_DIGITS
        || !text.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(Long.parseLong(text));
  }
}
