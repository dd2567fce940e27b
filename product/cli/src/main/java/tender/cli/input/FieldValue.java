package tender.cli.input;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tender.cli.output.Decimal;
import tender.core.model.Time;

/**
 * One field and the text that is written there, if any. Its methods make of it what the field is
 * meant to hold, or complain.
 */
public final class FieldValue {
  /** Ten years: longer than anything runs, and short enough that a million of them add up. */
  public static final long LONGEST_DURATION_MILLIS = 3_650 * Time.DAY_MILLIS;

  private static final int LONGEST_ID = 200;

  /** Few enough digits and small enough powers of ten that arithmetic on them is cheap. */
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d{1,30}(\\.\\d{0,30})?|\\.\\d{1,30})([eE][+-]?\\d{1,2})?");

  private final FieldLocation place;
  private final String name;
  private final @Nullable String text;

  FieldValue(FieldLocation place, String name, @Nullable String text) {
    this.place = place;
    this.name = name;
    this.text = text;
  }

  public boolean isGiven() {
    return text != null;
  }

  public FieldLocation place() {
    return place;
  }

  /** This value, or another where nothing is written. */
  public FieldValue orElse(String other) {
    return text == null ? new FieldValue(place, name, other) : this;
  }

  /** A name of something, which can be printed as it is. */
  public String id() {
    if (text == null || text.isBlank() || text.length() > LONGEST_ID || !Printable.isPlain(text)) {
      throw mismatch(
          "a name of 1 to " + LONGEST_ID + " visible characters",
          "Names are for people: letters, digits and signs, such as \"" + name + ": p1\".");
    }
    return text;
  }

  /** How many of something there are, at least one. */
  public int count() {
    return (int) wholeNumber(1, Integer.MAX_VALUE);
  }

  /** A whole number. */
  public long wholeNumber(long least, long most) {
    return number(0)
        .filter(number -> isWithin(number, least, most))
        .orElseThrow(
            () ->
                mismatch(
                    "a whole number from " + least + " to " + most,
                    "Write plain digits, such as \"" + name + ": 256\"."))
        .longValueExact();
  }

  /** A number with up to three decimals, in thousandths. */
  public long thousandths(String unit, long least, long most) {
    BigDecimal number =
        number(3)
            .orElseThrow(
                () ->
                    mismatch(
                        "a number of " + unit + " with at most three decimals",
                        "Write a plain number without its unit, such as \"" + name + ": 40\"."));
    if (!isWithin(number, least, most)) {
      throw mismatch(
          "from " + Decimal.of(least) + " to " + Decimal.of(most) + " " + unit,
          "Look at the sign and at the unit: the number counts " + unit + ".");
    }
    return number.longValueExact();
  }

  /** A point in time, in milliseconds. */
  public long instantMillis() {
    return thousandths("seconds", -Time.LIMIT_MILLIS, Time.LIMIT_MILLIS);
  }

  /** A point in time, or another where nothing is written. */
  public long instantMillisOr(long otherwiseMillis) {
    return text == null ? otherwiseMillis : instantMillis();
  }

  /** A stretch of time, in milliseconds. */
  public long durationMillis() {
    return thousandths("seconds", 1, LONGEST_DURATION_MILLIS);
  }

  /** A complaint that something else has this id already. */
  public InputException duplicateId() {
    return place.error(
        "is " + id() + ", an id that stands further up already.",
        "Give each its own id, and each id one entry.");
  }

  /** A complaint that what is written here, or that nothing is, is not what it must be. */
  public InputException mismatch(String mustBe, String advice) {
    return text == null
        ? place.error("is missing or empty, and must be " + mustBe + ".", advice)
        : place.mismatch(mustBe, advice);
  }

  /** The number times ten to the given power, if it is a number and then a whole one. */
  private Optional<BigDecimal> number(int decimals) {
    if (text == null || !NUMBER.matcher(text).matches()) {
      return Optional.empty();
    }
    BigDecimal scaled = new BigDecimal(text).movePointRight(decimals).stripTrailingZeros();
    return scaled.scale() > 0 ? Optional.empty() : Optional.of(scaled);
  }

  private static boolean isWithin(BigDecimal number, long least, long most) {
    return number.compareTo(BigDecimal.valueOf(least)) >= 0
        && number.compareTo(BigDecimal.valueOf(most)) <= 0;
  }
}
