package tender.core.model;

/**
 * An amount of money: a whole number of thousandths of a credit. It is an integer because a ledger
 * must add up to zero. Arithmetic that overflows throws an exception.
 */
public record Money(long millicredits) implements Comparable<Money> {
  public static final Money ZERO = new Money(0);

  private static final long PERCENT = 100;

  public Money plus(Money other) {
    return new Money(Math.addExact(millicredits, other.millicredits));
  }

  public Money minus(Money other) {
    return new Money(Math.subtractExact(millicredits, other.millicredits));
  }

  public Money times(long count) {
    return new Money(Math.multiplyExact(millicredits, count));
  }

  /** The cost of this much processor time if this is the price of one hour, rounded up. */
  public Money forProcessorTime(long processorMillis) {
    // Whole hours are multiplied separately to avoid a needless overflow.
    Money ofWholeHours = times(processorMillis / Time.HOUR_MILLIS);
    Money ofRemainder = times(processorMillis % Time.HOUR_MILLIS);
    return ofWholeHours.plus(new Money(Math.ceilDiv(ofRemainder.millicredits, Time.HOUR_MILLIS)));
  }

  /** This amount and a surcharge of this many percent of it, rounded up. */
  public Money withSurcharge(int percent) {
    // Whole hundreds are multiplied separately to avoid a needless overflow.
    Money ofHundreds = new Money(millicredits / PERCENT).times(percent);
    long ofRemainder = Math.ceilDiv(millicredits % PERCENT * percent, PERCENT);
    return plus(ofHundreds).plus(new Money(ofRemainder));
  }

  /** How much of an amount made by {@link #withSurcharge} is the surcharge. */
  public Money includedSurcharge(int percent) {
    long divisor = PERCENT + percent;
    long without = millicredits / divisor * PERCENT + millicredits % divisor * PERCENT / divisor;
    return minus(new Money(without));
  }

  @Override
  public int compareTo(Money other) {
    return Long.compare(millicredits, other.millicredits);
  }

  /** In credits, with as many of the three decimals as are needed: {@code 12}, {@code 0.5}. */
  @Override
  public String toString() {
    String digits = String.valueOf(Math.abs(millicredits % 1000) + 1000).substring(1);
    String fraction = digits.replaceAll("0+$", "");
    String sign = millicredits < 0 ? "-" : "";
    String whole = String.valueOf(Math.abs(millicredits / 1000));
    return sign + whole + (fraction.isEmpty() ? "" : "." + fraction);
  }

  /** This amount, which must not be negative. */
  public Money requireNotNegative(String name) {
    if (millicredits < 0) {
      throw new IllegalArgumentException(name + " is " + this + ", and must be at least 0.");
    }
    return this;
  }
}
