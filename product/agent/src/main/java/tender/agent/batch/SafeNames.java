package tender.agent.batch;

import java.util.regex.Pattern;

/**
 * Validates names that become part of a path or of a batch command's argument. Names come from the
 * network, so only listed characters are allowed: a name that begins with a letter or digit is
 * neither an option nor a path out of a folder.
 */
public final class SafeNames {
  private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+-]{0,126}");

  private SafeNames() {}

  public static String require(String name, String what) {
    if (!ALLOWED.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "%s is '%s', and must be 1 to 127 of A-Z a-z 0-9 . _ + - beginning with a letter or digit."
              .formatted(what, shown(name)));
    }
    return name;
  }

  /** A prefix of the name for messages, without control characters. */
  private static String shown(String name) {
    return name.substring(0, Math.min(name.length(), 40)).replaceAll("\\p{Cntrl}", "?");
  }
}
