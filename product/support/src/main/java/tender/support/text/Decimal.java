package tender.support.text;

import java.math.BigDecimal;
import java.util.Locale;
import tender.core.model.Time;

/** Formats numbers that core keeps in thousandths, without trailing zeros. */
public final class Decimal {
  private Decimal() {}

  /** The number in whole units, without trailing zeros and without an exponent. */
  public static BigDecimal of(long thousandths) {
    BigDecimal number = BigDecimal.valueOf(thousandths, 3).stripTrailingZeros();
    return number.scale() < 0 ? number.setScale(0) : number;
  }

  /** An instant or a duration, for text output. */
  public static String seconds(long millis) {
    return millis == Time.NEVER ? "never" : of(millis) + " s";
  }

  /** A share, as a percentage. */
  public static String percent(int part, int whole) {
    return String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
  }
}
