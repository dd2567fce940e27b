package tender.workload.swf;

/** A few bytes of a log in a form that is safe to print, whatever they are. */
final class SwfExcerpt {
  private static final int LONGEST = 40;

  private SwfExcerpt() {}

  /** The first word from there on, in quotes. */
  static String of(byte[] bytes, int from, int to) {
    var text = new StringBuilder("'");
    int at = from;
    while (at < to && at - from < LONGEST && !SwfRowParser.isBlank(bytes[at])) {
      byte value = bytes[at];
      text.append(value > ' ' && value < 0x7f ? (char) value : '?');
      at++;
    }
    return text.append(at - from == LONGEST ? "…'" : "'").toString();
  }
}
