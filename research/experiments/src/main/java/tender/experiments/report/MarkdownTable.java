package tender.experiments.report;

import java.util.List;

/** A table in Markdown. */
public final class MarkdownTable {
  private MarkdownTable() {}

  /** The table of these rows; the first row is the heading. */
  public static String of(List<List<String>> rows) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      text.append("| " + String.join(" | ", rows.get(i)) + " |\n");
      if (i == 0) {
        text.append("|" + "---|".repeat(rows.getFirst().size()) + "\n");
      }
    }
    return text.toString();
  }
}
