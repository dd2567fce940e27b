package tender.experiments.report;

import java.util.List;
import java.util.function.UnaryOperator;

/** Pieces of HTML from text, which is always escaped. */
public final class Html {
  private Html() {}

  public static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** A table whose first row is its heading; cells that begin like a number go to the right. */
  static String table(List<List<String>> rows) {
    return table(rows, _ -> "");
  }

  /**
   * A table whose first row is its heading.
   *
   * @param style the class of a cell that is no number
   */
  static String table(List<List<String>> rows, UnaryOperator<String> style) {
    // What is wider than the page is moved by the keyboard too.
    StringBuilder html =
        new StringBuilder(
            "<div class=\"wide\" role=\"group\" aria-label=\"Table\" tabindex=\"0\"><table>\n");
    List<String> example = rows.get(rows.size() - 1);
    for (int i = 0; i < rows.size(); i++) {
      html.append("<tr>");
      for (int column = 0; column < rows.get(i).size(); column++) {
        String cell = rows.get(i).get(column);
        // An empty heading is no heading.
        String tag = i == 0 && !cell.isEmpty() ? "th scope=\"col\"" : "td";
        String like = i == 0 && column < example.size() ? example.get(column) : cell;
        String classes = isNumber(like) ? "number" : i == 0 ? "" : style.apply(cell);
        String named = classes.isEmpty() ? "" : " class=\"" + classes + "\"";
        html.append("<" + tag + named + ">" + escape(cell));
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
