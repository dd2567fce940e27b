package tender.experiments.report;

import tender.experiments.offers.OffersTables;
import java.util.List;
import tender.experiments.claims.PaperClaim;

/** The claims as a table in Markdown, to be put into a document as it is. */
public final class ClaimsMarkdown {
  private ClaimsMarkdown() {}

  public static String of(List<PaperClaim> claims) {
    StringBuilder text = new StringBuilder();
    List<List<String>> rows = OffersTables.claims(claims);
    for (int i = 0; i < rows.size(); i++) {
      text.append("| " + String.join(" | ", rows.get(i)) + " |\n");
      if (i == 0) {
        text.append("|" + "---|".repeat(rows.getFirst().size()) + "\n");
      }
    }
    return text.toString();
  }
}
