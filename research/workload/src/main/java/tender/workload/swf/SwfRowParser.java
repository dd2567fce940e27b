package tender.workload.swf;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Parses the 18 numbers of a row directly from bytes, without creating strings for a valid row.
 * Columns after the eighteenth are ignored, because extensions of the format add columns there.
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
    int position = from;
    for (int column = 0; column < COLUMNS.length; column++) {
      while (position < to && isBlank(bytes[position])) {
        position++;
      }
      if (position == to) {
        fail(SwfProblem.TOO_FEW_COLUMNS, column, to, to);
        return null;
      }
      position = parseColumn(column, bytes, position, to);
      if (position == BAD) {
        return null;
      }
    }
    return row(line);
  }

  /** The problem of the last row that could not be parsed. */
  SwfProblem problem() {
    return requireNonNull(problem);
  }

  String describeProblem(byte[] bytes) {
    String found = SwfExcerpt.of(bytes, problemFrom, problemTo);
    String column =
        "column " + (problemColumn + 1) + " (" + COLUMNS[problemColumn].label() + ") is " + found;
    return switch (problem()) {
      case TOO_FEW_COLUMNS ->
          "the row has " + problemColumn + " columns; it needs " + COLUMNS.length;
      case TOO_LARGE -> column + "; the largest value is " + largest[problemColumn];
      default -> column + (mayHaveFraction[problemColumn] ? ", not a number" : ", not an integer");
    };
  }

  static boolean isBlank(byte value) {
    return value == ' ' || value == '\t' || value == '\f' || value == 0x0b;
  }

  /** The end of the column, or {@link #BAD}. */
  private int parseColumn(int column, byte[] bytes, int from, int to) {
    int position = from;
    boolean negative = bytes[position] == '-';
    if (negative) {
      position++;
    }
    int firstDigit = position;
    long value = 0;
    while (position < to && isDigit(bytes[position])) {
      value = 10 * value + (bytes[position] - '0');
      if (value > largest[column]) {
        return fail(SwfProblem.TOO_LARGE, column, from, to);
      }
      position++;
    }
    if (position == firstDigit) {
      return fail(SwfProblem.NOT_A_NUMBER, column, from, to);
    }
    whole[column] = negative ? -value : value;
    if (mayHaveFraction[column]) {
      position = parseFraction(column, value, negative, bytes, position, to);
    }
    if (position < to && !isBlank(bytes[position])) {
      return fail(SwfProblem.NOT_A_NUMBER, column, from, to);
    }
    return position;
  }

  private int parseFraction(
      int column, long value, boolean negative, byte[] bytes, int from, int to) {
    int position = from;
    double scaled = value;
    double scale = 1;
    if (position < to && bytes[position] == '.') {
      position++;
      int endOfKept = position + FRACTION_DIGITS;
      while (position < to && isDigit(bytes[position])) {
        if (position < endOfKept) {
          scaled = 10 * scaled + (bytes[position] - '0');
          scale *= 10;
        }
        position++;
      }
    }
    // Dividing two integers once gives the double that is printed as 552.21 for 552.21. The
    // negative
    // zero of the text -0 would not equal the zero that a copy of the trace has; adding 0 removes
    // it.
    fractional[column] = (negative ? -scaled : scaled) / scale + 0.0;
    return position;
  }

  private int fail(SwfProblem what, int column, int from, int to) {
    problem = what;
    problemColumn = column;
    problemFrom = from;
    problemTo = to;
    return BAD;
  }

  /** The record has the columns in the order of the format. */
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
