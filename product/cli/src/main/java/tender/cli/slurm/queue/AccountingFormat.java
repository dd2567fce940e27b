package tender.cli.slurm.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** The format of {@code sacct}: names of columns such as {@code JobID,JobName%20,State}. */
public final class AccountingFormat {
  /** What sacct prints without a format. */
  public static final String DEFAULT = "JobID,JobName,Partition,Account,AllocCPUS,State,ExitCode";

  private static final String LEFT = "JobID";

  private final List<Column> columns = new ArrayList<>();
  private final Style style;

  /** How the columns are separated. */
  public enum Style {
    /** Columns of fixed width, with a line below the header. */
    TABLE,
    /** Bars between the columns and at the end. */
    PARSABLE,
    /** Bars between the columns. */
    PARSABLE2
  }

  private record Column(JobColumn column, int width, boolean right) {}

  public AccountingFormat(String names, Style style) {
    this.style = style;
    for (String item : names.split(",")) {
      if (item.isBlank()) {
        continue;
      }
      String[] parts = item.strip().split("%", 2);
      JobColumn column = JobColumn.ofName(parts[0]);
      boolean hasWidth = parts.length > 1;
      if (hasWidth && !parts[1].matches("-?[1-9]\\d{0,2}")) {
        throw new IllegalArgumentException(
            "The width of %s is '%s', and must be a number from 1 to 999."
                .formatted(column.sacctName(), parts[1]));
      }
      int width = hasWidth ? Integer.parseInt(parts[1]) : column.width();
      boolean right = width > 0 && !column.sacctName().equals(LEFT);
      columns.add(new Column(column, Math.abs(width), right));
    }
  }

  /** The lines before the rows. */
  public List<String> header() {
    String titles = line((column, _) -> column.sacctName());
    return style == Style.TABLE
        ? List.of(titles, line((_, width) -> "-".repeat(width)))
        : List.of(titles);
  }

  public String line(JobRow row) {
    return line((column, _) -> column.of(row));
  }

  private String line(BiFunction<JobColumn, Integer, String> cell) {
    if (style == Style.TABLE) {
      return columns.stream()
          .map(one -> fitted(cell.apply(one.column(), one.width()), one))
          .collect(Collectors.joining(" "))
          .stripTrailing();
    }
    String line =
        columns.stream()
            .map(one -> cell.apply(one.column(), one.width()).replace("|", "/"))
            .collect(Collectors.joining("|"));
    return style == Style.PARSABLE ? line + "|" : line;
  }

  /** A text that is cut ends with a plus sign. */
  private static String fitted(String text, Column column) {
    String cut =
        text.length() > column.width() ? text.substring(0, column.width() - 1) + "+" : text;
    return QueueFormat.fitted(cut, column.width(), column.right());
  }
}
