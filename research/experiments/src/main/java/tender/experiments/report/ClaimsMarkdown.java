package tender.experiments.report;

import java.util.List;
import tender.experiments.claims.PaperClaim;

/** The claims as a Markdown table. */
public final class ClaimsMarkdown {
  private ClaimsMarkdown() {}

  public static String of(List<PaperClaim> claims) {
    return MarkdownTable.of(ClaimsTable.rows(claims));
  }
}
