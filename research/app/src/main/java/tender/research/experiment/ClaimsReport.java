package tender.research.experiment;

import java.util.ArrayList;
import java.util.List;
import tender.cli.output.Table;
import tender.cli.output.TextPage;
import tender.experiments.claims.PaperClaim;
import tender.experiments.claims.Verdict;

/** Prints the claims of a paper and our verdicts. */
final class ClaimsReport {
  private static final int WIDTH = 96;

  private ClaimsReport() {}

  static void print(TextPage page, List<PaperClaim> claims, int seeds) {
    page.heading("Claims of the paper");
    page.table(
        new Table<PaperClaim>()
            .text("", PaperClaim::id)
            .text("CLAIM", PaperClaim::statement)
            .text("PAPER", PaperClaim::paperResult)
            .text("VERDICT", claim -> claim.verdict().toString()),
        claims);
    page.heading("Ours, ± half of a 95 % interval over " + seeds + " seeds");
    for (PaperClaim claim : claims) {
      printWrapped(page, claim.id() + "  " + claim.ourResult());
      if (claim.verdict() != Verdict.HOLDS) {
        printWrapped(page, "    " + claim.verdict() + ": " + claim.explanation());
      }
    }
  }

  private static void printWrapped(TextPage page, String sentence) {
    for (String line : wrap(sentence)) {
      page.line("  " + line);
    }
  }

  /** Breaks a sentence between words; further lines are indented. */
  private static List<String> wrap(String sentence) {
    List<String> lines = new ArrayList<>();
    String left = sentence;
    while (left.length() > WIDTH) {
      int space = left.lastIndexOf(' ', WIDTH);
      if (space <= 4) {
        break;
      }
      lines.add(left.substring(0, space));
      left = "    " + left.substring(space + 1);
    }
    lines.add(left);
    return lines;
  }
}
