package tender.workload.swf;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * The comments of a log. Most are {@code Key: value}, with what does not fit on the line following
 * on the next ones; the format defines some thirty keys, of which the few that matter here have
 * methods. Who shows a figure made from a log shows {@link #acknowledgements} and {@link #notices}.
 *
 * @param comments in their order, each without its semicolon and otherwise unchanged
 */
public record SwfHeader(List<String> comments) {
  public SwfHeader {
    comments = List.copyOf(comments);
  }

  /** The machine's processors, if the log says so. */
  public OptionalLong maxProcs() {
    return number("MaxProcs");
  }

  /** The machine's nodes, if the log says so. */
  public OptionalLong maxNodes() {
    return number("MaxNodes");
  }

  /** When the log's clock stood at 0, in seconds since the Unix epoch, if the log says so. */
  public OptionalLong unixStartTime() {
    return number("UnixStartTime");
  }

  /** The people to be thanked for the log. */
  public List<String> acknowledgements() {
    return values("Acknowledge");
  }

  /** Terms that must be kept with the log and with what is made from it. */
  public List<String> notices() {
    return values("Copyright");
  }

  /** The values of a key, in their order, each with the lines that continue it. */
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

  private OptionalLong number(String key) {
    return values(key).stream().flatMapToLong(SwfHeader::leadingNumber).findFirst();
  }

  /** Logs write 338 (batch partition; 512 total). */
  private static LongStream leadingNumber(String value) {
    int digits = 0;
    while (digits < value.length() && value.charAt(digits) >= '0' && value.charAt(digits) <= '9') {
      digits++;
    }
    boolean fits = digits > 0 && digits <= 18;
    return fits ? LongStream.of(Long.parseLong(value, 0, digits, 10)) : LongStream.empty();
  }

  /** Where the colon behind a key is, or -1. A key is one capitalised word, an address is not. */
  private static int endOfKey(String text) {
    int at = 0;
    while (at < text.length() && Character.isLetter(text.charAt(at))) {
      at++;
    }
    boolean isKey =
        at > 0
            && Character.isUpperCase(text.charAt(0))
            && at < text.length()
            && text.charAt(at) == ':'
            && (at + 1 == text.length() || Character.isWhitespace(text.charAt(at + 1)));
    return isKey ? at : -1;
  }
}
