package tender.cli.output;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine.Help.Ansi.IStyle;
import picocli.CommandLine.Help.Ansi.Style;

/** Text output, in colours if the terminal shows them. */
public final class TextPage {
  private final PrintWriter out;
  private final boolean coloured;

  TextPage(PrintWriter out, boolean coloured) {
    this.out = out;
    this.coloured = coloured;
  }

  /** The most important line, green if the news is good and yellow otherwise. */
  public void headline(boolean good, String sentence) {
    out.println(styled(sentence, Style.bold, good ? Style.fg_green : Style.fg_yellow));
  }

  /** A headline about a failure, in red. The text must also say that it is a failure. */
  public void errorHeadline(String sentence) {
    out.println(styled(sentence, Style.bold, Style.fg_red));
  }

  /** A line. */
  public void line(String sentence) {
    out.println(sentence);
  }

  /** A heading, after an empty line. */
  public void heading(String heading) {
    out.println();
    out.println(styled(heading, Style.bold));
  }

  /** A table with its rows. */
  public <R> void table(Table<R> table, List<R> rows) {
    table(table, rows, row -> false);
  }

  /**
   * A table with its rows.
   *
   * @param isBad which rows are failures, shown in red; their text must show it, too
   */
  public <R> void table(Table<R> table, List<R> rows, Predicate<R> isBad) {
    List<String> lines = table.lines(rows);
    out.println("  " + styled(lines.getFirst(), Style.faint));
    for (int i = 0; i < rows.size(); i++) {
      String line = lines.get(i + 1);
      out.println("  " + (isBad.test(rows.get(i)) ? styled(line, Style.fg_red) : line));
    }
  }

  /** A heading and a table; nothing without rows. */
  public <R> void section(String heading, Table<R> table, List<R> rows) {
    if (!rows.isEmpty()) {
      heading(heading);
      table(table, rows);
    }
  }

  /** Does not use picocli's markup, because an id may look like markup. */
  private String styled(String text, IStyle... styles) {
    return coloured ? Style.on(styles) + text + Style.reset.off() : text;
  }
}
