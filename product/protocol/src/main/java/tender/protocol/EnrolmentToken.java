package tender.protocol;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tender.bagfile.Digest;

/**
 * What the operator of a market hands to the owner of a cluster, as one line of text: a secret that
 * is good for one enrolment, and the fingerprint of the market's authority. With the latter an
 * agent knows the right server before it tells the secret to anybody.
 *
 * @param secret drawn by the market, of letters, digits, hyphens and underscores
 * @param authority SHA-256 of the authority's certificate
 */
public record EnrolmentToken(String secret, Digest authority) {
  private static final Pattern FORMAT = Pattern.compile("([A-Za-z0-9_-]{16,128})\\.([0-9a-f]{64})");
  private static final int SECRET_BYTES = 16;

  /** A new one. */
  public static EnrolmentToken generate(Digest authority) {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    return new EnrolmentToken(HexFormat.of().formatHex(secret), authority);
  }

  public static EnrolmentToken parse(String text) {
    Matcher matcher = FORMAT.matcher(text.strip());
    if (!matcher.matches()) {
      // Without the text, which may be a secret that is only misspelt.
      throw new IllegalArgumentException(
          "The token has "
              + text.strip().length()
              + " characters and is not a secret and 64 hexadecimal digits with a dot between them."
              + " Copy all of the line that the market's operator has.");
    }
    return new EnrolmentToken(matcher.group(1), new Digest(matcher.group(2)));
  }

  /** The line of text. It is a secret: for the operator's eyes, not for a log. */
  public String text() {
    return secret + "." + authority.hex();
  }

  @Override
  public String toString() {
    return "a token for the authority " + authority;
  }
}
