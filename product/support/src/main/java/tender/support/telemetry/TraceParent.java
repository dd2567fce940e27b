package tender.support.telemetry;

import com.google.protobuf.ByteString;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A span of another system, from the W3C header {@code traceparent}. */
public record TraceParent(ByteString trace, ByteString span) {
  /** Later versions of the header may have more fields after the flags. */
  private static final Pattern FORMAT =
      Pattern.compile("(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?");

  private static final int MAX_LENGTH = 200;

  /** Empty if the header is not valid. */
  public static Optional<TraceParent> parse(String header) {
    if (header.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    Matcher matcher = FORMAT.matcher(header);
    if (!matcher.matches() || isZero(matcher.group(1)) || isZero(matcher.group(2))) {
      return Optional.empty();
    }
    return Optional.of(new TraceParent(bytes(matcher.group(1)), bytes(matcher.group(2))));
  }

  private static boolean isZero(String digits) {
    return digits.chars().allMatch(digit -> digit == '0');
  }

  private static ByteString bytes(String digits) {
    return ByteString.copyFrom(HexFormat.of().parseHex(digits));
  }
}
