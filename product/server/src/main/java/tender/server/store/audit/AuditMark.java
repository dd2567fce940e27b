package tender.server.store.audit;

import java.util.regex.Pattern;
import tender.support.text.InputChecks;

/**
 * A position in the audit log. With one that was kept elsewhere an operator can prove later that
 * the entries until then are unchanged.
 *
 * @param number of an entry; 0 before the first
 * @param hash of this entry, in hexadecimal
 */
public record AuditMark(long number, String hash) {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,18}):([0-9a-f]{64})");

  /** Parses {@code NUMBER:HASH}. */
  public static AuditMark parse(String text) {
    var matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "The mark is %s, and must be a number, a colon and 64 hexadecimal digits."
              .formatted(InputChecks.quoted(text)));
    }
    return new AuditMark(Long.parseLong(matcher.group(1)), matcher.group(2));
  }

  @Override
  public String toString() {
    return number + ":" + hash;
  }
}
