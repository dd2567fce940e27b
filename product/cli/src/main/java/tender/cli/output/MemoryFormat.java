package tender.cli.output;

import java.util.Locale;

/** Formats amounts of memory. */
public final class MemoryFormat {
  private static final long MIB = 1L << 20;
  private static final long GIB = 1L << 30;

  private MemoryFormat() {}

  /** An amount in GiB with one digit after the point, or in MiB; at least 0.1 MiB. */
  public static String bytes(long bytes) {
    return bytes >= GIB ? oneDigit(bytes, GIB) + " GiB" : oneDigit(bytes, MIB) + " MiB";
  }

  private static String oneDigit(long bytes, long unit) {
    double rounded = Math.max(0.1, Math.round(10.0 * bytes / unit) / 10.0);
    return rounded == Math.rint(rounded)
        ? Long.toString((long) rounded)
        : String.format(Locale.ROOT, "%.1f", rounded);
  }
}
