package tender.workload.swf;

import java.util.ArrayList;
import java.util.List;

/**
 * The comments of a trace. Most are {@code Key: value}, and long values continue on the next lines.
 * The format defines about thirty keys; this class has methods for the few that Tender uses. A
 * figure made from a trace must be shown with its {@link #acknowledgements} and {@link #notices}.
 *
 * @param comments in file order, without the semicolon and otherwise unchanged
 */
public record SwfHeader(List<String> comments) {
  public SwfHeader {
    comments = List.copyOf(comments);
  }

  /** The people to acknowledge for the trace. */
  public List<String> acknowledgements() {
    return values("Acknowledge");
  }

  /** Terms that must be kept with the trace and with everything derived from it. */
  public List<String> notices() {
    return values("Copyright");
  }

  /** The values of a key in file order, each with its continuation lines. */
  public List<String> values(String key) {
    var values = new ArrayList<String>();
    boolean continues = false;
    for (String comment : comments) {
      String text = comment.strip();
      int colon = endOfKey(text);
      if (colon >= 0) {
        continues = text.substring(0, colon).equals(key);
        if (continues) {
          values.add(text.substring(colon + 1).strip());
        }
      } else if (text.isEmpty()) {
        continues = false;
      } else if (continues) {
        values.add((values.removeLast() + "\n" + text).strip());
      }
    }
    return values;
  }

  /**
   * The position of the colon after a key, or -1. A key is one capitalised word; the scheme of a
   * URL is not capitalised.
   */
  private static int endOfKey(String text) {
    int position = 0;
    while (position < text.length() && Character.isLetter(text.charAt(position))) {
      position++;
    }
    boolean isKey =
        position > 0
            && Character.isUpperCase(text.charAt(0))
            && position < text.length()
            && text.charAt(position) == ':'
            && (position + 1 == text.length() || Character.isWhitespace(text.charAt(position + 1)));
    return isKey ? position : -1;
  }
}
