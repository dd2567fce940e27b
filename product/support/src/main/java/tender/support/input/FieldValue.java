package tender.support.input;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tender.core.model.Time;
import tender.support.text.Decimal;

/**
 * A field and its raw text, if present. The methods parse and check the text, or throw an error.
 */
public final class FieldValue {
  /**
   * Ten years: longer than any job, and short enough that the sum of a million does not overflow.
   */
  public static final long MAX_DURATION_MILLIS = 3_650 * Time.DAY_MILLIS;

  private static final int MAX_ID_LENGTH = 200;

  /** Bounds the digits and the exponent, so that arithmetic is cheap. */
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

  /** The raw text, which must be given. */
  public String text() {
    return place.required(text);
  }

  public FieldLocation place() {
    return place;
  }

  /** This value, or a default if it is absent. */
  public FieldValue orElse(String other) {
    return text == null ? new FieldValue(place, name, other) : this;
  }

  /** A name that can be printed as it is. */
  public String id() {
    if (text == null
        || text.isBlank()
        || text.length() > MAX_ID_LENGTH
        || !Printable.isPlain(text)) {
      throw mismatch(
          "a name of 1 to " + MAX_ID_LENGTH + " visible characters",
          "Use letters, digits and punctuation, such as \"" + name + ": p1\".");
    }
    return text;
  }

  /** A count of at least one. */
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
          "Check the sign and the unit: the number is in " + unit + ".");
    }
    return number.longValueExact();
  }

  /** A number from 0 to 1 with up to three decimals, in thousandths. */
  public int permille() {
    return number(3)
        .filter(number -> isWithin(number, 0, 1_000))
        .orElseThrow(
            () ->
                mismatch(
                    "a number from 0 to 1 with at most three decimals",
                    "Write for example \"" + name + ": 0.25\"."))
        .intValueExact();
  }

  /** An instant, in milliseconds. */
  public long instantMillis() {
    return thousandths("seconds", -Time.LIMIT_MILLIS, Time.LIMIT_MILLIS);
  }

  /** An instant in milliseconds, or a default if it is absent. */
  public long instantMillisOr(long otherwiseMillis) {
    return text == null ? otherwiseMillis : instantMillis();
  }

  /** A duration, in milliseconds. */
  public long durationMillis() {
    return thousandths("seconds", 1, MAX_DURATION_MILLIS);
  }

  /** An error that the id is already in use. */
  public InputException duplicateId() {
    return place.error(
        "is " + id() + ", which is already used above.", "Give each entry its own id.");
  }

  /** An error that the value is absent or not as required. */
  public InputException mismatch(String mustBe, String advice) {
    return text == null
        ? place.error("is missing or empty, but must be " + mustBe + ".", advice)
        : place.mismatch(mustBe, advice);
  }

  /** The number times ten to the given power; empty if that is not a whole number. */
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
