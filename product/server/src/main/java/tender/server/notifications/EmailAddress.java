package tender.server.notifications;

import java.util.regex.Pattern;

/**
 * Which e-mail addresses are possible: a plain one without quotes, comments and display name, so
 * that it can contain no second address and no header.
 */
public final class EmailAddress {
  private static final int MAX_LENGTH = 254;
  private static final Pattern PLAIN =
      Pattern.compile(
          "[A-Za-z0-9_+-][A-Za-z0-9._+'=~-]{0,63}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)*"
              + "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?");

  private EmailAddress() {}

  /** Whether mail can be sent to this address. */
  public static boolean isPossible(String text) {
    return text.length() <= MAX_LENGTH && PLAIN.matcher(text).matches();
  }
}
