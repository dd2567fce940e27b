package tender.experiments.report;

import java.util.ArrayList;
import java.util.List;
import tender.experiments.claims.PaperClaim;

/** The claims as rows of cells; the first row is the heading. */
final class ClaimsTable {
  private ClaimsTable() {}

  static List<List<String>> rows(List<PaperClaim> claims) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("", "claim", "paper", "ours", "verdict", "why"));
    for (PaperClaim claim : claims) {
      rows.add(
          List.of(
              claim.id(),
              claim.statement(),
              claim.paperResult(),
              claim.ourResult(),
              claim.verdict().toString(),
              claim.explanation()));
    }
    return rows;
  }
}
