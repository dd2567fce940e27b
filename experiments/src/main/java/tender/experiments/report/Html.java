package tender.experiments.report;

import java.util.List;

/** Pieces of HTML from text, which is always escaped. */
final class Html {
  private Html() {}

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** A table whose first row is its heading; cells that begin like a number go to the right. */
  static String table(List<List<String>> rows) {
    StringBuilder html = new StringBuilder("<div class=\"wide\"><table>\n");
    for (int i = 0; i < rows.size(); i++) {
      String tag = i == 0 ? "th" : "td";
      html.append("<tr>");
      for (String cell : rows.get(i)) {
        String style = i > 0 && isNumber(cell) ? " class=\"number\"" : "";
        html.append("<" + tag + style + ">" + escape(cell) + "</" + tag + ">");
      }
      html.append("</tr>\n");
    }
    return html.append("</table></div>\n").toString();
  }

  private static boolean isNumber(String cell) {
    return cell.matches("[−-]?[0-9][0-9., ]*( ± [0-9., ]+)?");
  }
}
