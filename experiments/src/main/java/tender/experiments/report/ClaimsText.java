package tender.experiments.report;

import java.util.List;
import tender.experiments.claims.Claim;

/** The claims as a table in Markdown, to be put into a document as it is. */
public final class ClaimsText {
  private ClaimsText() {}

  public static String of(List<Claim> claims) {
    StringBuilder text = new StringBuilder();
    List<List<String>> rows = Tables.claims(claims);
    for (int i = 0; i < rows.size(); i++) {
      text.append("| " + String.join(" | ", rows.get(i)) + " |\n");
      if (i == 0) {
        text.append("|" + "---|".repeat(rows.getFirst().size()) + "\n");
      }
    }
    return text.toString();
  }
}
