package tender.agent.batch;

import java.util.regex.Pattern;

/**
 * Names that may be part of a path and of a batch command's argument. They come from the network,
 * so what is allowed is listed: a name that begins with a letter or digit is neither an option nor
 * a way out of a folder.
 */
public final class SafeNames {
  private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,126}");

  private SafeNames() {}

  public static String require(String name, String what) {
    if (!ALLOWED.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "%s is '%s' and must be 1 to 127 of A-Z a-z 0-9 . _ - that begin with a letter or digit."
              .formatted(what, shown(name)));
    }
    return name;
  }

  /** Enough of it to recognise it by, without what would upset a log. */
  private static String shown(String name) {
    return name.substring(0, Math.min(name.length(), 40)).replaceAll("\\p{Cntrl}", "?");
  }
}
