package tender.protocol;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tender.bagfile.Digest;

/**
 * The token that the operator of a market gives to the owner of a cluster, as one line of text: a
 * single-use secret and the fingerprint of the market's authority. The agent checks the server
 * against the fingerprint before it sends the secret.
 *
 * @param secret random letters, digits, hyphens and underscores
 * @param authority SHA-256 of the authority's certificate
 */
public record EnrolmentToken(String secret, Digest authority) {
  private static final Pattern FORMAT = Pattern.compile("([A-Za-z0-9_-]{16,128})\\.([0-9a-f]{64})");

  public static EnrolmentToken parse(String text) {
    Matcher matcher = FORMAT.matcher(text.strip());
    if (!matcher.matches()) {
      // The message omits the text, which may be a mistyped secret.
      throw new IllegalArgumentException(
          "The enrolment token has %s characters and is not of the form SECRET.FINGERPRINT, with a fingerprint of 64 hexadecimal digits. Copy the whole line that the market's operator gave you."
              .formatted(text.strip().length()));
    }
    return new EnrolmentToken(matcher.group(1), new Digest(matcher.group(2)));
  }

  /** The token as text. It is a secret and must not be logged. */
  public String text() {
    return secret + "." + authority.hex();
  }

  @Override
  public String toString() {
    return "enrolment token for authority " + authority;
  }
}
