package tender.workload.swf;

/** A few bytes of a trace in a form that is safe to print. */
final class SwfExcerpt {
  private static final int MAX_LENGTH = 40;

  private SwfExcerpt() {}

  /** The first word of the range, in quotes. */
  static String of(byte[] bytes, int from, int to) {
    var text = new StringBuilder("'");
    int at = from;
    while (at < to && at - from < MAX_LENGTH && !SwfRowParser.isBlank(bytes[at])) {
      byte value = bytes[at];
      text.append(value > ' ' && value < 0x7f ? (char) value : '?');
      at++;
    }
    return text.append(at - from == MAX_LENGTH ? "…'" : "'").toString();
  }
}
