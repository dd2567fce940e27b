package tender.experiments.report;

import java.util.List;
import java.util.function.UnaryOperator;

/** Fragments of HTML; all text is escaped. */
final class Html {
  private Html() {}

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** A table whose first row is its heading; numeric cells are right-aligned. */
  static String table(List<List<String>> rows) {
    return table(rows, _ -> "");
  }

  /**
   * A table whose first row is its heading.
   *
   * @param style the CSS class of a cell that is not numeric
   */
  static String table(List<List<String>> rows, UnaryOperator<String> style) {
    // The tabindex lets keyboard users scroll a table that is wider than the page.
    StringBuilder html =
        new StringBuilder(
            "<div class=\"wide\" role=\"group\" aria-label=\"Table\" tabindex=\"0\"><table>\n");
    List<String> example = rows.get(rows.size() - 1);
    for (int i = 0; i < rows.size(); i++) {
      html.append("<tr>");
      for (int column = 0; column < rows.get(i).size(); column++) {
        String cell = rows.get(i).get(column);
        // Screen readers must not announce an empty heading.
        String tag = i == 0 && !cell.isEmpty() ? "th scope=\"col\"" : "td";
        String sample = i == 0 && column < example.size() ? example.get(column) : cell;
        String classes = isNumber(sample) ? "number" : i == 0 ? "" : style.apply(cell);
        String classAttribute = classes.isEmpty() ? "" : " class=\"" + classes + "\"";
        html.append("<" + tag + classAttribute + ">" + escape(cell));
        html.append(tag.startsWith("th") ? "</th>" : "</td>");
      }
      html.append("</tr>\n");
    }
    return html.append("</table></div>\n").toString();
  }

  private static boolean isNumber(String cell) {
    return cell.matches("[−-]?[0-9][0-9., ]*( ± [0-9., ]+)?");
  }
}
