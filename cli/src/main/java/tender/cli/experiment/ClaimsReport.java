package tender.cli.experiment;

import java.util.ArrayList;
import java.util.List;
import tender.cli.output.Page;
import tender.cli.output.Table;
import tender.experiments.claims.Claim;
import tender.experiments.claims.Verdict;

/** A paper's claims and our verdicts, for people. */
final class ClaimsReport {
  private static final int WIDTH = 96;

  private ClaimsReport() {}

  static void print(Page page, List<Claim> claims, int seeds) {
    page.heading("Claims of the paper");
    page.table(
        new Table<Claim>()
            .text("", Claim::id)
            .text("CLAIM", Claim::claim)
            .text("PAPER", Claim::paper)
            .text("VERDICT", claim -> claim.verdict().toString()),
        claims);
    page.heading("Ours, ± half of a 95 % interval over " + seeds + " seeds");
    for (Claim claim : claims) {
      printWrapped(page, claim.id() + "  " + claim.ours());
      if (claim.verdict() != Verdict.HOLDS) {
        printWrapped(page, "    " + claim.verdict() + ": " + claim.why());
      }
    }
  }

  private static void printWrapped(Page page, String sentence) {
    for (String line : wrap(sentence)) {
      page.sentence("  " + line);
    }
  }

  /** Broken between words; what follows the first line stands under its text. */
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
