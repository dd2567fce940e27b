package tender.workload.swf;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Reads the 18 numbers of a row straight from the bytes: no text is made of a row that is sound.
 * Columns behind the eighteenth are ignored, as extensions of the format put them there.
 */
final class SwfRowParser {
  private static final SwfColumn[] COLUMNS = SwfColumn.values();
  private static final int FRACTION_DIGITS = 6;
  private static final int BAD = -1;

  private final long[] whole = new long[COLUMNS.length];
  private final double[] fractional = new double[COLUMNS.length];
  private final long[] largest = new long[COLUMNS.length];
  private final boolean[] mayHaveFraction = new boolean[COLUMNS.length];

  private @Nullable SwfProblem problem;
  private int problemColumn;
  private int problemFrom;
  private int problemTo;

  SwfRowParser() {
    for (int column = 0; column < COLUMNS.length; column++) {
      largest[column] = COLUMNS[column].largest();
      mayHaveFraction[column] = COLUMNS[column].mayHaveFraction();
    }
  }

  /** The row, or null if there is a {@link #problem}. */
  @Nullable SwfRow parse(long line, byte[] bytes, int from, int to) {
    int at = from;
    for (int column = 0; column < COLUMNS.length; column++) {
      while (at < to && isBlank(bytes[at])) {
        at++;
      }
      if (at == to) {
        fail(SwfProblem.TOO_FEW_COLUMNS, column, to, to);
        return null;
      }
      at = parseColumn(column, bytes, at, to);
      if (at == BAD) {
        return null;
      }
    }
    return row(line);
  }

  /** What was wrong with the last row that could not be read. */
  SwfProblem problem() {
    return requireNonNull(problem);
  }

  String describeProblem(byte[] bytes) {
    String found = SwfExcerpt.of(bytes, problemFrom, problemTo);
    String column =
        "column " + (problemColumn + 1) + " (" + COLUMNS[problemColumn].label() + ") is " + found;
    return switch (problem()) {
      case TOO_FEW_COLUMNS ->
          "the row has " + problemColumn + " columns, and needs " + COLUMNS.length;
      case TOO_LARGE -> column + ", and may be at most " + largest[problemColumn];
      default ->
          column + (mayHaveFraction[problemColumn] ? ", not a number" : ", not a whole number");
    };
  }

  static boolean isBlank(byte value) {
    return value == ' ' || value == '\t' || value == '\f' || value == 0x0b;
  }

  /** Where the column ends, or {@link #BAD}. */
  private int parseColumn(int column, byte[] bytes, int from, int to) {
    int at = from;
    boolean negative = bytes[at] == '-';
    if (negative) {
      at++;
    }
    int firstDigit = at;
    long value = 0;
    while (at < to && isDigit(bytes[at])) {
      value = 10 * value + (bytes[at] - '0');
      if (value > largest[column]) {
        return fail(SwfProblem.TOO_LARGE, column, from, to);
      }
      at++;
    }
    if (at == firstDigit) {
      return fail(SwfProblem.NOT_A_NUMBER, column, from, to);
    }
    whole[column] = negative ? -value : value;
    if (mayHaveFraction[column]) {
      at = parseFraction(column, value, negative, bytes, at, to);
    }
    if (at < to && !isBlank(bytes[at])) {
      return fail(SwfProblem.NOT_A_NUMBER, column, from, to);
    }
    return at;
  }

  private int parseFraction(
      int column, long value, boolean negative, byte[] bytes, int from, int to) {
    int at = from;
    double scaled = value;
    double scale = 1;
    if (at < to && bytes[at] == '.') {
      at++;
      int pastKept = at + FRACTION_DIGITS;
      while (at < to && isDigit(bytes[at])) {
        if (at < pastKept) {
          scaled = 10 * scaled + (bytes[at] - '0');
          scale *= 10;
        }
        at++;
      }
    }
    // One division of two whole numbers, so that 552.21 is read as what is printed as 552.21.
    fractional[column] = (negative ? -scaled : scaled) / scale;
    return at;
  }

  private int fail(SwfProblem what, int column, int from, int to) {
    problem = what;
    problemColumn = column;
    problemFrom = from;
    problemTo = to;
    return BAD;
  }

  /** The record has the columns in the format's order. */
  private SwfRow row(long line) {
    return new SwfRow(
        line,
        whole[0],
        whole[1],
        whole[2],
        whole[3],
        (int) whole[4],
        fractional[5],
        fractional[6],
        (int) whole[7],
        whole[8],
        whole[9],
        (int) whole[10],
        (int) whole[11],
        (int) whole[12],
        (int) whole[13],
        (int) whole[14],
        (int) whole[15],
        whole[16],
        whole[17]);
  }

  private static boolean isDigit(byte value) {
    return value >= '0' && value <= '9';
  }
}
