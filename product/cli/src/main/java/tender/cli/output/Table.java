package tender.cli.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A table with aligned columns, also for scripts with wide characters.
 *
 * @param <R> the type of a row
 */
public final class Table<R> {
  private static final String GAP = "   ";

  private final List<Column<R>> columns = new ArrayList<>();

  private record Column<R>(String title, boolean right, Function<R, String> cell) {}

  /** Adds a column of texts. */
  public Table<R> text(String title, Function<R, String> cell) {
    columns.add(new Column<>(title, false, cell));
    return this;
  }

  /** Adds a column of numbers, which are aligned to the right. */
  public Table<R> number(String title, Function<R, Object> cell) {
    columns.add(new Column<>(title, true, row -> cell.apply(row).toString()));
    return this;
  }

  /** The titles, then a line for each row. */
  List<String> lines(List<R> rows) {
    List<List<String>> cells =
        Stream.concat(
                Stream.of(columns.stream().map(Column::title).toList()),
                rows.stream()
                    .map(row -> columns.stream().map(column -> column.cell.apply(row)).toList()))
            .toList();
    int[] widths = new int[columns.size()];
    for (List<String> line : cells) {
      Arrays.setAll(widths, i -> Math.max(widths[i], DisplayWidth.of(line.get(i))));
    }
    return cells.stream().map(line -> line(line, widths)).toList();
  }

  private String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = cells.get(i);
      String padding = " ".repeat(widths[i] - DisplayWidth.of(cell));
      line.append(i == 0 ? "" : GAP);
      line.append(columns.get(i).right ? padding + cell : cell + padding);
    }
    return line.toString().stripTrailing();
  }
}
