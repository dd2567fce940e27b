package tender.cli.output;

import java.math.BigDecimal;
import java.util.Locale;
import tender.core.model.Time;

/**
 * Numbers that core counts in thousandths, written as people gave them: seconds without a trailing
 * {@code .0}.
 */
public final class Decimal {
  private Decimal() {}

  /** The number in whole units, with no more decimals than it needs and no power of ten. */
  public static BigDecimal of(long thousandths) {
    BigDecimal number = BigDecimal.valueOf(thousandths, 3).stripTrailingZeros();
    return number.scale() < 0 ? number.setScale(0) : number;
  }

  /** A point in time or a stretch of it, for people. */
  public static String seconds(long millis) {
    return millis == Time.NEVER ? "never" : of(millis) + " s";
  }

  /** A share, for people. */
  public static String percent(int part, int whole) {
    return String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
  }
}
