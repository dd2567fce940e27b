package tender.bagfile.reader;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads sizes such as 8G. As in Slurm, units are powers of 1,024. */
final class SizeText {
  private static final String UNITS = "KMGT";
  private static final int BITS_PER_UNIT = 10;

  private static final Pattern SIZE =
      Pattern.compile("(\\d{1,9})\\s*([" + UNITS + "])(i?B)?", Pattern.CASE_INSENSITIVE);

  private SizeText() {}

  /** Empty if the text is not a whole number with a unit, or out of range. */
  static OptionalLong bytes(@Nullable String text) {
    Matcher matcher = SIZE.matcher(text == null ? "" : text);
    if (!matcher.matches()) {
      return OptionalLong.empty();
    }
    int power = 1 + UNITS.indexOf(Character.toUpperCase(matcher.group(2).charAt(0)));
    int bits = BITS_PER_UNIT * power;
    long number = Long.parseLong(matcher.group(1));
    return number > Long.MAX_VALUE >> bits ? OptionalLong.empty() : OptionalLong.of(number << bits);
  }
}
